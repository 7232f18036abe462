import Changelogs
import Configuration
import Crypto
import Ecosystem
import FoundationEssentials
import Git
import HTTP
import Logging

/// How the outside is reached: what the operator's file allows, and nothing else.
struct Network: Sendable {
  let settings: OperatorFile
  let counts: RequestCounts
  private let live: HTTP.Client

  init(_ settings: OperatorFile, counts: RequestCounts) {
    self.settings = settings
    self.counts = counts
    let allowed = settings.trustedHosts
    live = .live(
      LiveOptions(userAgent: "martlet/\(Martlet.version)", allowsPrivate: allowed.contains))
  }

  /// The client for registries: mirrors, their credentials, a cache.
  func registries(
    _ store: ResponseStore, retries: RetryPolicy = RetryPolicy()
  ) throws(Problem) -> HTTP.Client {
    do throws(HTTPError) {
      let mirrors = try settings.mirrors.filter { $0.to.hasPrefix("http") }
        .map { mirror throws(HTTPError) in try HTTP.Mirror(from: mirror.from, to: mirror.to) }
      let credentials = try CredentialSource(settings.authorizations)
      return live.layered(
        Layers(
          mirrors: mirrors, credentials: credentials, store: store, retries: retries,
          counts: counts))
    } catch {
      throw Problem(.usage, "is no address that can be used", subject: error.url)
    }
  }

  /// The client for forges, which bring their own credentials and retry for themselves.
  func forges(_ store: ResponseStore) -> HTTP.Client {
    live.layered(Layers(store: store, retries: RetryPolicy(attempts: 1), counts: counts))
  }

  /// The client for git servers: each remote is listed once.
  func git(cache: String) -> Git.Client {
    let settings = settings
    let allowed = settings.trustedHosts
    let folders = settings.trustedFolders
    let options = Options(
      cache: cache, transport: transport, credential: { settings.credential(for: $0) },
      allowsPrivate: allowed.contains,
      allowsLocal: { path in folders.contains { path == $0 || path.hasPrefix($0 + "/") } })
    return .live(options).mirrored { settings.mirrored($0) }.remembering()
  }
}

extension Network {
  /// The client for release notes: nothing of an update waits for it or fails with it.
  func notes(_ store: ResponseStore) throws(Problem) -> HTTP.Client {
    try registries(store, retries: RetryPolicy(attempts: 1))
  }

  /// What git's own questions over HTTP go through.
  private var transport: SmartTransport {
    let client = live.layered(Layers(counts: counts))
    return SmartTransport { question throws(GitError) in
      let request = Request(
        question.body == nil ? .get : .post, question.url,
        headers: Headers(question.headers.map { Headers.Field($0.name, $0.value) }),
        body: question.body, deadline: question.deadline, bodyLimit: question.bodyLimit,
        credential: question.authorization, isIdempotent: true)
      do throws(HTTPError) {
        let response = try await client.send(request)
        return .init(status: response.status, body: response.body, url: response.url)
      } catch {
        throw GitError(error)
      }
    }
  }
}

extension GitError {
  /// Says in git's terms why a server gave no answer.
  fileprivate init(_ error: HTTPError) {
    let code: GitError.Code =
      switch error.code {
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      case .invalidURL, .malformed, .tooLarge: .invalid
      default: .unreachable
      }
    self.init(code, place: error.url, detail: error.detail)
  }
}

extension OperatorFile {
  /// Hosts that may have a private address: listed, or named by a forge, a mirror or a registry.
  fileprivate var trustedHosts: Set<String> {
    let urls = forges.map(\.url) + mirrors.map(\.to) + registries.map(\.url)
    let named = urls.compactMap { try? AbsoluteURL($0).origin.host }
    return Set(named + allowedPrivateHosts.map { $0.lowercased() })
  }

  /// Folders of this machine that mirrors and local forges name.
  fileprivate var trustedFolders: [String] {
    (forges.map(\.url) + mirrors.map(\.to)).filter { $0.hasPrefix("file://") }.map { url in
      let path = url.dropFirst("file://".count)
      return path.hasSuffix("/") ? String(path.dropLast()) : String(path)
    }
  }

  /// `Authorization` by URL prefix.
  fileprivate var authorizations: [String: Secret] {
    var result: [String: Secret] = [:]
    for registry in registries where registry.kind != .git {
      switch registry.credential {
      case .token(let token) where registry.kind == .rubygems:
        // RubyGems servers take a key as the user of basic authentication.
        result[registry.url] = basic(user: token.reveal(), "")
      case .token(let token): result[registry.url] = Secret("Bearer \(token.reveal())")
      case .password(let user, let password):
        result[registry.url] = basic(user: user, password.reveal())
      case nil: break
      }
    }
    for forge in forges where forge.kind == .github {
      guard case .token(let token) = forge.credential else { continue }
      result[forge.api] = Secret("Bearer \(token.reveal())")
    }
    return result
  }

  private func basic(user: String, _ password: String) -> Secret {
    Secret("Basic \(Base64.encode(Array("\(user):\(password)".utf8)))")
  }

  /// The credential for a git remote: of the registry or the forge whose address it begins with.
  fileprivate func credential(for remote: Remote) -> Credential? {
    guard remote.transport == .http else { return nil }
    for registry in registries where remote.lies(below: registry.url) {
      switch registry.credential {
      case .token(let token): return .password(user: "x-access-token", token)
      case .password(let user, let password): return .password(user: user, password)
      case nil: break
      }
    }
    for forge in forges where remote.lies(below: forge.url) {
      if case .token(let token) = forge.credential {
        return .password(user: "x-access-token", token)
      }
    }
    return nil
  }

  /// Every secret of the file, to be masked wherever text leaves the program.
  var secrets: [Secret] {
    let tokens = forges.flatMap { forge in [forge.webhookSecret, forge.credential?.secret] }
    let passwords = registries.map { registry -> Secret? in
      switch registry.credential {
      case .token(let token): token
      case .password(_, let password): password
      case nil: nil
      }
    }
    return (tokens + passwords + [pages.token]).compactMap(\.self)
  }
}

extension OperatorFile {
  /// Forges of the operator's own, whose release notes can be read.
  var hosts: [String: SourceRepository.Kind] {
    var result: [String: SourceRepository.Kind] = [:]
    for forge in forges {
      guard let host = try? AbsoluteURL(forge.url).origin.host else { continue }
      switch forge.kind {
      case .github: result[host] = .github
      case .gitlab: result[host] = .gitlab
      case .gitea, .forgejo: result[host] = .gitea
      case .bitbucket: result[host] = .bitbucket
      case .local: break
      }
    }
    return result
  }
}

extension ForgeSettings {
  /// Where GitHub's API answers, for reading other repositories' release notes.
  fileprivate var api: String {
    url == "https://github.com" ? "https://api.github.com/" : url + "/api/v3/"
  }
}

extension ForgeSettings.Credential {
  fileprivate var secret: Secret {
    switch self {
    case .token(let token): token
    case .app(_, let key): key
    }
  }
}

extension Remote {
  /// Whether the address begins with a URL, compared by origin and whole path segments.
  fileprivate func lies(below prefix: String) -> Bool {
    guard let prefix = try? AbsoluteURL(prefix), let url = try? AbsoluteURL(address) else {
      return false
    }
    return prefix.covers(url)
  }
}
