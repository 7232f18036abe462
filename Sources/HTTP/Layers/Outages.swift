internal import Synchronization
package import Time

/// When a host counts as down: after many failures in a row, or after a few that took long.
package struct OutageTolerance: Hashable, Sendable {
  /// The number of failures in a row.
  package var failures = 12
  /// The time from the start of the first failed request to the end of the last.
  package var span = Duration.seconds(5)
  /// The number of failures in a row that suffices after `longSpan`.
  package var slowFailures = 3
  /// The time after which fewer failures suffice: a host that sends a byte per second uses up the
  /// deadline of each request.
  package var longSpan = Duration.seconds(40)
  /// The time after which a host that is down is asked again, by one request.
  package var pause = Duration.seconds(10)

  /// Creates a tolerance that a short outage with a few retries doesn't exceed.
  package init() {}
}

extension Client {
  /// Fails requests to a host that is down at once, with its last error.
  ///
  /// A repository can name thousands of packages at a host that doesn't respond. Each of them would
  /// take several attempts with their whole deadline. Only outages count: any response, whatever its
  /// status, shows that the host is up again. The errors are marked as repeated, so no policy retries
  /// them.
  ///
  ///     let client = Client.live(options).failingFast()
  package func failingFast(
    _ tolerance: OutageTolerance = OutageTolerance(), clock: WallClock = .system
  ) -> Client {
    let outages = Outages(tolerance: tolerance)
    return Client { request throws(HTTPError) in
      guard let origin = try? AbsoluteURL(request.url).origin else {
        return try await self.send(request)
      }
      if var error = outages.error(at: origin, now: clock.now()) {
        error.url = AbsoluteURL.shown(request.url)
        throw error
      }
      let start = clock.now()
      let outcome = await self.outcome(of: request)
      outages.record(outcome, of: start, at: origin, now: clock.now())
      return try outcome.get()
    }
  }
}

/// The hosts whose last request failed.
private final class Outages: Sendable {
  struct Outage {
    var failures = 0
    /// When the first failed request was sent.
    var start: Timestamp
    var error: HTTPError
    /// The time of the next request while the host is down.
    var next: Timestamp
  }

  /// The number of hosts that are remembered; a repository can name any number.
  private static let limit = 1_000

  private let tolerance: OutageTolerance
  private let outages = Mutex<[Origin: Outage]>([:])

  init(tolerance: OutageTolerance) {
    self.tolerance = tolerance
  }

  /// Returns the error for a request to a host that is down; nil if the request may be sent.
  func error(at origin: Origin, now: Timestamp) -> HTTPError? {
    outages.withLock { outages in
      guard let outage = outages[origin], isDown(outage, now) else { return nil }
      guard outage.next > now else {
        outages[origin]?.next = now + tolerance.pause
        return nil
      }
      return outage.error
    }
  }

  private func isDown(_ outage: Outage, _ now: Timestamp) -> Bool {
    let span = now - outage.start
    return outage.failures >= tolerance.failures && span >= tolerance.span
      || outage.failures >= tolerance.slowFailures && span >= tolerance.longSpan
  }

  /// Records the result of a request that was sent at `start`.
  func record(
    _ outcome: Result<Response, HTTPError>, of start: Timestamp, at origin: Origin, now: Timestamp
  ) {
    outages.withLock { outages in
      guard case .failure(var error) = outcome, [.unreachable, .timedOut].contains(error.code)
      else {
        if outcome.isResponse { outages[origin] = nil }
        return
      }
      if outages.count >= Self.limit, outages[origin] == nil { outages = [:] }
      error.isRepeated = true
      var outage =
        outages[origin] ?? Outage(start: start, error: error, next: now + tolerance.pause)
      outage.failures += 1
      outage.error = error
      outage.next = now + tolerance.pause
      outages[origin] = outage
    }
  }
}

extension Result<Response, HTTPError> {
  /// Whether the host responded, if only with a part of a response.
  fileprivate var isResponse: Bool {
    switch self {
    case .success: true
    case .failure(let error): error.code != .cancelled
    }
  }
}
