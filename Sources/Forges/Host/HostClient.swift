import FoundationEssentials
import Git
import HTTP
import Logging
import Time

/// Sends the calls of one forge: paced, and retried within limits.
///
/// A call states what its credential is needed for; the client that sends it adds the credential.
///
/// Failed reads are retried. A write is never repeated blindly: if its outcome is unknown, the
/// caller's `recover` reads the host's state first.
///
///     let project: GitLabProject = try await host.read(.get(["projects", "7"], scope: .account))
struct HostClient: Sendable {
  let pacing: HostPacing
  let addresses: HostAddresses
  private let wire: HostWire

  /// Sends nothing yet.
  init(_ wire: HostWire) {
    self.wire = wire
    addresses = wire.addresses
    pacing = wire.pacing
  }

  /// The rate limiter that all requests pass.
  var limiter: ForgeRateLimiter { wire.limiter }

  /// The present time by the host's clock.
  var now: Timestamp { wire.hostNow }

  /// Signs the commits that are written; nil: they aren't signed with the operator's key.
  var signer: CommitSigner? { wire.signer }

  /// How the host differs from others.
  var dialect: HostDialect { wire.dialect }

  /// Reads one document.
  func read<Value: Decodable & Sendable>(_ call: HostCall) async throws(ForgeError) -> Value {
    try await wire.retrying(call.summary) { () async throws(ForgeError) in
      try HostPayload.decode(try await send(call), call)
    }
  }

