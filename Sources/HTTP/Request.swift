package import Logging

/// A question to a server, as a value.
package struct Request: Hashable, Sendable {
  /// The verbs that registries and forges use.
  package enum Method: String, Codable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether doing it twice does the same as doing it once (RFC 9110 section 9.2.2).
    package var isIdempotent: Bool { self != .post && self != .patch }
  }

  /// In capitals on the wire.
  package var method: Method
  /// Absolute, as the caller means it: mirrors and credentials are applied by the client's layers.
  package var url: String
  /// In the order in which they go out; names compare without case.
  package var headers: Headers
  /// As it goes over the wire, not encoded any further; nil sends none.
  package var body: [UInt8]?
  /// How long the whole exchange may take, redirects included, retries not.
  package var deadline: Duration
  /// The largest body accepted, in bytes after decompression.
  package var bodyLimit: Int
  /// The value of `Authorization`, for the origin of `url` alone; it beats one in `headers`.
  package var credential: Secret?
  /// Whether it may be sent again when nobody knows if it arrived.
  package var isIdempotent: Bool

  /// Asks with sensible bounds: half a minute, 64 MiB.
  package init(
    _ method: Method = .get, _ url: String, headers: Headers = [:], body: [UInt8]? = nil,
    deadline: Duration = .seconds(30), bodyLimit: Int = 64 << 20,
    credential: Secret? = nil, isIdempotent: Bool? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.deadline = deadline
    self.bodyLimit = bodyLimit
    self.credential = credential
    self.isIdempotent = isIdempotent ?? method.isIdempotent
  }
}
