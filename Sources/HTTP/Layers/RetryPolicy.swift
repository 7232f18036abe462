import Time

/// The number of attempts and the pauses between them.
package struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts, including the first.
  package var attempts: Int
  /// The first pause before jitter; each further pause is twice as long.
  package var firstPause: Duration
  /// The maximum pause, except for one that a host requests.
  package var longestPause: Duration
  /// The longest pause requested by a host that a request waits for.
  package var longestWait: Duration
  /// The pause after a 429 without a duration; GitHub asks for a minute.
  package var defaultPause: Duration

  /// Creates a policy with three retries within a few seconds.
  package init(
    attempts: Int = 4, firstPause: Duration = .milliseconds(500),
    longestPause: Duration = .seconds(30), longestWait: Duration = .seconds(120),
    defaultPause: Duration = .seconds(60)
  ) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.longestWait = longestWait
    self.defaultPause = defaultPause
  }

  /// Returns whether another attempt can succeed.
  ///
  /// A request that used up its deadline is not repeated: a host that sends a byte per second would
  /// keep it for several deadlines. A timeout of the connection is shorter.
  ///
  /// `time` is the time since the first attempt started.
  func allowsRetry(
    of request: Request, after outcome: Result<Response, HTTPError>, _ time: Duration
  ) -> Bool {
    guard request.isIdempotent else { return false }
    switch outcome {
    case .success(let response):
      return [408, 429, 500, 502, 503, 504].contains(response.status) || response.isRateLimited
    case .failure(let error):
      if error.isRepeated || (error.code == .timedOut && time >= request.deadline) { return false }
      return [.unreachable, .timedOut, .malformed].contains(error.code)
    }
  }

  /// Returns the pause after an attempt: a random duration below the exponential one.
  ///
  /// "Full jitter" spreads clients that failed at the same time. Source: M. Brooker, Exponential
  /// Backoff And Jitter, 2015.
  func pause(after attempt: Int, random: Double) -> Duration {
    let doublings = Double(1 << min(max(attempt - 1, 0), 30))
    return min(firstPause * doublings, longestPause) * min(max(random, 0), 1)
  }

  /// Returns the longest pause requested by a host that a request still waits for.
  ///
  /// `time` is the time since the first attempt started.
  func longestWait(of request: Request, after time: Duration) -> Duration {
    request.patience.map { min(longestWait, $0 - time) } ?? longestWait
  }

  /// Returns the pause that a response requests.
  func hostPause(after response: Response, now: Timestamp) -> Duration? {
    if let pause = response.requestedPause(now: now) { return pause.duration }
    return response.status == 429 ? defaultPause : nil
  }
}
