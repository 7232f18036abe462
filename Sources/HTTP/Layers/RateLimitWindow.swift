import Text
package import Time

/// The last reported state of a rate limit.
///
/// GitHub counts per credential and resource, in windows of an hour that begin with the first
/// request.
package struct RateLimitWindow: Hashable, Codable, Sendable {
  /// In lowercase, without a port.
  package let host: String
  /// GitHub's `X-RateLimit-Resource`, such as `core` or `graphql`; `core` if it is missing.
  package let resource: String
  /// The number of requests per window.
  package let limit: Int
  /// The number of remaining requests.
  package let remaining: Int
  /// The end of the window.
  package let resetsAt: Timestamp

  /// Creates a window.
  package init(host: String, resource: String, limit: Int, remaining: Int, resetsAt: Timestamp) {
    self.host = host
    self.resource = resource
    self.limit = limit
    self.remaining = remaining
    self.resetsAt = resetsAt
  }

  /// Parses the headers of a response; nil unless they have limit, remaining requests and end.
  init?(_ response: Response, from host: String) {
    guard let remaining = response.remainingBudget, let resetsAt = response.budgetReset,
      let limit = response.headers.count(of: "X-RateLimit-Limit", or: "RateLimit-Limit")
    else { return nil }
    self.init(
      host: host, resource: response.headers["X-RateLimit-Resource"] ?? "core", limit: limit,
      remaining: remaining, resetsAt: Timestamp(seconds: resetsAt))
  }
}

extension Response {
  /// The number of requests that the server still accepts.
  var remainingBudget: Int? {
    headers.count(of: "X-RateLimit-Remaining", or: "RateLimit-Remaining")
  }

  /// The end of the window in seconds since 1970; for some servers in seconds from now.
  var budgetReset: Int64? {
    guard let reset = headers.count(of: "X-RateLimit-Reset", or: "RateLimit-Reset") else {
      return nil
    }
    return Int64(reset)
  }
}

extension Headers {
  /// The largest count or time in seconds: the end of the year 9999.
  private static let largest = 253_402_300_799

  /// Returns the number of the first header that is present; nil if it isn't a count.
  fileprivate func count(of first: String, or second: String) -> Int? {
    (self[first] ?? self[second])?.number(limitedTo: 0...Self.largest)
  }
}
