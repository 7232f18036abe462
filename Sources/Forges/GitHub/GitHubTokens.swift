import FoundationEssentials
import HTTP
import JSON
import Logging

/// Hands out the token that a call needs, and renews those of an App ahead of their end.
///
/// Concurrent callers share one renewal. Proofs are dated by the host's clock, as its responses
/// show it.
actor GitHubTokens {
  /// A token and until when it may be used, by this machine's clock.
  struct Token: Sendable {
    var secret: Secret
    var end: Date
  }

  /// Sends a call with a proof of the App.
  typealias Ask = @Sendable (GitHubCall, Secret) async throws(ForgeError) -> Response

  private let credential: GitHubCredential
  /// What a token of an App is limited to; nil: whatever the installation was granted.
  private let permissions: Value?
  private let now: @Sendable () -> Date
  private let hostNow: @Sendable () -> Date
  private let ask: Ask
  private var installations: [String: Int] = [:]
  private var tokens: [Int: Token] = [:]
  private var renewals: [Int: Task<Result<Token, ForgeError>, Never>] = [:]

  init(
    credential: GitHubCredential, permissions: Value? = nil,
    now: @escaping @Sendable () -> Date, hostNow: @escaping @Sendable () -> Date,
    ask: @escaping Ask
  ) {
    self.credential = credential
    self.permissions = permissions
    self.now = now
    self.hostNow = hostNow
    self.ask = ask
  }

  /// The secret for a call; for an App it may take up to two requests.
  func secret(for call: GitHubCall) async throws(ForgeError) -> Secret {
    switch (credential, call.role) {
    case (.token(let secret), _): return secret
    case (.app, .app): return try proof(for: call)
    case (.app, .installation(let id, _)): return try await token(of: id).secret
    case (.app, .owner(let owner)):
      return try await token(of: installation(of: owner, for: call)).secret
    }
  }

  /// Forgets a secret that was refused; true if another one can be had.
  func discard(_ secret: Secret) -> Bool {
    guard case .app = credential else { return false }
    for (id, token) in tokens where token.secret == secret { tokens[id] = nil }
    return true
  }

  /// Remembers an installation that a list named.
  func note(installation: Int, of owner: String) {
    installations[owner.lowercased()] = installation
  }

  /// Asks as the App; a refused proof is made anew once, since the refusal shows the host's date.
  private func prove(_ call: GitHubCall) async throws(ForgeError) -> Response {
    do throws(ForgeError) {
      return try await ask(call, proof(for: call))
    } catch {
      guard error.code == .unauthorized else { throw error }
      return try await ask(call, proof(for: call))
    }
  }

  private func proof(for call: GitHubCall) throws(ForgeError) -> Secret {
    guard case .app(let id, let sign) = credential else {
      throw ForgeError(.unsupported, place: call.place, detail: "no App")
    }
    let seconds = hostNow().timeIntervalSince1970
    do {
      return try AppProof.make(id: id, at: Int(seconds), sign: sign)
    } catch {
      throw ForgeError(.unauthorized, place: call.place, detail: "the App's key cannot sign")
    }
  }

  private func installation(
    of owner: String, for call: GitHubCall
  ) async throws(ForgeError) -> Int {
    if let known = installations[owner.lowercased()] { return known }
    struct Installation: Decodable {
      var id: Int
    }
    let search = GitHubCall.get(Self.lookUp(owner, for: call), role: .app)
    let response = try await prove(search)
    let found: Installation = try GitHubPayload.decode(response, search)
    note(installation: found.id, of: owner)
    return found.id
  }

  /// Asks by the repository where the call names one: it says which of several owners is meant.
  private static func lookUp(_ owner: String, for call: GitHubCall) -> [String] {
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
    var call = GitHubCall.write(
      .post, ["app", "installations", "\(installation)", "access_tokens"],
      permissions.map { ["permissions": $0] }, role: .app)
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

  /// Counts from the host's date, and stops a tenth of its life or five minutes early.
  private static func token(
    _ response: Response, _ call: GitHubCall, now: Date
  ) throws(ForgeError) -> Token {
    struct Grant: Decodable {
      var token: String
      var expiresAt: String?
    }
    let grant: Grant = try GitHubPayload.decode(response, call)
    let host = GitHubTime.date(of: response) ?? now
    let life = GitHubTime.date(grant.expiresAt)?.timeIntervalSince(host) ?? 3600
    let end = now.addingTimeInterval(life - min(300, life / 10))
    return Token(secret: Secret(grant.token), end: end)
  }
}
