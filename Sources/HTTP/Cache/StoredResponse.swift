/// An answer that is kept for the next time.
package struct StoredResponse: Hashable, Sendable {
  /// Where it came from, for people who look into the store.
  package var url: String
  /// Those of the answer, renewed by each 304; `ETag` and `Last-Modified` are what is asked about.
  package var headers: Headers
  /// Decompressed, as it is handed out again.
  package var body: [UInt8]
  /// When it was last known to hold, in seconds since 1970 began.
  package var validatedAt: Int64

  /// Puts together what a store has read.
  package init(url: String, headers: Headers, body: [UInt8], validatedAt: Int64) {
    self.url = url
    self.headers = headers
    self.body = body
    self.validatedAt = validatedAt
  }
}
