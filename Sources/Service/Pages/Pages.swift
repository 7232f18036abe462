package import HTTPServer
package import Logging
package import Store

/// The status pages and, under `/api/v1`, the same as JSON; they only read.
package struct Pages: Sendable {
  private let store: StateStore
  private let gate: PageGate
  private let forges: @Sendable () -> [String: String]
  private let now: @Sendable () -> Int64
  private let redaction: @Sendable () -> Redaction
  private let troubles: @Sendable () -> [ForgeHealth.Trouble]
  private let log: Logger

  /// Shows what a state holds.
  ///
  /// - Parameters:
  ///   - store: what is shown.
  ///   - token: without which nothing is; nil: everybody may look.
  ///   - forges: web addresses by the forges' names, without a slash at their end; asked anew for
  ///     each page, as a reload may change them.
  ///   - now: seconds since 1970.
  ///   - redaction: masks what a server echoed of a secret, and what so came into the state.
  ///   - troubles: forges that can't be used now; each page begins with them.
  ///   - log: takes what goes wrong.
  package init(
    store: StateStore, token: Secret?, forges: @escaping @Sendable () -> [String: String],
    now: @escaping @Sendable () -> Int64,
    redaction: @escaping @Sendable () -> Redaction = { Redaction() },
    troubles: @escaping @Sendable () -> [ForgeHealth.Trouble] = { [] }, log: Logger
  ) {
    self.store = store
    gate = PageGate(token: token)
    self.forges = forges
    self.now = now
    self.redaction = redaction
    self.troubles = troubles
    self.log = log
  }

  /// All addresses of the pages.
  package var routes: [Route] {
    let store = store
    return [Stylesheet.route, Icon.route]
      + both("/", "repositories") { _, query in try await FleetView(store, query) }
      + both("/repositories/:forge/*name", "repositories/:forge/*name") { found, query in
        try await RepositoryView(store, forge: found["forge"], name: found["name"], query)
      }
      + both("/pull-requests", "pull-requests") { _, query in
        try await ProposalsView(store, query)
      }
      + both("/pull-requests/:forge/*rest", "pull-requests/:forge/*rest") { found, _ in
        let rest = found["rest"]
        guard let slash = rest.lastIndex(of: "/"),
          let number = Int(rest[rest.index(after: slash)...])
        else { return nil }
        return try await PullRequestView(
          store, forge: found["forge"], repository: String(rest[..<slash]), number: number)
      }
      + both("/runs", "runs") { _, _ in try await RunsView(store) }
      + both("/packages", "packages") { _, query in try await PackagesView(store, query) }
      + both("/packages/:ecosystem/*name", "packages/:ecosystem/*name") { found, query in
        try await PackageView(store, ecosystem: found["ecosystem"], name: found["name"], query)
      }
  }

  /// Answers what is at no address: a page, for programs a document.
  package func missing(_ request: ServerRequest) -> ServerResponse {
    shape(MessageView.missing, for: request, status: MessageView.missing.status)
  }

  private typealias Load = @Sendable (Captures, ListQuery) async throws -> (any View)?

  /// A page and the document of the same view.
  private func both(_ page: String, _ api: String, _ load: @escaping Load) -> [Route] {
    [page, Self.api + api].map { path in
      Route(.get, path) { request, found in await answer(request, found, load) }
    }
  }

  private func answer(
    _ request: ServerRequest, _ found: Captures, _ load: Load
  ) async -> ServerResponse {
    if let refusal = gate.refusal(of: request) { return refusal }
    do {
      let query = ListQuery(String(request.path), [String: String](query: request.query))
      guard let view = try await load(found, query) else { return missing(request) }
      return shape(view, for: request)
    } catch {
      log.error("a page cannot be shown", ["path": "\(request.path)", "error": "\(error)"])
      return shape(
        MessageView.unreachable, for: request, status: MessageView.unreachable.status)
    }
  }

  private func shape(
    _ view: any View, for request: ServerRequest, status: Int = 200
  ) -> ServerResponse {
    let context = PageContext(
      now: now(), forges: ForgeLinks(forges()), troubles: troubles())
    var response =
      request.path.hasPrefix(Self.api)
      ? view.document(context, status: status) : view.page(context, status: status)
    response.body = Array(redaction()(String(decoding: response.body, as: UTF8.self)).utf8)
    return response
  }

  private static let api = "/api/v1/"

  /// Puts other addresses behind the same gate.
  package func guarding(_ route: Route) -> Route { route.guarded(by: gate) }
}
