import Arguments
import Configuration
import Ecosystem
import Forges
import Libc
import HTTP
import HTTPServer
import Logging
import Service
import Store
import Synchronization
import Time
import Tracing
import Updates
import Workers

extension Martlet {
  /// `martlet serve --config FILE`: runs the service until SIGTERM.
  func serve(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    try OperatorFile.require(for: invocation)
    Confinement.protectMemory()
    let session = try await ServeSession(invocation, terminal)
    try await session.run()
    return .done
  }
}

/// The state of `martlet serve`.
private struct ServeSession {
  let invocation: Invocation
  let terminal: Terminal
  let settings: OperatorFile
  let store: StateStore
  let log: Logger
  let redaction: Current<Redaction>
  /// Where people look at the forges, by name.
  let websites: Current<[String: ForgeWebsite]>
  let metrics: Metrics
  private let traces: Traces
  private let hostHealth = HostHealth()
  /// Makes the visits; replaced with each configuration.
  private let visitors: Current<Visitors?> = Current(nil)
  private let recorded: RecordedFile
  private let counts = RequestCounts()
  private let health = ForgeHealth()
  private let clockWatch = ClockWatch()
  /// The targets of messages; replaced with each configuration.
  private let notifications: Current<Notifier.Setup?> = Current(nil)
  private let notifier: Notifier
  /// The hosts of the forges' APIs.
  private let forgeHosts: Current<Set<String>>

  /// Reads the configuration and opens the state.
  init(_ invocation: Invocation, _ terminal: Terminal) async throws(Problem) {
    recorded = try Self.read(invocation) { terminal.error("martlet: \($0)\n") }
    let settings = recorded.file
    self.invocation = invocation
    self.terminal = terminal
    self.settings = settings
    redaction = Current(Redaction(settings.secrets))
    websites = Current(settings.webAddresses)
    log = Live.logger(settings, invocation, terminal, redacting: { [redaction] in redaction.value })
    store = try await Live.open(settings, .configured)
    forgeHosts = Current(settings.forgeHosts)
    let traces = try Traces(settings, log: log, redaction: { [redaction] in redaction.value })
    self.traces = traces
    let notifier = Notifier(store: store, clock: .wholeSeconds, log: log) { [notifications] in
      notifications.value ?? .none
    }
    self.notifier = notifier
    metrics = Metrics(startedAt: .now(), version: Martlet.version) { [counts] in
      Metrics.Requests.all(counts)
    } budgets: { [counts] in
      counts.rateLimits(at: .now()).map(Metrics.Budget.init)
    } forges: { [health] in
      health.isUp
    } expiries: { [health] in
      health.expiry
    } clockJumps: { [clockWatch] in
      clockWatch.jumps
    } successes: { [health] in
      health.lastSuccess
    } messages: {
      notifier.counts.map { Metrics.Messages($0.key, count: $0.value) }
    } forgeHosts: { [forgeHosts] in
      forgeHosts.value
    } spans: {
      traces.counts
    }
  }

  /// Runs the service.
  func run() async throws(Problem) {
    let address = try address()
    let clock = WallClock.wholeSeconds
    let dependencies = Supervisor.Dependencies(
      store: store, clock: clock, log: log,
      notifier: ServiceNotifier { environment($0) },
      file: OperatorFile.path(for: invocation),
      load: { try await self.load() },
      observe: { [metrics, store, redaction, log] record in
        metrics.count(record)
        await store.saveLog(of: record, redacting: redaction.value, log)
      },
      health: health, clockWatch: clockWatch, messages: notifier)
    let first = try generation(of: recorded)
    let supervisor = Supervisor(dependencies, first)
    let signals = Signals()
    let pages = Pages(
      store: store, token: settings.pages.token, tokens: settings.pages.tokens,
      signIn: try signIn(),
      names: ServedNames(listen: address.host, publicURLs: settings.publicURLs),
      forges: { [websites] in websites.value },
      now: clock.now, redaction: { [redaction] in redaction.value },
      forgeFailures: { [health] in health.failures },
      expiring: { [health] in health.expiring(at: clock.now()) },
      hosts: { [hostHealth] in hostHealth.hosts },
      forgeHosts: { [forgeHosts] in forgeHosts.value }, version: Martlet.version,
      purlTypes: servedEcosystems.purlTypes, versions: servedEcosystems.versionSort,
      language: settings.language, log: log)
    let routes = RouteTable(
      metrics.counting(supervisor.routes) + [pages.guarding(metrics.route(store))] + pages.routes,
      missing: pages.missing)
    let server = try listen(at: address, routes)
    await supervisor.run(
      server, signals,
      saying: announcement(ListenAddress(host: address.host, port: Int(server.port))))
    await visitors.value?.shutDown()
    await traces.stop()
    await store.close()
  }

