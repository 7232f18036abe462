import Text
import FoundationEssentials
import HTTP
import JSON
import Logging
import Time

/// Provides the token for each use of an App, and renews tokens before they expire.
///
/// A token has only the permissions that its use needs, for one repository if the use names one.
/// Concurrent callers share one renewal. Proofs are dated by the host's clock, which is known from its
/// responses.
actor GitHubTokens {
  /// A token with the time until which it is used, by this machine's clock.
  struct Token: Sendable {
    var secret: Secret
    var end: Timestamp
  }

  /// What a token is for.
  private struct Extent: Hashable {
    var installation: Int
    var right: ForgeUse.Right
    /// The only repository, in lower case and without its owner; nil: all of the installation.
    var repository: String?
  }

  /// An installation, with the permissions that its owner granted; nil: not known.
  struct Installation: Decodable, Sendable {
    var id: Int
    var permissions: [String: String]?
  }

  private let app: GitHubApp
  private let wire: HostWire
  private var installations: [String: Installation] = [:]
  private var tokens: [Extent: Token] = [:]
  private var renewals: [Extent: Task<Result<Token, ForgeError>, Never>] = [:]

  /// Sends nothing yet.
  init(app: GitHubApp, over wire: HostWire) {
    self.app = app
    self.wire = wire
  }

  /// Returns the token for a use; it may take up to two requests.
  func token(for use: ForgeUse) async throws(ForgeError) -> Secret {
    switch use.scope {
    case .account: return try proof(for: "the App")
    case .grant(let id, let owner):
      if let owner, installations[owner.lowercased()] == nil {
        installations[owner.lowercased()] = Installation(id: id)
      }
      return try await token(Extent(installation: id, right: .contents), [:]).secret
    case .owner(let owner):
      let found = try await installation(of: owner, for: use)
      let name = use.repository?.lowercased().slashParts().last.map(String.init)
      let extent = Extent(installation: found.id, right: use.right, repository: name)
      return try await token(extent, found.permissions ?? [:]).secret
    }
  }

  /// Forgets tokens that were refused.
  func discard(where isRefused: @Sendable (Secret) -> Bool) {
    tokens = tokens.filter { !isRefused($0.value.secret) }
  }

  /// Reads the host's date, because a proof was refused; the next one is dated by it.
  ///
  /// The result of the request doesn't matter: also a refusal has the date.
  func readDate() async { _ = try? await prove(.get(["app"], scope: .account)) }

  /// Sends a call as the App; a refused proof is replaced once, because the refusal shows the host's
  /// date.
  private func prove(_ call: HostCall) async throws(ForgeError) -> Response {
    do throws(ForgeError) {
      return try await wire.send(call, .bearer(try proof(for: call.summary)))
    } catch {
      guard error.code == .unauthorized else { throw error }
      return try await wire.send(call, .bearer(try proof(for: call.summary)))
    }
  }

  private func proof(for subject: String) throws(ForgeError) -> Secret {
    do {
      return try AppProof.make(id: app.id, at: Int(wire.hostNow.seconds), sign: app.sign)
    } catch {
      throw ForgeError(.unauthorized, subject: subject, detail: "the App's key cannot sign")
    }
  }

  private func installation(
    of owner: String, for use: ForgeUse
  ) async throws(ForgeError) -> Installation {
    if let known = installations[owner.lowercased()], known.permissions != nil { return known }
    let path = use.repository.flatMap(RepositoryName.init).map { $0.path("installation") }
    let search = HostCall.get(path ?? ["users", owner, "installation"], scope: .account)
    let response = try await prove(search)
    let found: Installation = try HostPayload.decode(response, search)
    installations[owner.lowercased()] = found
    return found
  }

  private func token(
    _ extent: Extent, _ granted: [String: String]
  ) async throws(ForgeError) -> Token {
    if let token = tokens[extent], token.end > wire.pacing.now() { return token }
    if let renewal = renewals[extent] { return try await renewal.value.get() }
    let renewal = Task { await self.renew(extent, granted) }
    renewals[extent] = renewal
    let result = await renewal.value
    return try result.get()
  }

  private func renew(
    _ extent: Extent, _ granted: [String: String]
  ) async -> Result<Token, ForgeError> {
    defer { renewals[extent] = nil }
    do throws(ForgeError) {
      let token = try await create(extent, granted)
      tokens[extent] = token
      return .success(token)
    } catch {
      return .failure(error)
    }
  }

  /// Requests a token; one that only reads is requested again for all repositories if the name is
  /// refused, because a repository may have been renamed.
  private func create(
    _ extent: Extent, _ granted: [String: String]
  ) async throws(ForgeError) -> Token {
    do throws(ForgeError) {
      return try await request(extent, granted)
    } catch {
      guard error.code == .rejected, extent.repository != nil,
        extent.right == .contents || extent.right == .read
      else { throw error }
      var wider = extent
      wider.repository = nil
      return try await request(wider, granted)
    }
  }

  private func request(
    _ extent: Extent, _ granted: [String: String]
  ) async throws(ForgeError) -> Token {
    let permissions = GitHubPermissions.needed(for: extent.right, of: granted)
    var body: [(String, Value)] = [
      ("permissions", .object(Object(permissions.map { ($0.name, .string($0.level)) })))
    ]
    if let name = extent.repository { body.append(("repositories", .array([.string(name)]))) }
    var call = HostCall.write(
      .post, ["app", "installations", "\(extent.installation)", "access_tokens"],
      .object(Object(body)), scope: .account)
    call.isWrite = false
    return try Self.token(try await prove(call), call, now: wire.pacing.now())
  }

  /// Reads a token; it is used until a tenth of its lifetime, at most five minutes, before its end.
  private static func token(
    _ response: Response, _ call: HostCall, now: Timestamp
  ) throws(ForgeError) -> Token {
    struct Grant: Decodable {
      var token: String
      var expiresAt: String?
    }
    let grant: Grant = try HostPayload.decode(response, call)
    let host = HostTime.date(of: response) ?? now
    let life = HostTime.date(grant.expiresAt).map { $0 - host } ?? .seconds(3_600)
    let end = now + (life - min(.seconds(300), life / 10))
    return Token(secret: Secret(grant.token), end: end)
  }
}

