import Logging
internal import Synchronization

extension Client {
  /// Repeats what failed for reasons that pass, and leaves hosts alone that ask for it.
  ///
  /// Only idempotent requests, or those marked as such, are repeated; the last outcome is the
  /// caller's. A host's `Retry-After` holds up every request to it with the same credential, by which
  /// hosts count; one that would have to wait longer than the policy's patience fails with
  /// `rateLimited` and is not sent.
  package func retrying(
    _ policy: RetryPolicy = RetryPolicy(), clock: WallClock = .system,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) -> Client {
    let pauses = HostPauses()
    return Client { request throws(HTTPError) in
      var attempt = 1
      while true {
        try await pauses.wait(for: request, policy: policy, clock: clock, random: random)
        let outcome = await self.outcome(of: request)
        pauses.note(outcome, of: request, policy: policy, now: clock.now())
        guard attempt < policy.attempts, policy.invites(request, after: outcome),
          pauses.left(for: request, outcome, now: clock.now()) <= policy.patience
        else { return try outcome.get() }
        let pause = policy.pause(after: attempt, random: random())
        try await clock.sleep(pause, for: request)
        attempt += 1
      }
    }
  }
}

/// Until when each host wants to be left alone; all requests of a client share it.
private final class HostPauses: Sendable {
  struct Pause {
    var end: Duration
    var length: Duration
  }

  /// Whom a host wants to be left alone by: each installation of an App has an hour of its own.
  struct Place: Hashable {
    var host: String
    var credential: Secret?
  }

  private let pauses = Mutex<[Place: Pause]>([:])

  /// Sleeps while the host of `request` wants it.
  func wait(
    for request: Request, policy: RetryPolicy, clock: WallClock, random: @Sendable () -> Double
  ) async throws(HTTPError) {
    let host = try AbsoluteURL(request.url).origin.host
    let place = Place(host: host, credential: request.credential)
    while true {
      let left = left(at: place, now: clock.now())
      guard left > .zero else { return }
      guard left <= policy.patience else {
        throw request.failure(.rateLimited(seconds: Int(left.components.seconds)))
      }
      // All wait for the same moment: a little jitter spreads them behind it.
      try await clock.sleep(left + min(left, .seconds(1)) * random(), for: request)
    }
  }

  /// Keeps what the answer says about its host; after redirects that may be another one.
  func note(
    _ outcome: Result<Response, HTTPError>, of request: Request, policy: RetryPolicy, now: Duration
  ) {
    guard case .success(let response) = outcome, !response.isFromCache,
      let length = policy.hostPause(after: response, now: now), length > .zero,
      let place = place(of: request, outcome)
    else { return }
    pauses.withLock { pauses in
      let end = max(now + length, pauses[place]?.end ?? .zero)
      pauses[place] = Pause(end: end, length: end - now)
    }
  }

  /// How long the host that answered wants to be left alone.
  func left(
    for request: Request, _ outcome: Result<Response, HTTPError>, now: Duration
  ) -> Duration {
    place(of: request, outcome).map { left(at: $0, now: now) } ?? .zero
  }

  private func place(of request: Request, _ outcome: Result<Response, HTTPError>) -> Place? {
    let answered = (try? outcome.get()).flatMap { try? AbsoluteURL($0.url) }
    return (answered ?? (try? AbsoluteURL(request.url))).map {
      Place(host: $0.origin.host, credential: request.credential)
    }
  }

  private func left(at place: Place, now: Duration) -> Duration {
    pauses.withLock { pauses in
      guard let pause = pauses[place] else { return .zero }
      // A clock that was set back must not make the pause longer than it was.
      let left = min(pause.end - now, pause.length)
      if left <= .zero { pauses[place] = nil }
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
