import Logging
internal import Synchronization
package import Time

extension Client {
  /// Retries requests after temporary failures, and respects pauses that hosts request.
  ///
  /// Only requests marked as idempotent are retried; the last outcome is returned. A host's
  /// `Retry-After` delays all requests to it with the same credential, because hosts count per
  /// credential. A request that would wait longer than the policy's longest wait, or than its own
  /// `patience`, is not sent and throws `rateLimited`.
  package func retrying(
    _ policy: RetryPolicy = RetryPolicy(), clock: WallClock = .system,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) -> Client {
    let pauses = HostPauses()
    return Client { request throws(HTTPError) in
      var attempt = 1
      let start = clock.now()
      while true {
        try await pauses.wait(
          for: request, within: policy.longestWait(of: request, after: clock.now() - start),
          clock: clock, random: random)
        let outcome = await self.outcome(of: request)
        pauses.record(outcome, of: request, policy: policy, now: clock.now())
        guard attempt < policy.attempts,
          policy.allowsRetry(of: request, after: outcome, clock.now() - start),
          pauses.left(for: request, outcome, now: clock.now())
            <= policy.longestWait(of: request, after: clock.now() - start)
        else { return try outcome.get() }
        let pause = policy.pause(after: attempt, random: random())
        try await clock.sleep(pause, for: request)
        attempt += 1
      }
    }
  }
}

/// The pauses that hosts have requested, shared by all requests of a client.
private final class HostPauses: Sendable {
  struct Pause {
    var end: Timestamp
    var length: Duration
  }

  /// A host and credential: each installation of an App has its own rate limit.
  struct Scope: Hashable {
    var host: String
    var credential: Secret?
    /// The part of a forge's credential that a layer below adds; nil for another purpose.
    var scope: ForgeUse.Scope?

    init(host: String, of request: Request) {
      self.host = host
      credential = request.credential
      if case .forge(let use) = request.purpose { scope = use.scope }
    }
  }

  private let pauses = Mutex<[Scope: Pause]>([:])

  /// Sleeps until the pause of the request's host is over.
  func wait(
    for request: Request, within limit: Duration, clock: WallClock,
    random: @Sendable () -> Double
  ) async throws(HTTPError) {
    let host = try AbsoluteURL(request.url).origin.host
    let scope = Scope(host: host, of: request)
    while true {
      let left = left(at: scope, now: clock.now())
      guard left > .zero else { return }
      guard left <= limit else {
        throw request.failure(.rateLimited(seconds: Int(left.components.seconds)))
      }
      // All waiting requests have the same end, so a little jitter spreads them.
      try await clock.sleep(left + min(left, .seconds(1)) * random(), for: request)
    }
  }

  /// Stores the pause that a response requests; after redirects its host can be another one.
  func record(
    _ outcome: Result<Response, HTTPError>, of request: Request, policy: RetryPolicy, now: Timestamp
  ) {
    guard case .success(let response) = outcome, !response.isFromCache,
      let length = policy.hostPause(after: response, now: now), length > .zero,
      let scope = scope(of: request, outcome)
    else { return }
    pauses.withLock { pauses in
      let end = max(now + length, pauses[scope]?.end ?? .epoch)
      pauses[scope] = Pause(end: end, length: end - now)
    }
  }

  /// Returns the pause of the host that sent the response.
  func left(
    for request: Request, _ outcome: Result<Response, HTTPError>, now: Timestamp
  ) -> Duration {
    scope(of: request, outcome).map { left(at: $0, now: now) } ?? .zero
  }

  private func scope(of request: Request, _ outcome: Result<Response, HTTPError>) -> Scope? {
    let answered = (try? outcome.get()).flatMap { try? AbsoluteURL($0.url) }
    return (answered ?? (try? AbsoluteURL(request.url))).map {
      Scope(host: $0.origin.host, of: request)
    }
  }

  private func left(at scope: Scope, now: Timestamp) -> Duration {
    pauses.withLock { pauses in
      guard let pause = pauses[scope] else { return .zero }
      // If the clock was set back, the pause must not become longer.
      let left = min(pause.end - now, pause.length)
      if left <= .zero { pauses[scope] = nil }
      return max(left, .zero)
    }
  }
}

extension WallClock {
  fileprivate func sleep(_ duration: Duration, for request: Request) async throws(HTTPError) {
    do {
      try await sleep(duration)
    } catch {
      throw request.failure(.cancelled)
    }
  }
}
