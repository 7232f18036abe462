internal import HTTP
internal import JSON

/// The questions of one pass to the source, within bounds of time, number and size.
struct Asking: Sendable {
  /// OSV takes no more questions in one request.
  private static let batch = 1000
  /// Requests for lists, pages included.
  private static let mostRequests = 60
  /// Records of a pass; a lock that is hit by more is not what anybody has.
  private static let mostRecords = 2000
  private static let longestAnswer = 8 << 20

  let client: Client
  let clock: WallClock
  let end: Duration
  private(set) var requests = 0

  init(client: Client, clock: WallClock, end: Duration) {
    self.client = client
    self.clock = clock
    self.end = end
  }

  /// A package, at a version or at any.
  typealias Query = (package: AdvisedPackage, version: String?)

  /// Lists the advisories on each query, whichever way its package is spelled.
  mutating func list(
    spelling queries: [Query]
  ) async throws(AdvisoryFailure) -> [[Listing.Reference]] {
    let spelled = queries.enumerated().flatMap { index, query in
      query.package.spellings.map { (index: index, query: ($0, query.version)) }
    }
    var found = Array(repeating: [Listing.Reference](), count: queries.count)
    let answers = try await list(spelled.map(\.query))
    for (place, references) in zip(spelled.map(\.index), answers) {
      for reference in references where !found[place].contains(where: { $0.id == reference.id }) {
        found[place].append(reference)
      }
    }
    return found
  }

  /// Lists the advisories on each query, in their order.
  mutating func list(
    _ queries: [Query]
  ) async throws(AdvisoryFailure) -> [[Listing.Reference]] {
    var found = Array(repeating: [Listing.Reference](), count: queries.count)
    var open = queries.indices.map { (index: $0, token: String?.none) }
    while !open.isEmpty {
      let now = Array(open.prefix(Self.batch))
      let answers = try await page(now.map { (queries[$0.index], $0.token) })
      open.removeFirst(now.count)
      for ((index, _), answer) in zip(now, answers) {
        found[index] += answer.references
        if let token = answer.next { open.append((index, token)) }
      }
    }
    return found
  }

  private typealias Page = (references: [Listing.Reference], next: String?)

  private mutating func page(
    _ queries: [(Query, token: String?)]
  ) async throws(AdvisoryFailure) -> [Page] {
    guard requests < Self.mostRequests else { throw .tooMuch(what: "the lists have no end") }
    requests += 1
    let url = "\(AdvisorySource.address)/v1/querybatch"
    let body: Value = ["queries": .array(queries.map { Self.json($0, token: $1) })]
    let request = Request(
      .post, url, headers: ["Content-Type": "application/json"], body: body.bytes(.compact),
      isIdempotent: true)
    let root = try json(try await send(request), from: url)
    let results = root["results"].map { Array($0.elements) } ?? []
    guard results.count == queries.count else {
      throw .malformed(url: url, what: "\(results.count) results to \(queries.count) queries")
    }
    var pages: [Page] = []
    for result in results {
      let vulns = result["vulns"].map { Array($0.elements) } ?? []
      let references = vulns.compactMap(Listing.Reference.init)
      guard references.count == vulns.count else {
        throw .malformed(url: url, what: "an id is none")
      }
      let token = result["next_page_token"]?.string
      pages.append((references, token.flatMap { $0.isEmpty ? nil : $0 }))
    }
    return pages
  }

  private static func json(_ query: Query, token: String?) -> Value {
    var object = Object()
    object["package"] = [
      "ecosystem": .string(query.package.ecosystem.rawValue), "name": .string(query.package.name),
    ]
    object["version"] = query.version.map { .string($0) }
    object["page_token"] = token.map { .string($0) }
    return .object(object)
  }

  /// Reads the records by id, those that are kept and have not changed since without asking; what
  /// is none is left out.
  func records(
    _ references: [Listing.Reference], cache: AdvisoryCache
  ) async throws(AdvisoryFailure) -> [String: Advisory] {
    guard references.count <= Self.mostRecords else {
      throw .tooMuch(what: "\(references.count) advisories are more than a pass reads")
    }
    var records: [String: Advisory] = [:]
    var rest = references[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(16))
      rest = rest.dropFirst(16)
      for outcome in await outcomes(of: some, cache: cache) {
        switch outcome {
        case .success(let record): records[record.id] = record
        case .failure(.malformed), .failure(.refused): break
        case .failure(let failure): throw failure
        }
      }
    }
    return records
  }

  private func outcomes(
    of references: [Listing.Reference], cache: AdvisoryCache
  ) async -> [Result<Advisory, AdvisoryFailure>] {
    await withTaskGroup(of: Result<Advisory, AdvisoryFailure>.self) { group in
      for reference in references {
        group.addTask {
          do throws(AdvisoryFailure) {
            return .success(try await record(reference, cache: cache))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func record(
    _ reference: Listing.Reference, cache: AdvisoryCache
  ) async throws(AdvisoryFailure) -> Advisory {
    let url = "\(AdvisorySource.address)/v1/vulns/\(reference.id)"
    // Without a time of change nothing tells whether what is kept is still the same.
    let isDated = !reference.modified.isEmpty
    if isDated, let kept = await cache.load(reference.cacheName),
      let record = try? Advisory(kept, from: url), record.id == reference.id
    {
      return record
    }
    let bytes = try await send(Request(.get, url))
    let record = try Advisory(bytes, from: url)
    guard record.id == reference.id else { throw .malformed(url: url, what: "it is another") }
    if isDated { await cache.keep(reference.cacheName, bytes) }
    return record
  }

  /// Sends a request within what is left of the time.
  private func send(_ request: Request) async throws(AdvisoryFailure) -> [UInt8] {
    let left = end - clock.now()
    guard left > .zero else { throw .tooMuch(what: "the time for it is over") }
    var request = request
    request.deadline = min(left, .seconds(5))
    request.bodyLimit = Self.longestAnswer
    let response: Response
    do {
      response = try await client.send(request)
    } catch {
      throw .unreachable(url: AdvisorySource.address, detail: error.detail)
    }
    guard response.status == 200 else {
      throw .refused(url: request.url, status: response.status)
    }
    return response.body
  }

  private func json(_ bytes: [UInt8], from url: String) throws(AdvisoryFailure) -> Node {
    do {
      return try Document(bytes, named: url).root
    } catch {
      throw .malformed(url: url, what: "it is no JSON")
    }
  }
}

extension Listing.Reference {
  /// Reads an element of a list; nil where its id is none.
  fileprivate init?(_ node: Node) {
    guard let id = node["id"]?.string, Advisory.isID(id) else { return nil }
    self.init(id: id, modified: node["modified"]?.string ?? "")
  }
}
