internal import Ecosystem
internal import HTTP
internal import JSON
import Time

/// The requests of one pass, with limits on time, number and size.
struct AdvisoryRequests: Sendable {
  /// OSV accepts at most this many queries in one request.
  private static let batch = 1000
  /// The maximum number of requests for lists, including further pages.
  private static let mostRequests = 60
  /// The maximum number of records.
  ///
  /// No real lock file has as many advisories.
  private static let mostRecords = 2000
  /// The maximum number of references in all lists, repeated ones included.
  private static let mostReferences = 20_000
  /// The maximum length of the token for the next page, which is sent back, in bytes.
  private static let longestToken = 4_096
  private static let longestAnswer = 8 << 20

  let client: Client
  let ecosystems: [OSVEcosystem]
  let clock: WallClock
  let end: Timestamp
  private(set) var requests = 0
  private var references = 0

  init(client: Client, ecosystems: [OSVEcosystem], clock: WallClock, end: Timestamp) {
    self.client = client
    self.ecosystems = ecosystems
    self.clock = clock
    self.end = end
  }

  /// A query for a package, at one version or at any.
  typealias Query = (package: AdvisedPackage, version: String?)

  /// Lists the advisories for each query, under all spellings of its package.
  mutating func list(
    spelling queries: [Query]
  ) async throws(AdvisoryFailure) -> [[Listing.Reference]] {
    let spelled = queries.enumerated().flatMap { index, query in
      query.package.spellings.map { (index: index, query: ($0, query.version)) }
    }
    var found = Array(repeating: [Listing.Reference](), count: queries.count)
    let answers = try await list(spelled.map(\.query))
    var seen = Array(repeating: Set<String>(), count: queries.count)
    for (index, references) in zip(spelled.map(\.index), answers) {
      for reference in references where seen[index].insert(reference.id).inserted {
        found[index].append(reference)
      }
    }
    return found
  }

  /// Lists the advisories for each query, in the order of the queries.
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
    guard requests < Self.mostRequests else {
      throw .tooMuch(what: "the lists have too many pages")
    }
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
      let page = try Self.page(result, from: url)
      references += page.references.count
      guard references <= Self.mostReferences else {
        throw .tooMuch(what: "the lists name more than \(Self.mostReferences) advisories")
      }
      pages.append(page)
    }
    return pages
  }

  /// Parses the result of one query.
  ///
  /// A member of the wrong type is an error: it could hide an advisory.
  private static func page(_ result: Node, from url: String) throws(AdvisoryFailure) -> Page {
    guard result.kind == .object else {
      throw .malformed(url: url, what: "a result is not an object")
    }
    var references: [Listing.Reference] = []
    if let vulns = result["vulns"], !vulns.isNull {
      guard vulns.kind == .array else { throw .malformed(url: url, what: "'vulns' is not a list") }
      for node in vulns.elements {
        guard let reference = Listing.Reference(node) else {
          throw .malformed(url: url, what: "an id is invalid")
        }
        references.append(reference)
      }
    }
    guard let token = result["next_page_token"], !token.isNull else { return (references, nil) }
    guard let text = token.string, text.utf8.count <= longestToken else {
      throw .malformed(url: url, what: "'next_page_token' is invalid")
    }
    return (references, text.isEmpty ? nil : text)
  }

  private static func json(_ query: Query, token: String?) -> Value {
    var object = Object()
    object["package"] = [
      "ecosystem": .string(query.package.ecosystem.name), "name": .string(query.package.name),
    ]
    object["version"] = query.version.map { .string($0) }
    object["page_token"] = token.map { .string($0) }
    return .object(object)
  }

  /// Fetches the records by id.
  ///
  /// Cached records that have not changed are not fetched again. Invalid records are left out.
  func records(
    _ references: [Listing.Reference], cache: AdvisoryCache
  ) async throws(AdvisoryFailure) -> [String: Advisory] {
    guard references.count <= Self.mostRecords else {
      throw .tooMuch(what: "\(references.count) advisories exceed the limit of \(Self.mostRecords)")
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
    // Without a modification time, a cached record cannot be known to be current.
    let isDated = !reference.modified.isEmpty
    if isDated, let kept = await cache.load(reference.cacheName),
      let record = try? Advisory(kept, from: url, in: ecosystems), record.id == reference.id
    {
      return record
    }
    let bytes = try await send(Request(.get, url))
    let record = try Advisory(bytes, from: url, in: ecosystems)
    guard record.id == reference.id else {
      throw .malformed(url: url, what: "it is another record")
    }
    if isDated { await cache.keep(reference.cacheName, bytes) }
    return record
  }

  /// Sends a request within the remaining time.
  private func send(_ request: Request) async throws(AdvisoryFailure) -> [UInt8] {
    let left = end - clock.now()
    guard left > .zero else { throw .tooMuch(what: "the time limit is exceeded") }
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
      throw .malformed(url: url, what: "it is not JSON")
    }
  }
}

extension Listing.Reference {
  /// Parses an element of a list; nil if its id is invalid.
  fileprivate init?(_ node: Node) {
    guard let id = node["id"]?.string, Advisory.isID(id) else { return nil }
    // An invalid date only means that the record is fetched again.
    let modified = node["modified"]?.string ?? ""
    self.init(id: id, modified: modified.utf8.count <= 100 ? modified : "")
  }
}