/// The permissions that tokens of an App are requested with.
enum GitHubPermissions {
  /// What reading a repository needs; only the first two are needed for files and releases.
  static let reading = [
    "contents", "metadata", "pull_requests", "issues", "checks", "statuses", "merge_queues",
  ]
  /// What publishing needs at the level `write`.
  static let writing = ["contents", "pull_requests", "issues"]

  /// Whether a permission, or its level, is in no token that is ever requested.
  static func isTooMuch(_ name: String, _ level: String) -> Bool {
    if name == "workflows" { return false }
    return writing.contains(name) ? level == "admin" : !reading.contains(name) || level != "read"
  }

  /// Returns the permissions for a right, sorted by name, without those that weren't granted: GitHub
  /// would refuse the request.
  ///
  /// - Parameters:
  ///   - right: what the token has to allow.
  ///   - granted: the installation's permissions; empty if they aren't known.
  /// - Returns: names and levels as GitHub spells them.
  static func needed(
    for right: ForgeUse.Right, of granted: [String: String]
  ) -> [(name: String, level: String)] {
    var levels: [String: String] = [:]
    let names = right == .contents ? Array(reading.prefix(2)) : reading
    for name in names where granted[name] != nil || reading.prefix(2).contains(name) {
      levels[name] = "read"
    }
    if right == .write || right == .workflows {
      for name in writing where granted[name] != "read" && (granted.isEmpty || granted[name] != nil)
      {
        levels[name] = "write"
      }
    }
    if right == .workflows, granted["workflows"] != nil { levels["workflows"] = "write" }
    return levels.sorted { $0.key < $1.key }.map { (name: $0.key, level: $0.value) }
  }
}
