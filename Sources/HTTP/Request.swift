/// A question to a server, as a value.
package struct Request: Hashable, Sendable {
  /// The verbs that registries and forges use.
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  package var method: Method
  /// Absolute, as the caller means it: mirrors and credentials are applied by the client's layers.
  package var url: String
  /// In the order in which they go out; names compare without case.
  package var headers: Headers
  package var body: [UInt8]?
  /// How long the whole exchange may take, redirects included, retries not.
  package var deadline: Duration
  /// The largest body accepted, in bytes after decompression.
  package var bodyLimit: Int

  /// Asks with sensible bounds: half a minute, 64 MiB.
  package init(
    _ method: Method = .get, _ url: String, headers: Headers = [:], body: [UInt8]? = nil,
    deadline: Duration = .seconds(30), bodyLimit: Int = 64 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.deadline = deadline
    self.bodyLimit = bodyLimit
  }
}
