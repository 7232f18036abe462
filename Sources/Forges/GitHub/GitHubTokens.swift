import FoundationEssentials
import HTTP
import JSON
import Logging
import Time

/// Provides the token that a call needs, and renews those of an App before they expire.
///
/// Concurrent callers share one renewal. Proofs are dated by the host's clock, which is known from its
/// responses.
actor GitHubTokens {
  /// A token with the time until which it is used, by this machine's clock.
  struct Token: Sendable {
    var secret: Secret
    var end: Timestamp
  }

  /// Sends a call with a proof of the App.
  typealias Ask = @Sendable (HostCall, Secret) async throws(ForgeError) -> Response

  private let credential: GitHubCredential
  /// The permissions that tokens of an App are limited to; nil: all that the installation has.
  private let permissions: Value?
  private let now: @Sendable () -> Timestamp
  private let hostNow: @Sendable () -> Timestamp
  private let ask: Ask
  private var installations: [String: Int] = [:]
  private var tokens: [Int: Token] = [:]
  private var renewals: [Int: Task<Result<Token, ForgeError>, Never>] = [:]

  /// Sends nothing yet.
  init(credential: GitHubCredential, permissions: Value? = nil, over wire: HostWire) {
    self.credential = credential
    self.permissions = permissions
    now = wire.pacing.now
    hostNow = { wire.hostNow }
    ask = { (call, secret) async throws(ForgeError) in try await wire.send(call, secret) }
  }

  /// The tokens as `HostClient` uses them.
  nonisolated var secrets: HostSecrets {
    HostSecrets(
      secret: { call async throws(ForgeError) in try await self.secret(for: call) },
      discard: { secret in await self.discard(secret) })
  }

  /// Returns the secret for a call; for an App it may take up to two requests.
  func secret(for call: HostCall) async throws(ForgeError) -> Secret {
    switch (credential, call.scope) {
    case (.token(let secret), _): return secret
    case (.app, .account): return try proof(for: call)
    case (.app, .grant(let id, _)): return try await token(of: id).secret
    case (.app, .owner(let owner)):
      return try await token(of: installation(of: owner, for: call)).secret
    }
  }

  /// Forgets a secret that was refused; returns true if another one can be had.
  func discard(_ secret: Secret) -> Bool {
    guard case .app = credential else { return false }
    for (id, token) in tokens where token.secret == secret { tokens[id] = nil }
    return true
  }

  /// Records an installation from a list.
  func remember(installation: Int, of owner: String) {
    installations[owner.lowercased()] = installation
  }

  /// Sends a call as the App; a refused proof is replaced once, because the refusal shows the host's
  /// date.
  private func prove(_ call: HostCall) async throws(ForgeError) -> Response {
    do throws(ForgeError) {
      return try await ask(call, proof(for: call))
    } catch {
      guard error.code == .unauthorized else { throw error }
      return try await ask(call, proof(for: call))
    }
  }

  private func proof(for call: HostCall) throws(ForgeError) -> Secret {
    guard case .app(let id, let sign) = credential else {
      throw ForgeError(.unsupported, place: call.place, detail: "no App")
    }
    let seconds = hostNow().seconds
    do {
      return try AppProof.make(id: id, at: Int(seconds), sign: sign)
    } catch {
      throw ForgeError(.unauthorized, place: call.place, detail: "the App's key cannot sign")
    }
  }

  private func installation(
    of owner: String, for call: HostCall
  ) async throws(ForgeError) -> Int {
    if let known = installations[owner.lowercased()] { return known }
    struct Installation: Decodable {
      var id: Int
    }
    let search = HostCall.get(Self.lookUp(owner, for: call), scope: .account)
    let response = try await prove(search)
    let found: Installation = try HostPayload.decode(response, search)
    remember(installation: found.id, of: owner)
    return found.id
  }

  /// Returns the path that finds the installation: by the repository if the call names one.
  private static func lookUp(_ owner: String, for call: HostCall) -> [String] {
    let parts = call.path.split(separator: "/").map(String.init)
    if call.push != nil, parts.count >= 2, parts[1].hasSuffix(".git") {
      return ["repos", owner, String(parts[1].dropLast(4)), "installation"]
    }
    guard parts.count >= 3, parts[0] == "repos" else { return ["users", owner, "installation"] }
    return ["repos", owner, parts[2], "installation"]
  }

  private func token(of installation: Int) async throws(ForgeError) -> Token {
    if let token = tokens[installation], token.end > now() { return token }
    if let renewal = renewals[installation] { return try await renewal.value.get() }
    let renewal = Task { await self.renew(installation) }
    renewals[installation] = renewal
    let result = await renewal.value
    return try result.get()
  }

  private func renew(_ installation: Int) async -> Result<Token, ForgeError> {
    defer { renewals[installation] = nil }
    var call = HostCall.write(
      .post, ["app", "installations", "\(installation)", "access_tokens"],
      permissions.map { ["permissions": $0] }, scope: .account)
    call.isWrite = false
    do throws(ForgeError) {
      let response = try await prove(call)
      let token = try Self.token(response, call, now: now())
      tokens[installation] = token
      return .success(token)
    } catch {
      return .failure(error)
    }
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
