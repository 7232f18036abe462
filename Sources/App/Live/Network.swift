import Addresses
import Advisories
import Changelogs
import Configuration
import Credentials
import Crypto
import Ecosystem
import Forges
import FoundationEssentials
import Git
import HTTP
import Logging
import Tracing
import Updates

/// The connections to other hosts, within the limits of the operator's file.
struct Network: Sendable {
  private(set) var settings: OperatorFile
  let counts: RequestCounts
  /// Measures requests; in a worker, only the stages.
  let tracer: Tracer
  /// On whose behalf requests are made.
  private(set) var visitor = Visitor.everyone
  /// The registry for packages without a scope; nil: the public one.
  private(set) var defaultRegistry: String?
  /// Shared by all worlds, so that only one repository waits for a source that doesn't respond.
  let outage = AdvisoryOutage()
  /// The URLs of registries with credentials that must not be used.
  private var withheld: [String] = []
  /// The indices in `registries` of credentials that the repository may not use.
  private var closed: [Int] = []
  private let live: HTTP.Client
  /// The client for hosts that a repository can name.
  private let named: HTTP.Client
  private let proxies: Proxies
  /// The PEM file of trusted certificates; nil for the system's.
  private let certificates: String?
  /// Decides about credentials.
  private let policy: CredentialPolicy
  /// Adds the credentials of the operator's file; nil in a worker, whose parent has it.
  private let keeper: CredentialKeeper?

  /// Creates the network of a worker, which sends everything by its parent.
  init(
    _ settings: OperatorFile, counts: RequestCounts, by parent: HTTP.Client,
    tracer: Tracer = .off
  ) {
    self.settings = settings
    self.counts = counts
    self.tracer = tracer
    proxies = Proxies()
    certificates = nil
    live = ClosedHosts().guarding(parent)
    named = live.failingFast()
    policy = CredentialPolicy(settings, kinds: servedEcosystems.registries)
    keeper = nil
  }

  /// Creates a network with the credentials of the operator's file.
  init(
    _ settings: OperatorFile, counts: RequestCounts, log: Logger,
    watch: RequestWatch = RequestWatch()
  ) throws(Problem) {
    self.settings = settings
    self.counts = counts
    tracer = watch.tracer
    proxies = try Proxies(settings)
    certificates = try settings.trustedCertificates()
    let live = ClosedHosts().guarding(
      .live(
        LiveOptions(
          userAgent: "martlet/\(Martlet.version)", certificates: certificates, proxies: proxies,
          allowsPrivate: settings.trusts, allowsAddress: settings.isInAllowedNetwork))
    ).watched(by: watch.health).traced(by: tracer)
    self.live = live
    named = live.failingFast()
    let client = live.layered(Layers(retries: RetryPolicy(attempts: 1), counts: counts))
    do throws(UnusableForge) {
      let keeper = try CredentialKeeper(
        settings, kinds: servedEcosystems.registries, client: client
      ) { forge, error in
        log.warning(
          "no token for reading: private packages and notes are not found",
          ["forge": forge, "reason": error.message])
      }
      self.keeper = keeper
      policy = keeper.policy
    } catch {
      throw Problem(error, settings)
    }
  }

  /// Returns the network for requests on behalf of a repository.
  func acting(for tenant: Tenant) -> Network {
    var network = acting(for: tenant.visitor).closing(tenant.closed)
    network.defaultRegistry = tenant.defaultRegistry
    return network
  }

  /// Returns the network for requests on somebody's behalf.
  func acting(for visitor: Visitor) -> Network {
    var network = self
    network.visitor = visitor
    return network
  }

  /// Whether credentials depend on whether everyone may read a repository of a forge.
  func dependsOnVisibility(on forge: String) -> Bool {
    policy.dependsOnVisibility(on: forge)
  }

  /// Returns the network without the credentials at some indices of `registries`.
  func closing(_ indices: [Int]) -> Network {
    var network = self
    network.closed = Set(closed + indices).sorted()
    for index in indices { network.settings.registries[index].close() }
    return network
  }

  /// Returns the network without the credentials of some registries.
  func withholding(_ registries: [String]) -> Network {
    var network = self
    network.withheld = registries.sorted()
    for index in settings.registries.indices
    where registries.contains(settings.registries[index].url) {
      network.settings.registries[index].close()
    }
    return network
  }