  private var watch: RequestWatch { RequestWatch(tracer: traces.tracer, health: hostHealth) }

  /// Creates the sign-in to the pages; nil without a provider.
  private func signIn() throws(Problem) -> SignIn? {
    guard let provider = settings.signIn?.provider, let url = settings.publicURLs.first else {
      return nil
    }
    let clock = WallClock.wholeSeconds
    let network = try Network(settings, counts: counts, log: log, watch: watch)
    return SignIn(
      provider, provider: OpenIDProvider(provider, by: network.signIn(), now: clock.now),
      publicURL: url, now: clock.now, log: log)
  }

  private static func read(
    _ invocation: Invocation, warn: (String) -> Void
  ) throws(Problem) -> RecordedFile {
    guard let recorded = try RecordedFile.named(by: invocation, warn: warn) else {
      throw Problem(.usage, "--config FILE is missing")
    }
    return recorded
  }

  /// Logs one line with version, address, forges with their repositories, and state.
  private func announcement(_ address: ListenAddress) -> String {
    let forges = settings.forges.map { forge in
      "\(forge.name) (\(forge.repositories.map(\.description).joined(separator: ", ")))"
    }
    return "martlet \(Martlet.version) serves \(forges.joined(separator: " and ")) at "
      + "http://\(address), state \(settings.state.displayName)"
  }

  private func address() throws(Problem) -> ListenAddress {
    guard let text = invocation.value("listen") else { return settings.listen }
    guard let address = ListenAddress(text) else {
      throw Problem(
        .usage, "is not an address such as 127.0.0.1:8080", subject: text,
        advice: "[::1]:8080 is an IPv6 address, and :8080 is any address.")
    }
    guard address.isLoopback || !settings.pages.isOpen else {
      throw Problem(
        .usage, "can be reached from other machines, and the pages have no token",
        subject: "\(address)", advice: "Set 'pages: {token: ...}' in the operator's file.")
    }
    return address
  }

  private func listen(
    at address: ListenAddress, _ routes: RouteTable
  ) throws(Problem) -> Server {
    var options = ServerOptions()
    options.host = address.host
    options.port = UInt16(address.port)
    // A connection takes three file descriptors; a part is reserved for everything else.
    options.connectionLimit = min(options.connectionLimit, Self.descriptorLimit() / 4)
    options.clientLimit = options.connectionLimit / 2
    do throws(ServerError) {
      return try Server(
        options, admit: { routes.admit($0) }, shape: { $0.forPrograms(asking: $1) },
        handler: { await routes($0) })
    } catch {
      throw Problem(
        .failed, "cannot listen: \(error.message)", subject: "\(address)",
        advice: "Set another address with 'listen' in the configuration, or with --listen.")
    }
  }

