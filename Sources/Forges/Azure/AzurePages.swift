import HTTP

/// A list in Azure DevOps' format.
struct AzureList<Value: Decodable & Sendable>: Decodable, Sendable {
  var value: [Value]
}

extension HostClient {
  /// The page size of lists that are counted.
  private static let valuesPerPage = 100
  /// More pages than any list needs.
  private static let valuePageLimit = 1_000

  /// Reads a list that the host returns at once.
  func all<Value: Decodable & Sendable>(_ call: HostCall) async throws(ForgeError) -> [Value] {
    let list: AzureList<Value> = try await read(call)
    return list.value
  }

  /// Reads a list by skipping what was read, to its end or to `limit` values.
  ///
  /// - Parameters:
  ///   - call: without the parameters for pages.
  ///   - names: the parameters for the size of a page and for the number of values before it.
  ///   - limit: the maximum number of values.
  /// - Returns: the values in the host's order.
  /// - Throws: `.malformed` if the list is longer than any list of the host: a part of a list must not
  ///   be taken for the whole.
  func counted<Value: Decodable & Sendable>(
    _ call: HostCall, by names: (top: String, skip: String) = ("$top", "$skip"),
    limit: Int = 50_000
  ) async throws(ForgeError) -> [Value] {
    var result: [Value] = []
    for _ in 1...Self.valuePageLimit {
      var call = call
      let size = min(max(limit - result.count, 1), Self.valuesPerPage)
      call.query += [(names.top, "\(size)"), (names.skip, "\(result.count)")]
      let page: [Value] = try await all(call)
      result += page
      guard page.count >= size, result.count < limit else { return Array(result.prefix(limit)) }
    }
    throw ForgeError(.malformed, subject: call.summary, detail: "the list is too long")
  }

  /// Reads a list by the continuation token in the header of each page.
  func continued<Value: Decodable & Sendable>(
    _ call: HostCall
  ) async throws(ForgeError) -> [Value] {
    var result: [Value] = []
    var token: String?
    for _ in 1...Self.valuePageLimit {
      var call = call
      if let token { call.query.append(("continuationToken", token)) }
      let (page, next): (AzureList<Value>, String?) = try await retrying(call.summary) {
        () async throws(ForgeError) in
        let response = try await send(call)
        let next = response.headers["x-ms-continuationtoken"]
        return (try HostPayload.decode(response, call), next)
      }
      result += page.value
      guard let next, !next.isEmpty else { return result }
      guard next != token else { break }
      token = next
    }
    throw ForgeError(.malformed, subject: call.summary, detail: "the list's pages form a cycle")
  }
}