  /// Identifies the credentials in use: content that was read with one set isn't used for another.
  var scope: String {
    // The number changes if content that was read under older rules must not be used any more.
    let parts =
      ["2", policy.scope(of: visitor)] + withheld + closed.map { "#\($0)" }
      + [defaultRegistry.map { "default:\($0)" } ?? ""]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The credentials for requests, by their purpose.
  private var credentials: CredentialSource {
    guard let keeper else { return .held(by: policy, for: visitor, withheld: Set(withheld)) }
    return keeper.source(for: visitor, withheld: Set(withheld))
  }

  /// Tells the sender of requests on whose behalf they are made.
  private func asking(_ client: HTTP.Client) -> HTTP.Client {
    guard keeper == nil else { return client }
    let asker = Asker(isShared: visitor.visited == nil, withheld: withheld).text
    return Client { request throws(HTTPError) in
      var request = request
      request.asker = asker
      return try await client.send(request)
    }
  }

  /// Returns the client for registries, with mirrors, credentials and a cache.
  func registries(
    _ store: ResponseStore, for purpose: Purpose = .registry, retries: RetryPolicy = RetryPolicy()
  ) throws(Problem) -> HTTP.Client {
    do throws(HTTPError) {
      let mirrors = try settings.mirrors.filter { $0.to.hasPrefix("http") }
        .map { mirror throws(HTTPError) in try HTTP.Mirror(from: mirror.from, to: mirror.to) }
      return try presenting(asking(named)).layered(
        Layers(
          mirrors: mirrors, purpose: purpose, credentials: credentials, store: store,
          retries: retries, counts: counts))
    } catch {
      throw Problem(.usage, "is not a valid address", subject: error.url)
    }
  }

  /// Returns the client for forges, which state their purpose and retry themselves.
  func forges(_ store: ResponseStore) -> HTTP.Client {
    asking(live).layered(
      Layers(
        credentials: credentials, store: store, retries: RetryPolicy(attempts: 1), counts: counts))
  }

  /// Returns the client for git servers, which lists each remote once.
  ///
  /// Bare repositories are cached below `folder`, separately for each scope.
  func git(cache folder: String) -> Git.Client {
    let partition = Digest(.sha256, of: scope).hexadecimal
    let settings = settings
    let folders = settings.trustedFolders
    var options = Options(
      cache: folder, partition: partition, transport: transport,
      allowsPrivate: { remote in
        (try? AbsoluteURL(remote.address).origin).map(settings.trusts) ?? false
      },
      allowsAddress: settings.isInAllowedNetwork,
      allowsLocal: { path in folders.contains { path == $0 || path.hasPrefix($0 + "/") } })
    options.isOffline = keeper == nil
    options.certificates = certificates
    options.proxy = { [proxies] remote in
      (try? AbsoluteURL(remote.address).origin).flatMap(proxies.proxy)
    }
    return .live(options).explaining { [policy, visitor] in
      policy.closedForge($0, to: visitor)
    }.mirrored { settings.gitURL(of: $0) }.cachingReferences()
  }
}

extension Network {
  /// Presents the client certificates of registries; in a worker, the parent does.
  private func presenting(_ client: HTTP.Client) throws(HTTPError) -> HTTP.Client {
    keeper == nil ? client : try client.presenting(settings.clientCertificates)
  }

  /// Does the same; without usable certificates each request fails.
  private func presentingOrFailing(_ client: HTTP.Client) -> HTTP.Client {
    do throws(HTTPError) {
      return try presenting(client)
    } catch {
      return HTTP.Client { _ throws(HTTPError) in throw error }
    }
  }

  /// Returns the client for the requests of workers, which have their own layers.
  ///
  /// - Parameters:
  ///   - visitor: on whose behalf a worker asks.
  ///   - registries: the URLs of registries whose credentials must not be used.
  /// - Returns: a client that adds credentials and certificates, and sends each request once.
  func sender(for visitor: Visitor, withholding registries: [String]) -> HTTP.Client {
    let client = presentingOrFailing(live)
    guard let keeper else { return client }
    return client.authorized(by: keeper.source(for: visitor, withheld: Set(registries)))
  }

