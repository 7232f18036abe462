import Text
package import Time

/// A pause that a response requests.
package enum RequestedPause: Hashable, Sendable {
  /// `Retry-After`: the server needs a pause from all clients.
  case retryAfter(Duration)
  /// The credential has no requests left until its rate limit window ends.
  case windowEnd(Duration)

  /// The length of the pause: at most a day.
  package var duration: Duration {
    switch self {
    case .retryAfter(let duration), .windowEnd(let duration): duration
    }
  }
}

extension Response {
  /// Whether the server refused the request because of a rate limit.
  ///
  /// GitHub uses 403 as well as 429.
  package var isRateLimited: Bool {
    status == 429
      || status == 403 && (headers["Retry-After"] != nil || remainingBudget == 0)
  }

  /// Returns the pause that the headers request before the next request.
  ///
  /// - Parameter now: our time; corrected by the server's `Date`, if there is one.
  /// - Returns: nil if the headers request no pause, also for a 429 without a duration.
  package func requestedPause(now: Timestamp) -> RequestedPause? {
    if [403, 429, 503].contains(status), let pause = retryAfter(now: now) {
      return .retryAfter(pause)
    }
    // GitHub has separate limits, such as for searches: their end does not stop other requests.
    let isGeneral = headers["X-RateLimit-Resource"].map { $0 == "core" } ?? true
    guard remainingBudget == 0, isGeneral || isRateLimited, let reset = budgetReset
    else { return nil }
    return .windowEnd(pause(until: reset, now: now))
  }

  /// Parses `Retry-After`; fractions of a second are cut off.
  ///
  /// - Parameter now: our time; corrected by the server's `Date`, if there is one.
  /// - Returns: at most a day; nil if the header is missing or unreadable.
  package func retryAfter(now: Timestamp) -> Duration? {
    guard let value = headers["Retry-After"] else { return nil }
    let whole = value.prefix { $0 != "." }
    let isFraction = value.dropFirst(whole.count + 1).utf8.allSatisfy(\.isASCIIDigit)
    if isFraction, let seconds = whole.number(limitedTo: 0...Int(Self.longestPause)) {
      return .seconds(seconds)
    }
    return Timestamp(httpDate: value).map { pause(until: $0.seconds, now: now) }
  }

  /// Seconds.
  private static let longestPause: Int64 = 86_400

  /// Computes with the server's clock if the response has a date, because ours can be wrong.
  private func pause(until seconds: Int64, now: Timestamp) -> Duration {
    let serverTime = (headers["Date"].flatMap(Timestamp.init(httpDate:)) ?? now).seconds
    // Some servers send the seconds until the end instead of a time.
    let left = seconds < 1_000_000_000 ? seconds : seconds - serverTime
    return .seconds(min(max(left, 0), Self.longestPause))
  }
}
