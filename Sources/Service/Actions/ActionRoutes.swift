import Crypto
import Forges
import HTTPServer
import JSON
import Logging
import Store
import Text
import Time

/// The routes by which operators act: for programs below `/api/v1/actions`, for forms on pages below
/// `/actions`.
struct ActionRoutes: Sendable {
  let handler: ActionHandler
  let access: PageAccess
  let log: Logger

  /// Two routes for each action on a repository, and two for each on the fleet.
  var all: [Route] {
    ServiceAction.allCases.flatMap { action in
      routes(of: action, "/:forge/*name") + (action.isForFleet ? routes(of: action, "") : [])
    }
  }

  private func routes(of action: ServiceAction, _ subject: String) -> [Route] {
    [
      Route(.post, "/api/v1/actions/\(action.rawValue)\(subject)") { request, found in
        await answer(request, action, found)
      },
      Route(.post, "/actions/\(action.rawValue)\(subject)") { request, found in
        await submit(request, action, found)
      },
    ].map { $0.guarded(by: access) }
  }

  /// Responds to a program.
  private func answer(
    _ request: ServerRequest, _ action: ServiceAction, _ found: Captures
  ) async -> ServerResponse {
    do {
      guard let visitor = access.visitor(of: request), visitor.isProgram else {
        throw ActionRefusal(status: 401, message: "the token must be sent as Bearer")
      }
      let details = try Self.details(in: request.body)
      let (repository, message) = try await perform(
        action, found, details, by: visitor, client: request.client)
      let value: Value = [
        "schema": 1, "action": .string(action.rawValue),
        "forge": repository.map { .string($0.forge) } ?? .null,
        "repository": repository.map { .string("\($0.name)") } ?? .null,
        "message": .string(message),
      ]
      return Self.document(value, status: 202)
    } catch {
      let refusal = refusal(for: error, action)
      return Self.document(
        [
          "schema": 1,
          "error": ["status": .int(refusal.status), "message": .string(refusal.message)],
        ], status: refusal.status)
    }
  }

  /// Responds to a form: the browser returns to the page.
  private func submit(
    _ request: ServerRequest, _ action: ServiceAction, _ found: Captures
  ) async -> ServerResponse {
    do {
      let fields = [String: String](query: String(decoding: request.body, as: UTF8.self)[...])
      guard let visitor = access.visitor(of: request), visitor.isOperator,
        equalInConstantTime(
          Array((fields["key"] ?? "").utf8), Array(visitor.formKey.utf8))
      else {
        throw ActionRefusal(status: 403, message: "this form was not sent by an operator's page")
      }
      let details = ActionDetails(
        pullRequest: fields["pull-request"].flatMap { Int($0) }, dependency: fields["dependency"],
        ecosystem: fields["ecosystem"], directory: fields["directory"])
      let (repository, _) = try await perform(
        action, found, details, by: visitor, client: request.client)
      let page = repository.map { address("repositories", $0.forge, "\($0.name)") } ?? "/"
      return secured(ServerResponse(status: 303, headers: [HeaderField("Location", page)]))
    } catch {
      let refusal = refusal(for: error, action)
      return secured(.text(refusal.message + "\n", status: refusal.status))
    }
  }

  private func perform(
    _ action: ServiceAction, _ found: Captures, _ details: ActionDetails, by visitor: PageVisitor,
    client: String
  ) async throws -> (RepositoryID?, String) {
    guard visitor.isOperator else {
      throw ActionRefusal(status: 403, message: "this token may look, but not act")
    }
    var repository: RepositoryID?
    if !found["forge"].isEmpty {
      guard let name = RepositoryName(found["name"]) else { throw ActionRefusal.unknownRepository }
      repository = RepositoryID(forge: found["forge"], name: name)
    }
    let message = try await handler.perform(action, on: repository, details, by: visitor.name)
    log.info(
      "an operator acted",
      [
        "action": action.rawValue, "by": visitor.name, "client": client,
        "forge": repository?.forge ?? "", "repository": repository.map { "\($0.name)" } ?? "*",
        "result": message,
      ])
    return (repository, message)
  }

  private func refusal(for error: any Error, _ action: ServiceAction) -> ActionRefusal {
    if let refusal = error as? ActionRefusal { return refusal }
    log.error("an action failed", ["action": action.rawValue, "error": "\(error)"])
    return ActionRefusal(status: 503, message: "the state is not reachable")
  }

  /// Reads the details in a body, which may be empty.
  private static func details(in body: [UInt8]) throws(ActionRefusal) -> ActionDetails {
    guard !body.isEmpty else { return ActionDetails() }
    guard let value = try? Document(body, named: "body").root.value, value.object != nil else {
      throw ActionRefusal(status: 400, message: "the body is not a JSON object")
    }
    return ActionDetails(
      pullRequest: value["pullRequest"]?.int, dependency: value["dependency"]?.string,
      ecosystem: value["ecosystem"]?.string, directory: value["directory"]?.string)
  }

  private static func document(_ value: Value, status: Int) -> ServerResponse {
    secured(.text(value.text(.indented()) + "\n", status: status, type: "application/json"))
  }
}
