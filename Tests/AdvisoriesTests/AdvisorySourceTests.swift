import Advisories
import Ecosystem
import HTTP
import JSON
import NPM
import SwiftPM
import Synchronization
import TestSupport
import Testing
import Time
import Versioning

/// An in-memory source of advisories: `POST /v1/querybatch`, `GET /v1/vulns/ID`.
private final class Library: Sendable {
  struct SharedCaches {
    /// Records by id, with the package and the first version that is not affected.
    var records: [String: (package: String, fixed: String, modified: String)] = [:]
    var pageSize = 1000
    var isDown = false
    var kept: [String: [UInt8]] = [:]
  }

  let caches = Mutex(SharedCaches())
  let asked = Mutex<[String]>([])
  let time = Mutex<Timestamp>(1_800_000_000)

  func add(_ id: String, _ package: String, fixed: String, modified: String = "2026") {
    caches.withLock { $0.records[id] = (package, fixed, modified) }
  }

  func source(_ outage: AdvisoryOutage = AdvisoryOutage()) -> AdvisorySource {
    AdvisorySource(
      client: Client { [self] request throws(HTTPError) in try answer(request) },
      ecosystems: ecosystems,
      cache: AdvisoryCache(
        load: { [self] name in caches.withLock { $0.kept[name] } },
        keep: { [self] name, bytes in caches.withLock { $0.kept[name] = bytes } }),
      outage: outage,
      clock: WallClock(
        now: { [self] in time.withLock(\.self) }, sleep: { _ throws(CancellationError) in }))
  }

  /// Returns the requests since the last call.
  func questions() -> [String] {
    asked.withLock { asked in
      defer { asked = [] }
      return asked
    }
  }

  private func answer(_ request: Request) throws(HTTPError) -> Response {
    let path = String(request.url.dropFirst(AdvisorySource.address.count))
    asked.withLock { $0.append(path) }
    if caches.withLock(\.isDown) { throw HTTPError(.unreachable, url: request.url, detail: "no") }
    if path == "/v1/querybatch" { return list(request) }
    let id = String(path.dropFirst("/v1/vulns/".count))
    guard let found = caches.withLock({ $0.records[id] }) else {
      return Response(status: 404, url: request.url)
    }
    let text = json(id, found.package, fixed: found.fixed, modified: found.modified)
    return Response(status: 200, body: Array(text.utf8), url: request.url)
  }

  private func list(_ request: Request) -> Response {
    let root = (try? Document(request.body ?? [], named: "queries"))?.root
    let results = (root?["queries"].map { Array($0.elements) } ?? []).map(result)
    return Response(
      status: 200, body: (["results": .array(results)] as Value).bytes(.compact), url: request.url)
  }

  private func result(_ query: Node) -> Value {
    let (records, size) = caches.withLock { ($0.records, $0.pageSize) }
    let version = query["version"]?.string
    let ids = records.keys.sorted().filter { id in
      guard let record = records[id], record.package == query["package"]?["name"]?.string else {
        return false
      }
      return version.map { OSVEcosystem.npm.order.isLower($0, record.fixed) ?? false } ?? true
    }
    let start = query["page_token"]?.string.flatMap { Int($0) } ?? 0
    let page = ids.dropFirst(start).prefix(size).map { id -> Value in
      ["id": .string(id), "modified": .string(records[id]?.modified ?? "")]
    }
    var object: [(String, Value)] = page.isEmpty ? [] : [("vulns", .array(page))]
    if start + size < ids.count { object.append(("next_page_token", .string("\(start + size)"))) }
    return .object(Object(object))
  }
}

/// A clock that does not advance, so that the tests do not depend on the machine's speed.
private let still = WallClock(
  now: { 1_800_000_000 }, sleep: { _ throws(CancellationError) in })

@Suite struct `A source of advisories` {
  private let birds = AdvisedPackage(.npm, "birds")
  private let bees = AdvisedPackage(.npm, "bees")

  private func ids(_ answer: AdvisoryAnswer, _ package: AdvisedPackage, _ version: String)
    -> [String]
  {
    answer.hits(on: AdvisedVersion(package, version)).map(\.id)
  }

