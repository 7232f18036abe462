/// How often a request is repeated, and after what pauses.
package struct RetryPolicy: Hashable, Sendable {
  /// The first one included.
  package var attempts: Int
  /// The first pause before jitter; each further one doubles it.
  package var firstPause: Duration
  /// Where the doubling stops; what a host asks for itself is bounded by `patience`.
  package var longestPause: Duration
  /// A host that wants to be left alone for longer is not waited for.
  package var patience: Duration
  /// The pause of a host that answers 429 without saying how long; GitHub wants a minute.
  package var unnamedPause: Duration

  /// Repeats three times within some seconds.
  package init(
    attempts: Int = 4, firstPause: Duration = .milliseconds(500),
    longestPause: Duration = .seconds(30), patience: Duration = .seconds(120),
    unnamedPause: Duration = .seconds(60)
  ) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.patience = patience
    self.unnamedPause = unnamedPause
  }

  /// Whether another try of `request` may do better.
  func invites(_ request: Request, after outcome: Result<Response, HTTPError>) -> Bool {
    guard request.isIdempotent else { return false }
    switch outcome {
    case .success(let response):
      return [408, 429, 500, 502, 503, 504].contains(response.status) || response.isRateLimited
    case .failure(let error):
      return [.unreachable, .timedOut, .malformed].contains(error.code)
    }
  }

  /// The pause before the try after `attempt`, from zero up to twice the one before.
  ///
  /// "Full jitter": clients that failed together do not come back together. Source: M. Brooker,
  /// Exponential Backoff And Jitter, 2015.
  func pause(after attempt: Int, random: Double) -> Duration {
    let doublings = Double(1 << min(max(attempt - 1, 0), 30))
    return min(firstPause * doublings, longestPause) * min(max(random, 0), 1)
  }

  /// How long an answer wants its host to be left alone, if it does.
  func hostPause(after response: Response, now: Duration) -> Duration? {
    if let named = response.namedPause(now: now) { return named }
    return response.status == 429 ? unnamedPause : nil
  }
}

extension Response {
  /// GitHub answers 403 as well as 429 when a budget is spent.
  var isRateLimited: Bool {
    status == 429
      || status == 403 && (headers["Retry-After"] != nil || remainingBudget == 0)
  }

  /// What `Retry-After` or a spent budget says about the time until the next request.
  func namedPause(now: Duration) -> Duration? {
    if [403, 429, 503].contains(status), let value = headers["Retry-After"] {
      if let seconds = Int64(value), seconds >= 0 { return .seconds(min(seconds, 86_400)) }
      if let date = HTTPDate.seconds(value) { return pause(until: date, now: now) }
    }
    // GitHub counts searches and others apart: their end does not stop the rest.
    let isGeneral = headers["X-RateLimit-Resource"].map { $0 == "core" } ?? true
    guard remainingBudget == 0, isGeneral || isRateLimited, let reset = budgetReset
    else { return nil }
    return pause(until: reset, now: now)
  }

  /// The server's own clock counts where it tells the time: ours may be wrong.
  private func pause(until seconds: Int64, now: Duration) -> Duration {
    let here = now.components.seconds
    let there = headers["Date"].flatMap(HTTPDate.seconds) ?? here
    let left = seconds < 1_000_000_000 ? seconds : seconds - there
    return .seconds(min(max(left, 0), 86_400))
  }
}