  /// The URLs of the forges, by name.
  var forgeURLs: [String: ForgeURLs] {
    let known = settings.forges.compactMap { forge in
      forge.kind.urls(forge.url).map { (forge.name, $0) }
    }
    return Dictionary(known) { first, _ in first }
  }

  /// Returns the client for notifications, which sends each request once and follows no redirects.
  func notifications() -> HTTP.Client { live.counting(in: counts) }

  /// Returns the client for the provider of the sign-in, which sends each request once, follows no
  /// redirects and adds no credential.
  func signIn() -> HTTP.Client { live.counting(in: counts) }

  /// Passes a mail to the server of a notification.
  func submit(_ mail: Mail, by settings: NotificationSettings) async throws(HTTPError) {
    let server = MailServer(
      url: settings.url, username: settings.mail.username, password: settings.mail.password,
      certificates: certificates)
    try await server.submit(mail)
  }

  /// Returns the client for release notes; its failures never fail an update.
  func notes(_ store: ResponseStore) throws(Problem) -> HTTP.Client {
    try registries(store, for: .notes, retries: RetryPolicy(attempts: 1))
  }

  /// Returns the client for advisories; it fails fast, and its failures never fail an update.
  func advisories() throws(Problem) -> HTTP.Client {
    try registries(
      .inMemory(limit: 0), for: .advisories,
      retries: RetryPolicy(
        attempts: 2, firstPause: .milliseconds(200), longestPause: .seconds(1),
        longestWait: .seconds(2)))
  }

  /// The transport for git's protocol over HTTP.
  private var transport: SmartTransport {
    .over(
      presentingOrFailing(asking(named))
        .layered(Layers(purpose: .package, credentials: credentials, counts: counts)))
  }
}

extension OperatorFile {
  /// Returns whether an origin may have a private address.
  ///
  /// A URL of a forge, a mirror or a registry allows its own scheme, host and port only. A host of
  /// `network.allow-private` is allowed on every port.
  fileprivate var trusts: @Sendable (HTTP.Origin) -> Bool {
    let urls =
      forges.map(\.url) + mirrors.map(\.to) + registries.map(\.url)
      + notifications.map { $0.url.reveal() } + [signIn?.provider.issuer].compactMap(\.self)
    let origins = Set(urls.compactMap { try? AbsoluteURL($0).origin })
    let hosts = Set(allowedPrivate.hosts)
    return { origins.contains($0) || hosts.contains($0.bareHost) }
  }

  /// Returns whether an address is in a network of `network.allow-private`.
  fileprivate var isInAllowedNetwork: @Sendable ([UInt8]) -> Bool {
    let networks = allowedPrivate.networks
    return { address in networks.contains { $0.contains(address) } }
  }

  /// The local folders in URLs of mirrors and forges.
  fileprivate var trustedFolders: [String] {
    (forges.map(\.url) + mirrors.map(\.to)).filter { $0.hasPrefix("file://") }.map { url in
      let path = url.dropFirst("file://".count)
      return path.hasSuffix("/") ? String(path.dropLast()) : String(path)
    }
  }