  @Test func `one query for the lock, one for the affected packages, one request per record`() async
  {
    let library = Library()
    library.add("A", "birds", fixed: "1.2.0")
    library.add("B", "birds", fixed: "0.5.0")
    library.add("C", "bees", fixed: "0.5.0")
    let answer = await library.source().advisories(
      on: [AdvisedVersion(birds, "1.0.0"), AdvisedVersion(bees, "1.0.0")])
    #expect(answer.failure == nil)
    #expect(ids(answer, birds, "1.0.0") == ["A"])
    #expect(ids(answer, birds, "0.1.0") == ["A", "B"])
    #expect(ids(answer, birds, "1.2.0") == [])
    #expect(answer.advisories[bees] == nil)
    #expect(
      library.questions().sorted()
        == ["/v1/querybatch", "/v1/querybatch", "/v1/vulns/A", "/v1/vulns/B"])
  }

  @Test(arguments: ["github.com/Vapor/Vapor", "github.com/vapor/vapor"])
  func `a Swift package is found with any spelling of its address`(name: String) async {
    let library = Library()
    library.add("A", "github.com/vapor/vapor", fixed: "4.0.0")
    let package = AdvisedPackage(.swift, name)
    let answer = await library.source().advisories(on: [AdvisedVersion(package, "3.1.0")])
    #expect(ids(answer, package, "3.1.0") == ["A"])
    #expect(ids(answer, package, "4.0.0") == [])
  }

  @Test func `pages are fetched in order`() async {
    let library = Library()
    for number in 10..<35 { library.add("A\(number)", "birds", fixed: "1.2.0") }
    library.caches.withLock { $0.pageSize = 10 }
    let answer = await library.source().advisories(on: [AdvisedVersion(birds, "1.0.0")])
    #expect(ids(answer, birds, "1.0.0").count == 25)
  }

  @Test func `a record is fetched again only when it has changed`() async {
    let library = Library()
    library.add("A", "birds", fixed: "1.2.0")
    let version = AdvisedVersion(birds, "1.0.0")
    _ = await library.source().advisories(on: [version])
    _ = library.questions()
    _ = await library.source().advisories(on: [version])
    #expect(library.questions() == ["/v1/querybatch", "/v1/querybatch"])
    library.add("A", "birds", fixed: "1.3.0", modified: "2027")
    let answer = await library.source().advisories(on: [version])
    #expect(ids(answer, birds, "1.2.5") == ["A"])
    #expect(library.questions().contains("/v1/vulns/A"))
  }

  @Test func `a source that is down costs one request, and the last answer is used`() async {
    let library = Library()
    library.add("A", "birds", fixed: "1.2.0")
    let version = AdvisedVersion(birds, "1.0.0")
    _ = await library.source().advisories(on: [version])
    _ = library.questions()
    library.caches.withLock { $0.isDown = true }
    let outage = AdvisoryOutage()
    let answer = await library.source(outage).advisories(on: [version])
    #expect(answer.failure?.message == "https://api.osv.dev does not answer (no)")
    #expect(answer.isRecalled)
    #expect(ids(answer, birds, "1.0.0") == ["A"])
    let other = await library.source(outage).advisories(on: [AdvisedVersion(birds, "0.9.0")])
    #expect(other.failure != nil && !other.isRecalled && other.advisories.isEmpty)
    #expect(library.questions() == ["/v1/querybatch"])
    library.caches.withLock { $0.isDown = false }
    library.time.withLock { $0 += .seconds(301) }
    #expect(await library.source(outage).advisories(on: [version]).failure == nil)
  }

  @Test func `an ecosystem that the source rejects doesn't affect the others`() async {
    let library = Library()
    library.add("A", "birds", fixed: "1.2.0")
    let outage = AdvisoryOutage()
    let source = AdvisorySource(
      client: Client { request throws(HTTPError) in
        let isSwift = request.body.map { String(decoding: $0, as: UTF8.self) }?.contains("Swift")
        if isSwift == true { return Response(status: 400, url: request.url) }
        return try await library.client.send(request)
      }, ecosystems: ecosystems, outage: outage, clock: still)
    let versions = [
      AdvisedVersion(birds, "1.0.0"),
      AdvisedVersion(AdvisedPackage(.swift, "github.com/a/b"), "1.0.0"),
    ]
    let answer = await source.advisories(on: versions)
    #expect(ids(answer, birds, "1.0.0") == ["A"])
    #expect(answer.failure == .refused(url: "https://api.osv.dev/v1/querybatch", status: 400))
    #expect(answer.unreadable == ["SwiftURL"])
    #expect(await source.advisories(on: [versions[0]]).failure == nil)
  }

  @Test func `a package with an unreadable record is not evaluated, the others are`() async {
    let library = Library()
    library.add("A", "birds", fixed: "1.2.0")
    library.add("B b", "birds", fixed: "1.2.0")
    let spoiled = await library.source().advisories(on: [AdvisedVersion(birds, "1.0.0")])
    #expect(spoiled.failure?.message.contains("an id is invalid") == true)
    library.caches.withLock { $0.records["B b"] = nil }
    library.add("C", "bees", fixed: "1.2.0")
    let source = AdvisorySource(
      client: Client { request throws(HTTPError) in
        if request.url.hasSuffix("vulns/C") { return Response(status: 200, body: [0x7B]) }
        return try await library.client.send(request)
      }, ecosystems: ecosystems, clock: still)
    let answer = await source.advisories(
      on: [AdvisedVersion(birds, "1.0.0"), AdvisedVersion(bees, "1.0.0")])
    #expect(answer.unread == ["C"])
    #expect(ids(answer, birds, "1.0.0") == ["A"])
    #expect(answer.advisories[bees] == nil)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"results":[]}"#, #"{"results":[{},{}]}"#,
    #"{"results":[{"vulns":[{"id":"../../etc"}]}]}"#,
  ])
  func `a response that is not OSV is a failure with a description`(body: String) async {
    let source = AdvisorySource(
      client: Client { request throws(HTTPError) in
        Response(status: 200, body: Array(body.utf8), url: request.url)
      }, ecosystems: ecosystems, clock: still)
    let answer = await source.advisories(on: [AdvisedVersion(birds, "1.0.0")])
    #expect(answer.failure?.message.contains("is not valid OSV") == true)
  }

  @Test func `lists with too many pages are a failure`() async {
    let source = AdvisorySource(
      client: Client { request throws(HTTPError) in
        Response(
          status: 200, body: Array(#"{"results":[{"next_page_token":"1"}]}"#.utf8),
          url: request.url)
      }, ecosystems: ecosystems, clock: still)
    let answer = await source.advisories(on: [AdvisedVersion(birds, "1.0.0")])
    #expect(answer.failure == .tooMuch(what: "the lists have too many pages"))
  }

  @Test func `text that is not a version is not queried`() async {
    let library = Library()
    let answer = await library.source().advisories(
      on: [AdvisedVersion(birds, "main"), AdvisedVersion(AdvisedPackage(.swift, "a.b/c"), "")])
    #expect(answer.failure == nil)
    #expect(library.questions() == [])
  }

  /// The response to each request for lists, by its number.
  private func ask(_ response: @escaping @Sendable (Int) -> String) async -> AdvisoryAnswer {
    let number = Mutex(0)
    let client = Client { request in
      let count = number.withLock { number in
        number += 1
        return number
      }
      return Response(status: 200, body: Array(response(count).utf8), url: request.url)
    }
    let source = AdvisorySource(client: client, ecosystems: ecosystems, clock: still)
    return await source.advisories(on: [AdvisedVersion(birds, "1.0.0")])
  }

  @Test(
    arguments: [
      #"{"results":{}}"#, #"{"results":[]}"#, #"{"results":[[]]}"#, #"{"results":["x"]}"#,
      #"{"results":[{"vulns":"x"}]}"#, #"{"results":[{"vulns":{"id":"A"}}]}"#,
      #"{"results":[{"vulns":[{}]}]}"#, #"{"results":[{"vulns":[{"id":"../A"}]}]}"#,
      #"{"results":[{"next_page_token":7}]}"#, #"{"results":[{"next_page_token":["x"]}]}"#,
      #"{"results":[{"next_page_token":"\#(String(repeating: "x", count: 5_000))"}]}"#,
      String(repeating: #"{"results":["#, count: 100_000), "x", "",
    ].map(LongText.init))
  func `a list of another shape is a failure, not an empty list`(response: LongText) async {
    let answer = await ask { _ in response.value }
    guard case .malformed? = answer.failure else {
      Issue.record("\(String(describing: answer.failure))")
      return
    }
  }

  @Test func `pages without end, and lists of too many advisories, are a failure`() async {
    let endless = await ask { #"{"results":[{"next_page_token":"\#($0)"}]}"# }
    #expect(endless.failure == .tooMuch(what: "the lists have too many pages"))
    let ids = (0..<20_001).map { #"{"id":"A\#($0)"}"# }.joined(separator: ",")
    let many = await ask { _ in #"{"results":[{"vulns":[\#(ids)]}]}"# }
    #expect(many.failure == .tooMuch(what: "the lists name more than 20000 advisories"))
  }
}

extension Library {
  fileprivate var client: Client {
    Client { [self] request throws(HTTPError) in try answer(request) }
  }
}