  /// Reads one document; nil if the host answers 404.
  func readIfPresent<Value: Decodable & Sendable>(
    _ call: HostCall
  ) async throws(ForgeError) -> Value? {
    do throws(ForgeError) {
      return try await read(call)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  /// Changes something and returns the state afterwards.
  ///
  /// - Parameters:
  ///   - call: the change.
  ///   - recover: returns the state if the change was made although no response came; nil if it was
  ///     not made, or if making it twice does no harm.
  /// - Returns: the response, or the result of `recover`.
  /// - Throws: `ForgeError` once the attempts are used up.
  func write<Value: Decodable & Sendable>(
    _ call: HostCall,
    recover: () async throws(ForgeError) -> Value? = { () async throws(ForgeError) in nil }
  ) async throws(ForgeError) -> Value {
    try await attempting(call, recover) { (response) throws(ForgeError) in
      try HostPayload.decode(response, call)
    }
  }

  /// Moves a reference to a commit that the host has, by a push without objects.
  ///
  /// - Parameters:
  ///   - update: the change of one reference.
  ///   - repository: the repository with the reference.
  ///   - recover: as for `write`.
  /// - Throws: `ForgeError`; `.rejected` with the host's explanation if the reference is unchanged.
  func push(
    _ update: RefUpdate, to repository: RepositoryName,
    recover: () async throws(ForgeError) -> Ignored?
  ) async throws(ForgeError) {
    let call = HostCall.push(update, to: addresses.gitShape.path(of: repository), of: repository)
    do throws(ForgeError) {
      try await push(update, by: call, recover)
    } catch {
      guard let wider = widened(call, after: error) else { throw error }
      try await push(update, by: wider, recover)
    }
  }

  private func push(
    _ update: RefUpdate, by call: HostCall, _ recover: () async throws(ForgeError) -> Ignored?
  ) async throws(ForgeError) {
    _ = try await attempting(call, recover) { (response) throws(ForgeError) in
      let refusal: String?
      do throws(GitError) {
        refusal = try update.refusal(in: response.body, subject: call.summary)
      } catch {
        throw ForgeError(.malformed, subject: call.summary, detail: error.detail)
      }
      if let refusal { throw ForgeError(.rejected, subject: call.summary, detail: refusal) }
      return Ignored()
    }
  }

  private func attempting<Value: Sendable>(
    _ call: HostCall, _ recover: () async throws(ForgeError) -> Value?,
    _ read: (Response) throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    var tries = HostTries(pacing)
    while true {
      do throws(ForgeError) {
        return try read(try await send(call))
      } catch {
        guard tries.allow(error) else { throw error }
        guard error.isUncertain else { continue }
        try await wire.back(off: tries.failures, call.summary)
        if let done = try await recover() { return done }
      }
    }
  }

  /// Changes something whose response isn't needed; making the change twice must do no harm.
  func repeatable(_ call: HostCall) async throws(ForgeError) {
    let _: Ignored = try await write(call)
  }

  /// The maximum number of pages of a list.
  ///
  /// Hosts return up to 100 items a page, so that this is more than any list needs.
  private static let pageLimit = 1_500
  /// The maximum size of all pages of a list, in bytes.
  private static let listSizeLimit = 256 << 20

  /// Reads a list to its end or to `limit` items, by the `Link` header.
  ///
  /// - Throws: `.malformed` if the list exceeds the limits for pages and bytes, or its pages form a
  ///   cycle: a part of a list must not be taken for the whole.
  func list<Page: Decodable & Sendable, Item: Sendable>(
    _ call: HostCall, limit: Int = 100_000, _ items: @Sendable (Page) -> [Item]
  ) async throws(ForgeError) -> [Item] {
    var result: [Item] = []
    var next: HostCall? = call
    var seen: Set<String> = []
    var size = 0
    while let call = next, result.count < limit {
      guard seen.insert(call.url ?? "").inserted else {
        throw ForgeError(.malformed, subject: call.summary, detail: "the list's pages form a cycle")
      }
      guard seen.count <= Self.pageLimit, size <= Self.listSizeLimit else {
        throw ForgeError(.malformed, subject: call.summary, detail: "the list is too long")
      }
      let (page, link, bytes): (Page, String?, Int) = try await wire.retrying(call.summary) {
        () async throws(ForgeError) in
        let response = try await send(call)
        return (
          try HostPayload.decode(response, call), response.headers["Link"], response.body.count
        )
      }
      size += bytes
      let found = items(page)
      result += found
      next = found.isEmpty ? nil : try follow(link, from: call)
    }
    return Array(result.prefix(limit))
  }

  /// The call for the next page; a link to another origin would send the credential there.
  private func follow(_ link: String?, from call: HostCall) throws(ForgeError) -> HostCall? {
    guard let url = LinkHeader.next(in: link ?? "") else { return nil }
    let origin = try? AbsoluteURL(url).origin
    guard let origin, origin == (try? AbsoluteURL(addresses.api).origin), url != call.url else {
      throw ForgeError(
        .malformed, subject: call.summary, detail: "the next page is on another host")
    }
    var next = call
    next.url = url
    return next
  }

  /// Sends a call once, and once more with a credential for workflows if it changes them.
  func send(_ call: HostCall) async throws(ForgeError) -> Response {
    do throws(ForgeError) {
      return try await wire.exchange(call)
    } catch {
      guard let wider = widened(call, after: error) else { throw error }
      return try await wire.exchange(wider)
    }
  }

  /// The call with the right to change workflows; nil if the refusal isn't about that.
  private func widened(_ call: HostCall, after error: ForgeError) -> HostCall? {
    guard call.isWrite, call.right != .workflows, dialect.isAboutWorkflows(error) else {
      return nil
    }
    var wider = call
    wider.right = .workflows
    return wider
  }

  /// Repeats `body` after failures that may be temporary, within the attempts; it names its request in
  /// errors.
  func retrying<Value: Sendable>(
    _ subject: String, _ body: () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    try await wire.retrying(subject, body)
  }

  /// Reads trees and files by git, with the same credential.
  func objects(_ options: Git.Options) -> GitObjects {
    GitObjects(
      options, of: wire.name, web: addresses.git, shape: addresses.gitShape, client: wire.client,
      now: pacing.now)
  }

  /// Repeats a search until it succeeds, after the host has said that what it looks for exists.
  ///
  /// - Parameters:
  ///   - error: the host's answer.
  ///   - find: returns nil while lists are out of date.
  /// - Returns: what the search found.
  /// - Throws: `ForgeError` of `find`, or a conflict if it never succeeds.
  func repeatedly<Found>(
    after error: ForgeError, _ find: () async throws(ForgeError) -> Found?
  ) async throws(ForgeError) -> Found {
    for attempt in 1...max(pacing.attempts, 2) {
      if let found = try await find() { return found }
      try await pause(attempt)
    }
    throw ForgeError(.conflict, subject: error.subject, detail: "it exists and is not listed yet")
  }

  /// Waits before the host is read again, longer each time.
  func pause(_ attempt: Int) async throws(ForgeError) {
    try await wire.back(off: attempt, "wait")
  }
}

extension ForgeError {
  /// Whether sending the request again may help.
  var isRetryable: Bool {
    switch code {
    case .unavailable, .malformed, .rateLimited: true
    default: false
    }
  }

  /// Whether the host may have carried out the request.
  var isUncertain: Bool { code == .unavailable || code == .malformed }
}
