/// An HTTP response with any status.
package struct Response: Hashable, Sendable {
  /// The status of the last hop; a cached response has status 200 after a 304.
  package var status: Int
  /// The headers in order, including repeated names.
  package var headers: Headers
  /// The decompressed body.
  package var body: [UInt8]
  /// The URL of the body after redirects.
  package var url: String
  /// Whether the body is from the cache, either validated by the server or still fresh.
  package var isFromCache: Bool

  /// Creates a response, for example in tests.
  package init(
    status: Int, headers: Headers = [:], body: [UInt8] = [], url: String = "",
    isFromCache: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.isFromCache = isFromCache
  }
}
