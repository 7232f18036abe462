package import Time

/// A cached response.
package struct StoredResponse: Hashable, Sendable {
  /// The URL, for people who inspect the store.
  package var url: String
  /// The headers, updated by each 304; `ETag` and `Last-Modified` are used to validate the
  /// response.
  package var headers: Headers
  /// The decompressed body.
  package var body: [UInt8]
  /// The time of the last validation.
  package var validatedAt: Timestamp

  /// Creates a response from stored data.
  package init(url: String, headers: Headers, body: [UInt8], validatedAt: Timestamp) {
    self.url = url
    self.headers = headers
    self.body = body
    self.validatedAt = validatedAt
  }
}
