import Addresses
import Advisories
import Changelogs
import Configuration
import Crypto
import Ecosystem
import Forges
import FoundationEssentials
import Git
import HTTP
import Logging
import Updates

/// The connections to other hosts, within the limits of the operator's file.
struct Network: Sendable {
  private(set) var settings: OperatorFile
  let counts: RequestCounts
  /// The tenant whose App installation grants read access; nil for no tenant.
  private(set) var tenant: Tenant?
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
  /// Providers of credentials per owner, by the name of the forge.
  private let readers: [String: any ReadCredentialProvider]

  init(_ settings: OperatorFile, counts: RequestCounts, log: Logger) throws(Problem) {
    self.settings = settings
    self.counts = counts
    proxies = try Proxies(settings)
    certificates = try settings.trustedCertificates()
    let live = ClosedHosts().guarding(
      .live(
        LiveOptions(
          userAgent: "martlet/\(Martlet.version)", certificates: certificates, proxies: proxies,
          allowsPrivate: settings.trusts, allowsAddress: settings.isInAllowedNetwork)))
    self.live = live
    named = live.failingFast()
    let client = live.layered(Layers(retries: RetryPolicy(attempts: 1), counts: counts))
    var readers: [String: any ReadCredentialProvider] = [:]
    for forge in settings.forges {
      readers[forge.name] = try forge.reader(by: client) { error in
        log.warning(
          "no token for reading: private repositories and their notes are not found",
          ["forge": forge.name, "reason": error.words])
      }
    }
    self.readers = readers
  }

  /// Returns the network with the credentials of a repository's App installation, if there is an App.
  func acting(for tenant: Tenant) -> Network {
    var network = self
    network.tenant = readers[tenant.forge] == nil ? nil : tenant
    return network.closing(tenant.closed)
  }

  /// Returns the network without the credentials at some indices of `registries`.
  func closing(_ places: [Int]) -> Network {
    var network = self
    network.closed = Set(closed + places).sorted()
    for index in places { network.settings.registries[index].close() }
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
  ///
  /// Empty for exactly the credentials of the operator's file.
  var scope: String {
    let parts = [tenant?.description].compactMap(\.self) + withheld + closed.map { "#\($0)" }
    return parts.joined(separator: " ")
  }

  /// The credentials that an App adds to those of the operator's file.
  private func credential(
    _ source: (any ReadCredentialProvider, RepositoryName) -> CredentialSource
  ) -> CredentialSource {
    guard let tenant, let reader = readers[tenant.forge] else { return .none }
    return source(reader, tenant.repository)
  }

  /// Returns the client for registries, with mirrors, credentials and a cache.
  func registries(
    _ store: ResponseStore, retries: RetryPolicy = RetryPolicy(),
    otherwise more: CredentialSource = .none
  ) throws(Problem) -> HTTP.Client {
    do throws(HTTPError) {
      let mirrors = try settings.mirrors.filter { $0.to.hasPrefix("http") }
        .map { mirror throws(HTTPError) in try HTTP.Mirror(from: mirror.from, to: mirror.to) }
      let credentials = try CredentialSource(settings.authorizations).otherwise(more)
      return try named.presenting(settings.clientCertificates).layered(
        Layers(
          mirrors: mirrors, credentials: credentials, store: store, retries: retries,
          counts: counts))
    } catch {
      throw Problem(.usage, "is not a valid address", subject: error.url)
    }
  }

  /// Returns the client for forges, which add credentials and retry themselves.
  func forges(_ store: ResponseStore) -> HTTP.Client {
    live.layered(Layers(store: store, retries: RetryPolicy(attempts: 1), counts: counts))
  }

  /// Returns the client for git servers, which lists each remote once.
  ///
  /// Bare repositories are cached below `folder`, separately for each scope.
  func git(cache folder: String) -> Git.Client {
    let partition = scope.isEmpty ? "" : Digest(.sha256, of: scope).hexadecimal
    let settings = settings
    let folders = settings.trustedFolders
    var options = Options(
      cache: folder, partition: partition, transport: transport,
      credential: { settings.credential(for: $0) },
      allowsPrivate: { remote in
        (try? AbsoluteURL(remote.address).origin).map(settings.trusts) ?? false
      },
      allowsAddress: settings.isInAllowedNetwork,
      allowsLocal: { path in folders.contains { path == $0 || path.hasPrefix($0 + "/") } })
    options.certificates = certificates
    options.proxy = { [proxies] remote in
      (try? AbsoluteURL(remote.address).origin).flatMap(proxies.proxy)
    }
    return .live(options).mirrored { settings.place(of: $0) }.cachingReferences()
  }
}

extension Network {
  /// Returns the client for release notes; its failures never fail an update.
  func notes(_ store: ResponseStore) throws(Problem) -> HTTP.Client {
    try registries(
      store, retries: RetryPolicy(attempts: 1),
      otherwise: credential { reader, repository in reader.files(for: repository) })
  }

