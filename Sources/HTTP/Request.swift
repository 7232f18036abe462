package import Logging

/// An HTTP request.
package struct Request: Hashable, Sendable {
  /// The methods that registries and forges use.
  package enum Method: String, Codable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether the method is idempotent (RFC 9110 section 9.2.2).
    package var isIdempotent: Bool { self != .post && self != .patch }
  }

  /// The method.
  package var method: Method
  /// The absolute URL; layers apply mirrors and credentials.
  package var url: String
  /// The headers in order; names are case-insensitive.
  package var headers: Headers
  /// The body; nil sends none.
  package var body: [UInt8]?
  /// The maximum duration of the exchange, including redirects but not retries.
  package var deadline: Duration
  /// How long the caller waits for the exchange with all its retries; nil: as long as they take.
  ///
  /// A pause that a host requests isn't waited for if it takes longer, so that the result is the
  /// host's reason and not a timeout.
  package var patience: Duration?
  /// The maximum size of the response body in bytes after decompression.
  package var bodyLimit: Int
  /// The value of `Authorization`, sent only to the origin of `url`; it replaces one in `headers`.
  package var credential: Secret?
  /// Whether `credential` is a token that the server asked for in its response to this request.
  ///
  /// A mirror receives such a token, because the mirror asked for it.
  package var answersChallenge = false
  /// What it is made for, which decides whose credential it receives.
  package var purpose = Purpose.unstated
  /// The origins that redirected it to another one, in order.
  package var redirectedFrom: [Origin] = []
  /// Who asks, in words of the sender of the requests; nil: the sender itself.
  package var asker: String?
  /// The memory that the response needs; nil: it isn't counted.
  package var reservation: Reservation?
  /// The certificate for the server, which layers apply by the URL; nil: none.
  package var clientCertificate: ClientCertificate?
  /// Whether the request may be sent again if the first result is unknown.
  package var isIdempotent: Bool

  /// Creates a request with default limits: 30 seconds, 64 MiB.
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
