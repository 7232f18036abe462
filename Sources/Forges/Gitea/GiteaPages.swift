import HTTP
import Text

extension HostClient {
  /// The page size that is requested; a server returns fewer if its `MAX_RESPONSE_ITEMS` is smaller.
  static let pageSize = 50
  /// More pages than any list needs.
  private static let pageCount = 2_000

  /// The number of items of a list, by the smallest page; nil if the server doesn't report it.
  func total(of call: HostCall) async throws(ForgeError) -> Int? {
    var call = call
    call.query.append(("limit", "1"))
    let sent = call
    let response = try await retrying(call.summary) { () async throws(ForgeError) in
      try await send(sent)
    }
    return response.headers["X-Total-Count"]?.number(limitedTo: 0...Int(Int32.max))
  }

  /// Reads a list to its end or to `limit` items, by page numbers.
  ///
  /// Some lists have no `Link` header, and a server may return less than a full page. `X-Total-Count`
  /// says how many items there are; without it, the list ends with an empty page, or with a page equal
  /// to the one before if the server ignores page numbers.
  ///
  /// - Throws: `.malformed` if the list is longer than any list of the host: a part of a list must not
  ///   be taken for the whole.
  func pages<Page: Decodable & Sendable, Item: Sendable>(
    _ call: HostCall, limit: Int = 100_000, _ items: @Sendable (Page) -> [Item]
  ) async throws(ForgeError) -> [Item] {
    var result: [Item] = []
    let size = min(max(limit, 1), Self.pageSize)
    var last: [UInt8] = []
    for number in 1...Self.pageCount {
      var call = call
      call.query += [("page", "\(number)"), ("limit", "\(size)")]
      let (page, response): (Page, Response) = try await retrying(call.summary) {
        () async throws(ForgeError) in
        let response = try await send(call)
        return (try HostPayload.decode(response, call), response)
      }
      let total = response.headers["X-Total-Count"]?.number(limitedTo: 0...Int(Int32.max))
      if total == nil, response.body == last { return Array(result.prefix(limit)) }
      last = response.body
      let found = items(page)
      result += found
      let isEnd = found.isEmpty || total.map { result.count >= $0 } ?? false
      if isEnd || result.count >= limit { return Array(result.prefix(limit)) }
    }
    throw ForgeError(.malformed, subject: call.summary, detail: "the list is too long")
  }
}
