import HTTP

/// A page of a list in Bitbucket's format.
struct BitbucketPage<Value: Decodable & Sendable>: Decodable, Sendable {
  var values: [Value]
  var isLastPage: Bool?
  /// The `start` of the next page: it isn't the number of values so far, because the server may
  /// leave out values after it has counted them.
  var nextPageStart: Int?
}

extension HostClient {
  /// The page size that is requested; a server may return fewer.
  private static let valuesPerPage = 100
  /// More pages than any list needs.
  private static let valuePageLimit = 2_000

  /// Reads a list to its end, to `limit` values, or to the first page whose last value is not wanted.
  ///
  /// - Throws: `.malformed` if the list is longer than any list of the host, or its pages form a cycle:
  ///   a part of a list must not be taken for the whole.
  func values<Value: Decodable & Sendable>(
    _ call: HostCall, limit: Int = 100_000, while isWanted: (Value) -> Bool = { _ in true }
  ) async throws(ForgeError) -> [Value] {
    var result: [Value] = []
    var start = 0
    for _ in 1...Self.valuePageLimit {
      var call = call
      call.query += [
        ("start", "\(start)"), ("limit", "\(min(max(limit, 1), Self.valuesPerPage))"),
      ]
      let page: BitbucketPage<Value> = try await read(call)
      result += page.values
      let isEnough = result.count >= limit || page.values.last.map { !isWanted($0) } ?? false
      guard page.isLastPage == false, !isEnough else { return Array(result.prefix(limit)) }
      guard let next = page.nextPageStart, next > start else {
        throw ForgeError(.malformed, subject: call.summary, detail: "the list has no next page")
      }
      start = next
    }
    throw ForgeError(.malformed, subject: call.summary, detail: "the list is too long")
  }
}
