package import Configuration
import Forges
package import HTTPServer
package import Languages
package import Logging
package import Store
package import Time
package import Tracing

/// The status pages, the same data as JSON below `/api/v1`, and the actions of operators.
package struct Pages: Sendable {
  private let store: StateStore
  private let access: PageAccess
  private let forges: @Sendable () -> [String: ForgeWebsite]
  private let now: @Sendable () -> Timestamp
  private let redaction: @Sendable () -> Redaction
  private let forgeFailures: @Sendable () -> [ForgeHealth.Failure]
  private let expiring: @Sendable () -> [CredentialExpiry]
  private let hosts: @Sendable () -> [HostHealth.Host]
  private let forgeHosts: @Sendable () -> Set<String>
  private let version: String
  private let purlTypes: [String: String]
  private let versions: VersionSort
  private let language: Language?
  private let log: Logger
  private let signIn: SignIn?

  /// Creates the pages of a state.
  ///
  /// - Parameters:
  ///   - store: the state to show.
  ///   - token: the required token; nil if everyone may read the pages.
  ///   - tokens: further tokens, with what their holders may do.
  ///   - signIn: signs people in; nil: with tokens only.
  ///   - names: the names under which the pages are reached.
  ///   - forges: returns the web addresses by the forges' names; called for each page, because a reload can
  ///     change them.
  ///   - now: the current time.
  ///   - redaction: masks secrets that a server's response has brought into the state.
  ///   - forgeFailures: the forges that cannot be used now, for a warning on each page.
  ///   - expiring: the credentials that expire soon, for a warning on each page.
  ///   - hosts: the hosts that this process has asked.
  ///   - forgeHosts: the hosts of the forges' APIs, which have warnings of their own.
  ///   - version: the version of the program, for exports.
  ///   - purlTypes: the types in package URLs by ecosystem.
  ///   - versions: the orders of versions by ecosystem.
  ///   - language: the language of the pages; nil: that of the browser.
  ///   - log: receives errors, and a line for each action of an operator.
  package init(
    store: StateStore, token: Secret?, tokens: [PageToken] = [], signIn: SignIn? = nil,
    names: ServedNames = ServedNames(),
    forges: @escaping @Sendable () -> [String: ForgeWebsite],
    now: @escaping @Sendable () -> Timestamp,
    redaction: @escaping @Sendable () -> Redaction = { Redaction() },
    forgeFailures: @escaping @Sendable () -> [ForgeHealth.Failure] = { [] },
    expiring: @escaping @Sendable () -> [CredentialExpiry] = { [] },
    hosts: @escaping @Sendable () -> [HostHealth.Host] = { [] },
    forgeHosts: @escaping @Sendable () -> Set<String> = { [] }, version: String = "",
    purlTypes: [String: String] = [:], versions: VersionSort = VersionSort(),
    language: Language? = nil, log: Logger
  ) {
    self.store = store
    self.signIn = signIn
    access = PageAccess(token: token, tokens: tokens, sessions: signIn?.sessions, names: names)
    self.forges = forges
    self.now = now
    self.redaction = redaction
    self.forgeFailures = forgeFailures
    self.expiring = expiring
    self.hosts = hosts
    self.forgeHosts = forgeHosts
    self.version = version
    self.purlTypes = purlTypes
    self.versions = versions
    self.language = language
    self.log = log
  }

  /// The routes of all pages.
  package var routes: [Route] {
    let store = store
    let fleet = FleetRoute(
      store: store, version: version, purlTypes: purlTypes, now: now, redaction: redaction, log: log
    )
    let (now, versions) = (now, versions)
    return [Stylesheet.route, Icon.route, fleet.route(access)]
      + both("/", "repositories") { _, query in try await FleetView(store, query, now: now()) }
      + both("/repositories/:forge/*name", "repositories/:forge/*name") { found, query in
        guard let name = RepositoryName(found["name"]) else { return nil }
        return try await RepositoryView(
          store, RepositoryID(forge: found["forge"], name: name), query, now: now())
      }
      + both("/pull-requests", "pull-requests") { _, query in
        try await ProposalsView(store, query)
      }
      + both("/pull-requests/:forge/*rest", "pull-requests/:forge/*rest") { found, _ in
        let rest = found["rest"]
        guard let slash = rest.lastIndex(of: "/"),
          let name = RepositoryName(String(rest[..<slash])),
          let number = Int(rest[rest.index(after: slash)...])
        else { return nil }
        return try await PullRequestView(
          store, of: RepositoryID(forge: found["forge"], name: name), number: number, versions)
      }
      + both("/runs", "runs") { _, _ in try await RunsView(store) }
      + both("/hosts", "hosts") { _, _ in
        HostsView(hosts(), forges: forgeHosts(), now: now())
      }
      + both("/moved", "moved") { _, _ in try await MovedView(store, versions) }
      + both("/packages", "packages") { _, query in try await PackagesView(store, query) }
      + both("/packages/:ecosystem/*name", "packages/:ecosystem/*name") { found, query in
        try await PackageView(
          store, ecosystem: found["ecosystem"], name: found["name"], query, versions)
      } + actionRoutes + signInRoutes
  }

  private var actionRoutes: [Route] {
    ActionRoutes(handler: ActionHandler(store: store, now: now), access: access, log: log) {
      refusal, page, request in
      shape(MessageView(refusal, from: page), for: request, status: refusal.status)
    }.all
  }

  private var signInRoutes: [Route] {
    guard let signIn else { return [] }
    return SignInRoutes(signIn: signIn, access: access) { failure, request in
      let view = failure.map { MessageView($0) } ?? .signedOut
      return shape(view, for: request, status: view.status)
    }.all
  }

  /// Returns the response for an unknown address: a page, or a JSON document for programs.
  package func missing(_ request: ServerRequest) -> ServerResponse {
    shape(MessageView.missing, for: request, status: MessageView.missing.status)
  }

  private typealias Load = @Sendable (Captures, ListQuery) async throws -> (any View)?

  /// A page and the JSON document of the same view.
  private func both(_ page: String, _ api: String, _ load: @escaping Load) -> [Route] {
    [page, Self.api + api].map { path in
      Route(.get, path) { request, found in await answer(request, found, load) }
    }
  }

  private func answer(
    _ request: ServerRequest, _ found: Captures, _ load: Load
  ) async -> ServerResponse {
    if let refusal = access.refusal(of: request) { return refusal }
    do {
      let query = ListQuery(String(request.path), [String: String](query: request.query))
      guard let view = try await load(found, query) else { return missing(request) }
      let done = ActionResult(before: request)
      var response = shape(view, for: request, refresh: Refresh(query: query), done: done)
      if done != nil { response.headers.append(ActionResult.removal) }
      return response
    } catch {
      log.error("a page cannot be shown", ["path": "\(request.path)", "error": "\(error)"])
      return shape(
        MessageView.unreachable, for: request, status: MessageView.unreachable.status)
    }
  }

  /// Somebody without a token may see messages, but nothing of the fleet.
  private func shape(
    _ view: any View, for request: ServerRequest, status: Int = 200, refresh: Refresh? = nil,
    done: ActionResult? = nil
  ) -> ServerResponse {
    var context = PageContext(now: now(), forges: ForgeLinks(forges()))
    if let visitor = access.visitor(of: request) {
      let own = forgeHosts()
      context.visitor = visitor
      context.forgeFailures = forgeFailures()
      context.expiring = expiring()
      context.hostFailures = hosts().filter { !own.contains($0.name) && $0.isDown(at: context.now) }
      context.done = visitor.isOperator ? done : nil
    }
    context.refresh = refresh
    context.language = language ?? Language(acceptedBy: request.header("Accept-Language") ?? "")
    var response =
      request.path.hasPrefix(Self.api)
      ? view.document(context, status: status) : view.page(context, status: status)
    response.body = Array(redaction()(String(decoding: response.body, as: UTF8.self)).utf8)
    return response
  }

  private static let api = "/api/v1/"

  /// Protects another route with the same token.
  package func guarding(_ route: Route) -> Route { route.guarded(by: access) }
}