  /// Returns the client for advisories; it fails fast, and its failures never fail an update.
  func advisories() throws(Problem) -> HTTP.Client {
    try registries(
      .inMemory(limit: 0),
      retries: RetryPolicy(
        attempts: 2, firstPause: .milliseconds(200), longestPause: .seconds(1),
        longestWait: .seconds(2)))
  }

  /// The transport for git's protocol over HTTP.
  private var transport: SmartTransport {
    let credentials = credential { reader, repository in reader.git(for: repository) }
    let client = (try? named.presenting(settings.clientCertificates)) ?? named
    return .over(client.layered(Layers(credentials: credentials, counts: counts)))
  }
}

extension OperatorFile {
  /// Returns whether an origin may have a private address.
  ///
  /// A URL of a forge, a mirror or a registry allows its own scheme, host and port only. A host of
  /// `network.allow-private` is allowed on every port.
  fileprivate var trusts: @Sendable (HTTP.Origin) -> Bool {
    let urls = forges.map(\.url) + mirrors.map(\.to) + registries.map(\.url)
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

  /// The values of `Authorization` by URL prefix.
  fileprivate var authorizations: [String: Secret] {
    var result: [String: Secret] = [:]
    for registry in registries where registry.kind != .git {
      switch registry.credential {
      case .token(let token) where registry.kind?.tokenScheme == .user:
        result[registry.url] = basic(user: token.reveal(), "")
      case .token(let token): result[registry.url] = Secret("Bearer \(token.reveal())")
      case .password(let user, let password):
        result[registry.url] = basic(user: user, password.reveal())
      case nil: break
      }
    }
    for forge in forges {
      guard case .token(let token) = forge.credential,
        let (api, authorization) = forge.kind.apiCredential(forge.url, token)
      else { continue }
      result[api] = authorization
    }
    return result
  }

  private func basic(user: String, _ password: String) -> Secret {
    Secret("Basic \(Base64.encode(Array("\(user):\(password)".utf8)))")
  }

  /// Returns the credential for a git remote: that of a registry or forge with a URL that is its prefix.
  fileprivate func credential(for remote: Remote) -> Credential? {
    guard remote.transport == .http else { return nil }
    for registry in registries where remote.lies(below: registry.url) {
      switch registry.credential {
      case .token(let token): return .password(user: ForgeKind.anyGitUser, token)
      case .password(let user, let password): return .password(user: user, password)
      case nil: break
      }
    }
    for forge in forges where remote.lies(below: forge.url) {
      if case .token(let token) = forge.credential {
        return forge.kind.sendsTokensAsBearer
          ? .bearer(token) : .password(user: forge.kind.gitUser, token)
      }
    }
    return nil
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
    return (tokens + passwords + [pages.token]).compactMap(\.self) + state.secrets
      + ((try? effectiveProxy()) ?? ProxySettings()).secrets
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
}

extension OperatorFile {
  /// The addresses of the forges that serve actions, by name, without a final slash.
  var actionHosts: [String: String] {
    let own = forges.filter(\.kind.servesActions).map { forge in
      (forge.name, String(forge.url.reversed().drop { $0 == "/" }.reversed()))
    }
    return Dictionary(own) { first, _ in first }
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

extension ForgeSettings {
  /// Creates the provider of credentials that only read; nil if the kind of forge has none.
  fileprivate func reader(
    by client: HTTP.Client, complain: @escaping @Sendable (ForgeError) -> Void
  ) throws(Problem) -> (any ReadCredentialProvider)? {
    let connection = ForgeConnection(name: name, url: url, credential: credential, client: client)
    do {
      return try kind.reader(connection, complain)
    } catch let error as ForgeSetupError {
      throw Problem(error, self)
    } catch {
      throw Problem(repositoryError: error, subject: name)
    }
  }
}

extension Remote {
  /// Whether a URL is a prefix of the address, by origin and whole path segments.
  fileprivate func lies(below prefix: String) -> Bool {
    guard let prefix = try? AbsoluteURL(prefix), let url = try? AbsoluteURL(address) else {
      return false
    }
    return prefix.covers(url)
  }
}
