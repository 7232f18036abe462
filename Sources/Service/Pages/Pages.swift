import HTTPServer
package import Logging
package import Store

/// The status pages and, under `/api/v1`, the same as JSON; they only read.
package struct Pages: Sendable {
  private let store: StateStore
  private let gate: PageGate
  private let log: Logger

  /// Shows what a state holds.
  ///
  /// - Parameters:
  ///   - store: what is shown.
  ///   - token: without which nothing is; nil: everybody may look.
  ///   - log: takes what goes wrong.
  package init(store: StateStore, token: Secret?, log: Logger) {
    self.store = store
    gate = PageGate(token: token)
    self.log = log
  }

  /// All addresses of the pages.
  package var routes: [Route] {
    let store = store
    return [Stylesheet.route]
      + both("/", "repositories") { _, query in try await FleetView(store, query: query) }
      + both("/repositories/:forge/*name", "repositories/:forge/*name") { found, _ in
        try await RepositoryView(store, forge: found["forge"], name: found["name"])
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
      + both("/packages/:ecosystem/*name", "packages/:ecosystem/*name") { found, _ in
        try await PackageView(store, ecosystem: found["ecosystem"], name: found["name"])
      }
  }

  private typealias Load = @Sendable (Captures, [String: String]) async throws -> (any View)?

  /// A page and the document of the same view.
  private func both(_ page: String, _ api: String, _ load: @escaping Load) -> [Route] {
    [
      Route(.get, page) { request, found in
        await answer(request, found, load) { $0.page }
      },
      Route(.get, "/api/v1/" + api) { request, found in
        await answer(request, found, load) { $0.document }
      },
    ]
  }

  private func answer(
    _ request: ServerRequest, _ found: Captures, _ load: Load,
    _ shape: (any View) -> ServerResponse
  ) async -> ServerResponse {
    if let refusal = gate.refusal(of: request) { return refusal }
    do {
      guard let view = try await load(found, [String: String](query: request.query)) else {
        return secured(.text("nothing is known of it\n", status: 404))
      }
      return shape(view)
    } catch {
      log.error("a page cannot be shown", ["path": "\(request.path)", "error": "\(error)"])
      return secured(.text("the state cannot be reached\n", status: 503))
    }
  }

  /// Puts other addresses behind the same gate.
  package func guarding(_ route: Route) -> Route { route.guarded(by: gate) }
}