  /// Raises the limit for open files as far as the process may, and returns it.
  ///
  /// Most systems start a process with 1,024 and allow many more. libcurl, libmicrohttpd and libpq
  /// don't use select(2), which can't handle more.
  private static func descriptorLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    let wanted = min(limit.rlim_max, 65_536)
    if limit.rlim_cur < wanted {
      let raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
      if withUnsafePointer(
        to: raised, { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), $0) }) == 0
      {
        limit = raised
      }
    }
    return Int(min(limit.rlim_cur, 1 << 20))
  }

  /// Reads the configuration again; settings that require a restart are reported and ignored.
  private func load() async throws(Problem) -> Generation {
    let recorded = try Self.read(invocation) { log.warning($0) }
    let generation = try generation(of: recorded)
    let next = recorded.file
    for (name, isNew) in [
      ("state", next.state != settings.state), ("listen", next.listen != settings.listen),
      ("service", next.service != settings.service), ("pages", next.pages != settings.pages),
      ("public-url", next.publicURLs != settings.publicURLs),
      ("log", next.log != settings.log),
    ] where isNew {
      log.warning("'\(name)' requires a restart")
    }
    redaction.value = Redaction(settings.secrets + next.secrets)
    websites.value = next.webAddresses
    forgeHosts.value = next.forgeHosts
    return generation
  }

  /// Creates the parts that depend on the configuration, with new workers.
  private func generation(of recorded: RecordedFile) throws(Problem) -> Generation {
    let settings = recorded.file
    let live = try Live(
      settings, store: store, log: log, counts: counts, watch: watch)
    for forge in settings.forges where forge.kind.webhooks != nil && forge.webhookSecret == nil {
      log.warning("no webhook-secret: webhooks are refused", ["forge": forge.name])
    }
    let forges = try live.connectedForges()
    let next = Visitors(
      try WorkerSetup(recorded, first: self.settings),
      PoolLimits(settings.limits, visit: self.settings.service.visit), forges, for: live,
      printing: { [terminal, redaction] text in terminal.error(redaction.value(text)) })
    visitors.value?.retire()
    visitors.value = next
    notifications.value = live.notificationSetup
    return Generation(
      forges: forges.map { forge in
        var served = forge.served
        served.visitor = { await next.visit($0, as: forge.known, begun: $1) }
        return served
      }, timing: Timing(settings.service), advisoryScan: live.advisoryScan)
  }
}

/// A value that a reload replaces, such as the secrets to mask in the log.
private final class Current<Value: Sendable>: Sendable {
  private let held: Mutex<Value>

  init(_ value: Value) {
    held = Mutex(value)
  }

  var value: Value {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}

extension Timing {
  /// Creates the service settings from the configuration.
  init(_ settings: ServiceSettings) {
    self.init()
    sweep = .seconds(settings.sweep.seconds)
    refresh = .seconds(settings.refresh.seconds)
    redelivery = .seconds(settings.redelivery.seconds)
    advisories = .seconds(settings.advisories.seconds)
    drain = .seconds(settings.drain.seconds)
    jobLimit = .seconds(settings.visit.seconds)
  }
}

extension OperatorFile {
  /// The forges' pages, by name; forges without pages are left out.
  var webAddresses: [String: ForgeWebsite] {
    let websites = forges.compactMap { forge in
      forge.kind.links.map {
        (forge.name, ForgeWebsite(url: forge.url, links: $0, text: forge.kind.text))
      }
    }
    return Dictionary(websites, uniquingKeysWith: { $1 })
  }
}

extension StateLocation {
  /// The database without a password.
  fileprivate var displayName: String {
    switch self {
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres: "in PostgreSQL"
    }
  }
}

extension ServerError {
  fileprivate var message: String {
    switch self {
    case .unknownHost(let message): message
    case .cannotListen(let code): String(cString: strerror(code))
    case .cannotStart: "the server does not start"
    }
  }
}

extension Metrics.Requests {
  /// Sums the requests by host, for all methods.
  static func all(_ counts: RequestCounts) -> [Metrics.Requests] {
    let groups = Dictionary(grouping: counts.snapshot) { "\($0.key.host) \($0.key.kind.rawValue)" }
    return groups.values.compactMap { entries in
      entries.first.map { first in
        Metrics.Requests(
          host: first.key.host, outcome: first.key.kind.rawValue,
          count: entries.reduce(0) { $0 + $1.value })
      }
    }
  }
}

extension Metrics.Budget {
  init(_ window: RateLimitWindow) {
    self.init(
      host: window.host, resource: window.resource, limit: window.limit,
      remaining: window.remaining)
  }
}
