/// How much of a rate limit was left when a server last spoke of it.
///
/// GitHub counts by credential and resource, in windows of an hour that begin with the first request.
package struct RateLimitWindow: Hashable, Codable, Sendable {
  /// Lowercase, without a port.
  package let host: String
  /// What GitHub's `X-RateLimit-Resource` names, such as `core` or `graphql`; `core` where it is not.
  package let resource: String
  /// Requests a window.
  package let limit: Int
  /// Requests that may still be sent.
  package let remaining: Int
  /// When the budget is whole again, in seconds since 1970.
  package let resetsAt: Int64

  /// What is left of a limit.
  package init(host: String, resource: String, limit: Int, remaining: Int, resetsAt: Int64) {
    self.host = host
    self.resource = resource
    self.limit = limit
    self.remaining = remaining
    self.resetsAt = resetsAt
  }

  /// Reads an answer's headers; nil where they do not say limit, rest and end.
  init?(_ response: Response, from host: String) {
    guard let remaining = response.remainingBudget, let resetsAt = response.budgetReset,
      let limit: Int = response.headers[either: "X-RateLimit-Limit", "RateLimit-Limit"]
    else { return nil }
    self.init(
      host: host, resource: response.headers["X-RateLimit-Resource"] ?? "core", limit: limit,
      remaining: remaining, resetsAt: resetsAt)
  }
}

extension Response {
  /// Requests that the server still takes.
  var remainingBudget: Int? {
    headers[either: "X-RateLimit-Remaining", "RateLimit-Remaining"]
  }

  /// GitHub and GitLab count from 1970; a number too small for that counts from now.
  var budgetReset: Int64? {
    headers[either: "X-RateLimit-Reset", "RateLimit-Reset"]
  }
}

extension Headers {
  fileprivate subscript<Number: LosslessStringConvertible>(
    either first: String, second: String
  ) -> Number? {
    (self[first] ?? self[second]).flatMap { Number($0) }
  }
}
