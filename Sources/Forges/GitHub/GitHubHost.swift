import FoundationEssentials
import Git
import HTTP
import Logging

/// Sends calls to one GitHub with one credential: authorised, paced, retried within bounds.
///
/// A read that failed for a while is asked again. A write is never sent twice blindly: where nobody
/// knows if it was done, the caller's `recover` looks at the host first.
struct GitHubHost: Sendable {
  let addresses: GitHubAddresses
  let manners: GitHubManners
  let isApp: Bool
  private let wire: GitHubWire
  private let tokens: GitHubTokens

  /// Prepares to speak; nothing is sent yet.
  init(
    addresses: GitHubAddresses, credential: GitHubCredential, client: HTTP.Client,
    manners: GitHubManners, gate: ForgeGate? = nil
  ) {
    if case .app = credential { isApp = true } else { isApp = false }
    let wire = GitHubWire(
      addresses: addresses, client: client, manners: manners, isApp: isApp, gate: gate)
    self.addresses = addresses
    self.manners = manners
    self.wire = wire
    tokens = GitHubTokens(
      credential: credential, now: manners.now, hostNow: { wire.hostNow },
      ask: { (call, secret) async throws(ForgeError) in try await wire.send(call, secret) })
  }

  /// What all requests go through.
  var gate: ForgeGate { wire.gate }

  /// Reads one document.
  func read<Value: Decodable & Sendable>(_ call: GitHubCall) async throws(ForgeError) -> Value {
    try await wire.retrying(call) { () async throws(ForgeError) in
      try GitHubPayload.decode(try await send(call), call)
    }
  }

  /// Reads one document that may not be there.
  func readIfPresent<Value: Decodable & Sendable>(
    _ call: GitHubCall
  ) async throws(ForgeError) -> Value? {
    do throws(ForgeError) {
      return try await read(call)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  /// Changes something and answers what is there afterwards.
  ///
  /// - Parameters:
  ///   - call: the change.
  ///   - recover: looks whether the change was done although no answer came; nil: it was not, or
  ///     doing it again does no harm.
  /// - Returns: the answer, or what `recover` found.
  /// - Throws: `ForgeError` once the attempts are used up.
  func write<Value: Decodable & Sendable>(
    _ call: GitHubCall,
    recover: () async throws(ForgeError) -> Value? = { () async throws(ForgeError) in nil }
  ) async throws(ForgeError) -> Value {
    try await attempting(call, recover) { (response) throws(ForgeError) in
      try GitHubPayload.decode(response, call)
    }
  }

  /// Pushes by git; a reply that is lost is looked up by `recover`.
  ///
  /// - Parameters:
  ///   - update: the change of one reference.
  ///   - repository: whose reference it is.
  ///   - recover: as for `write`.
  /// - Throws: `ForgeError`, `.rejected` with the host's words if the reference stays as it is.
  func push(
    _ update: RefUpdate, to repository: RepositoryName,
    recover: () async throws(ForgeError) -> Ignored?
  ) async throws(ForgeError) {
    let call = GitHubCall.push(update, to: repository)
    _ = try await attempting(call, recover) { (response) throws(ForgeError) in
      let refusal: String?
      do throws(GitError) {
        refusal = try update.refusal(in: response.body, place: call.place)
      } catch {
        throw ForgeError(.malformed, place: call.place, detail: error.detail)
      }
      if let refusal { throw ForgeError(.rejected, place: call.place, detail: refusal) }
      return Ignored()
    }
  }

  private func attempting<Value: Sendable>(
    _ call: GitHubCall, _ recover: () async throws(ForgeError) -> Value?,
    _ read: (Response) throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    var tries = GitHubTries(manners)
    while true {
      do throws(ForgeError) {
        return try read(try await send(call))
      } catch {
        guard tries.allow(error) else { throw error }
        guard error.isUncertain else { continue }
        try await wire.back(off: tries.failures, call)
        if let done = try await recover() { return done }
      }
    }
  }

  /// Changes something whose answer does not matter; doing it twice must do no harm.
  func repeatable(_ call: GitHubCall) async throws(ForgeError) {
    let _: Ignored = try await write(call)
  }

  /// Reads a list to its end or to `limit` items.
  func list<Page: Decodable & Sendable, Item: Sendable>(
    _ call: GitHubCall, limit: Int = 100_000, _ items: @Sendable (Page) -> [Item]
  ) async throws(ForgeError) -> [Item] {
    var result: [Item] = []
    var next: GitHubCall? = call
    while let call = next, result.count < limit {
      let (page, link): (Page, String?) = try await wire.retrying(call) {
        () async throws(ForgeError) in
        let response = try await send(call)
        return (try GitHubPayload.decode(response, call), response.headers["Link"])
      }
      let found = items(page)
      result += found
      next = found.isEmpty ? nil : try follow(link, from: call)
    }
    return Array(result.prefix(limit))
  }

  /// The call for the next page; a link to another origin would carry the credential there.
  private func follow(_ link: String?, from call: GitHubCall) throws(ForgeError) -> GitHubCall? {
    guard let url = LinkHeader.next(in: link ?? "") else { return nil }
    let origin = try? AbsoluteURL(url).origin
    guard let origin, origin == (try? AbsoluteURL(addresses.rest).origin), url != call.url else {
      throw ForgeError(.malformed, place: call.place, detail: "the next page is somewhere else")
    }
    var next = call
    next.url = url
    return next
  }

  /// Sends a call once, and once more with a new token if its token was refused.
  func send(_ call: GitHubCall) async throws(ForgeError) -> Response {
    let secret = try await tokens.secret(for: call)
    do throws(ForgeError) {
      return try await wire.exchange(call, secret)
    } catch {
      guard error.code == .unauthorized, await tokens.discard(secret) else { throw error }
      return try await wire.exchange(call, try await tokens.secret(for: call))
    }
  }

  /// What opens the repositories of an owner.
  func secret(for owner: String) async throws(ForgeError) -> Secret {
    try await tokens.secret(for: .get([], role: .owner(owner)))
  }

  /// Waits before looking again, longer each time.
  func pause(_ attempt: Int) async throws(ForgeError) {
    try await wire.back(off: attempt, .get([], role: .app))
  }

  /// Tells the tokens what a list of installations said.
  func note(installation: Int, of owner: String) async {
    await tokens.note(installation: installation, of: owner)
  }
}

extension ForgeError {
  /// Whether asking again, by and by, is worth it.
  var isRetryable: Bool {
    switch code {
    case .unavailable, .malformed, .rateLimited: true
    default: false
    }
  }

  /// Whether nobody knows if the host did what it was asked.
  var isUncertain: Bool { code == .unavailable || code == .malformed }
}
