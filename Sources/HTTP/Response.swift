/// What a server answered; any status is a response, none is an error by itself.
package struct Response: Hashable, Sendable {
  /// Of the last hop; a 304 that a cache has resolved shows as the kept 200.
  package var status: Int
  /// As they came in order, repeated names included.
  package var headers: Headers
  /// Decompressed.
  package var body: [UInt8]
  /// Where the body came from in the end, after redirects.
  package var url: String
  /// Whether the body was stored before; the server was asked if it still holds, or had said so.
  package var isFromCache: Bool

  /// Assembles an answer; tests script servers with it.
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