  /// All secrets of the file, which are masked in every output.
  var secrets: [Secret] {
    let tokens = forges.flatMap { forge in [forge.webhookSecret, forge.credential?.secret] }
    let passwords = registries.map { registry -> Secret? in
      switch registry.credential {
      case .token(let token): token
      case .password(_, let password): password
      case nil: nil
      }
    }
    return (tokens + passwords).compactMap(\.self) + pages.secrets + state.secrets
      + notifications.flatMap(\.secrets)
      + [signing?.key, signIn?.provider.clientSecret].compactMap(\.self)
      + ((try? effectiveProxy()) ?? ProxySettings()).secrets
  }
}

extension Network {
  /// The registries by name scope, with the default one under the empty scope.
  var registriesByScope: [String: String] {
    var scopes = settings.scopes
    scopes[""] = defaultRegistry
    return scopes
  }
}

extension OperatorFile {
  /// Registries by name scope, without credentials; the first if a scope is listed twice.
  var scopes: [String: String] {
    let pairs = registries.flatMap { registry in registry.scopes.map { ($0, registry.url) } }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The operator's private packages by ecosystem.
  var privateNames: [EcosystemID: [NamePattern]] {
    var result: [EcosystemID: [NamePattern]] = [:]
    for ecosystem in servedEcosystems.descriptions {
      let own = registries.filter { registry in
        ecosystem.registries.contains { registry.kind ?? $0 == $0 }
      }
      result[ecosystem.id] = own.flatMap(\.privatePackages)
    }
    return result
  }

  /// The operator's hosts of forges, registries and mirrors that aren't public.
  var privateHosts: Set<String> {
    let urls = forges.map(\.url) + registries.map(\.url) + mirrors.map(\.from)
    let named = urls.compactMap { try? AbsoluteURL($0).origin.host.lowercased() }
    return Set(named).subtracting(publicForges)
      .subtracting(servedEcosystems.descriptions.flatMap(\.publicHosts))
  }

  /// The origins of those hosts, and of what mirrors lead to.
  var ownOrigins: Set<String> {
    let hosts = privateHosts
    let urls = forges.map(\.url) + registries.map(\.url) + mirrors.map(\.from)
    let named = urls.compactMap { try? AbsoluteURL($0).origin }.filter { hosts.contains($0.host) }
    let mirrored = mirrors.compactMap { try? AbsoluteURL($0.to).origin }
    return Set((named + mirrored).map { SourceOrigin($0).text })
  }
}

extension OperatorFile {
  /// The addresses of the forges that serve actions, by name, without a final slash.
  var actionHosts: [String: String] {
    let own = Set(forges.filter(\.kind.servesActions).map(\.name))
    return forgeAddresses.filter { own.contains($0.key) }
  }

  /// The addresses of all forges, by name, without a final slash.
  var forgeAddresses: [String: String] {
    let all = forges.map { forge in
      (forge.name, String(forge.url.reversed().drop { $0 == "/" }.reversed()))
    }
    return Dictionary(all) { first, _ in first }
  }
}

/// Git hosts that anybody can publish to.
private let publicForges: Set<String> = [
  "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "git.sr.ht",
]

extension OperatorFile {
  /// The operator's forges, from which release notes can be read, by host.
  var hosts: [String: SourceRepository.Kind] {
    var result: [String: SourceRepository.Kind] = [:]
    for forge in forges {
      guard let host = try? AbsoluteURL(forge.url).origin.host else { continue }
      result[host] = forge.kind.notesFormat.flatMap(SourceRepository.Kind.init(rawValue:))
    }
    return result
  }
}

extension Problem {
  /// Explains why the credential of a forge can't be used.
  fileprivate init(_ error: UnusableForge, _ settings: OperatorFile) {
    if let reason = error.reason as? ForgeSetupError,
      let forge = settings.forges.first(where: { $0.name == error.forge })
    {
      self.init(reason, forge)
    } else {
      self.init(repositoryError: error.reason, subject: error.forge)
    }
  }
}

extension Git.Client {
  /// Adds to errors of packages on an own forge which key gives access to them.
  ///
  /// - Parameter closed: returns the forge whose credential an address doesn't get; nil for another
  ///   address.
  /// - Returns: a client whose errors name the key.
  fileprivate func explaining(_ closed: @escaping @Sendable (String) -> String?) -> Git.Client {
    let explain = { @Sendable (error: GitError, remote: String) -> GitError in
      guard error.code == .notFound || error.code == .unauthorized, let forge = closed(remote)
      else { return error }
      var error = error
      error.detail += (error.detail.isEmpty ? "" : "; ") + Self.key(of: forge)
      return error
    }
    return Git.Client(
      references: { (remote) throws(GitError) in
        do throws(GitError) { return try await references(remote) } catch {
          throw explain(error, remote)
        }
      },
      files: { (remote, reference, select) throws(GitError) in
        do throws(GitError) { return try await files(remote, reference, select) } catch {
          throw explain(error, remote)
        }
      },
      times: { (remote, commits) throws(GitError) in
        do throws(GitError) { return try await times(remote, commits) } catch {
          throw explain(error, remote)
        }
      })
  }

  private static func key(of forge: String) -> String {
    "a private package is read only for private repositories, if `private-packages` of the forge "
      + "'\(forge)' in the operator's file lists it"
  }
}
