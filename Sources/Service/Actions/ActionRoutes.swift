import Crypto
import Forges
import HTTPServer
import JSON
import Languages
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
  /// Shows why a form was not carried out, with a link back to its page.
  let show: @Sendable (ActionRefusal, _ page: String, ServerRequest) -> ServerResponse

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
      }.guarded(by: access),
      Route(.post, "/actions/\(action.rawValue)\(subject)") { request, found in
        await submit(request, action, found)
      },
    ]
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
      let (repository, result) = try await perform(
        action, found, details, by: visitor, client: request.client)
      let value: Value = [
        "schema": 1, "action": .string(action.rawValue),
        "forge": repository.map { .string($0.forge) } ?? .null,
        "repository": repository.map { .string("\($0.name)") } ?? .null,
        "message": .string(result.message.english),
      ]
      return secured(
        .text(value.text(.indented()) + "\n", status: 202, type: "application/json"))
    } catch {
      let refusal = refusal(for: error, action)
      return secured(.error(refusal.status, refusal.message))
    }
  }

  /// Responds to a form: the browser returns to the page, which says what was done.
  ///
  /// The sign-in of a page can have ended before somebody uses its forms.
  private func submit(
    _ request: ServerRequest, _ action: ServiceAction, _ found: Captures
  ) async -> ServerResponse {
    if let refusal = access.foreignName(of: request) { return refusal }
    let fields = [String: String](query: String(decoding: request.body, as: UTF8.self)[...])
    let page = Self.page(of: action, found, fields)
    do {
      guard let visitor = access.visitor(of: request) else {
        if request.header("Authorization") != nil || access.sessions == nil,
          let refusal = access.refusal(of: request)
        {
          return refusal
        }
        throw ActionRefusal.sessionEnded
      }
      let isOwn = equalInConstantTime(
        Array((fields["key"] ?? "").utf8), Array(visitor.formKey.utf8))
      guard isOwn else {
        throw ActionRefusal(
          status: 403, message: "the form is of an earlier session, or not of a page of yours")
      }
      let details = ActionDetails(
        pullRequest: fields["pull-request"].flatMap { Int($0) }, dependency: fields["dependency"],
        ecosystem: fields["ecosystem"], directory: fields["directory"])
      let (_, result) = try await perform(
        action, found, details, by: visitor, client: request.client)
      return secured(
        ServerResponse(status: 303, headers: [HeaderField("Location", page), result.header]))
    } catch {
      return show(refusal(for: error, action), page, request)
    }
  }

  /// The page that has the form.
  private static func page(
    of action: ServiceAction, _ found: Captures, _ fields: [String: String]
  ) -> String {
    guard !found["forge"].isEmpty else { return "/" }
    if action == .rebuild, let number = fields["pull-request"].flatMap({ Int($0) }) {
      return address("pull-requests", found["forge"], "\(found["name"])/\(number)")
    }
    return address("repositories", found["forge"], found["name"])
  }

  private func perform(
    _ action: ServiceAction, _ found: Captures, _ details: ActionDetails, by visitor: PageVisitor,
    client: String
  ) async throws -> (RepositoryID?, ActionResult) {
    guard visitor.isOperator else {
      throw ActionRefusal(status: 403, message: "you may look, but not act")
    }
    var repository: RepositoryID?
    if !found["forge"].isEmpty {
      guard let name = RepositoryName(found["name"]) else { throw ActionRefusal.unknownRepository }
      repository = RepositoryID(forge: found["forge"], name: name)
    }
    let result = try await handler.perform(action, on: repository, details, by: visitor.name)
    log.info(
      "an operator acted",
      [
        "action": action.rawValue, "by": visitor.name, "client": client,
        "forge": repository?.forge ?? "", "repository": repository.map { "\($0.name)" } ?? "*",
        "result": result.message.english,
      ])
    return (repository, result)
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
}
