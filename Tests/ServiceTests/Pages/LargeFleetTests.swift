import Database
import Forges
import HTTPServer
import JSON
import Logging
import Store
import Synchronization
import TestSupport
import Testing
import Time

@testable import Service

/// The pages of a fleet of repositories, each with two dependencies, a pull request and a job.
///
/// Every tenth repository has forty long problems. All of them have the same tag, with two contents.
struct LargeFleet {
  static let large = Task { try await LargeFleet(1_000) }
  static let small = Task { try await LargeFleet(20) }

  /// The pages whose size is limited.
  static let addresses = [
    "/", "/?page=10", "/?show=problems", "/?show=red&sort=oldest&owner=team-1", "/pull-requests",
    "/packages", "/packages/npm/react", "/runs", "/moved",
    "/repositories/github/team-0/service-0000", "/pull-requests/github/team-0/service-0000/1",
  ]

  let table: RouteTable
  let count: Int

  init(_ count: Int) async throws {
    self.count = count
    let store = try await StateStore.inMemory()
    for number in 0..<count { try await Self.add(number, to: store) }
    let pages = Pages(
      store: store, token: nil, forges: { ["github": ForgeWebsite("https://github.com")] },
      now: { SampleFleet.now }, log: Logger(threshold: .error, now: { 0 }) { _ in })
    table = RouteTable(pages.routes, missing: pages.missing)
  }

  static func name(_ number: Int) -> RepositoryID {
    let digits = String(10_000 + number).dropFirst()
    return "github/team-\(number % 4)/service-\(digits)"
  }

  private static func add(_ number: Int, to store: StateStore) async throws {
    let (repository, seen) = (name(number), SampleFleet.now - .seconds(number + 60))
    try await store.save(
      RepositoryRecord(repository: repository, defaultBranch: "main", visitedAt: seen))
    let observations = ["react", "own-\(number)"].map { package in
      Observation(
        branch: "main", manifest: "package.json", name: package, ecosystem: "npm", directory: "/",
        kind: "direct", purpose: "production", requirement: "^1", current: "1.0.\(number)",
        latest: "2.0.0", state: .current, reason: "#1 proposes 2.0.0", number: 1, seenAt: seen)
    }
    try await store.observe(
      observations, manifests: ["package.json"], on: "main", of: repository)
    let long = String(repeating: "a construct that is not evaluated, ", count: 60)
    try await store.finishPass(
      over: repository, lasting: .seconds(1),
      problems: number % 10 == 0 ? (1...40).map { "Gemfile:\($0):1: \(long)" } : [], now: seen)
    var record = PullRequestRecord(
      key: "k", repository: repository, number: 1, branch: "martlet/npm/react", head: "h",
      base: "main", digest: "d", versions: ["react": "2.0.0"], state: .open, updatedAt: seen)
    record.pins = [
      SavedPin(subject: "actions / up/x 1.0.0", value: number % 2 == 0 ? "one" : "two")
    ]
    try await store.save(record)
    var verdict = VerdictRecord(
      key: "k", repository: repository, number: 1, head: "h", since: seen)
    verdict.verdict = number % 3 == 0 ? VerdictRecord.Kind.failed : .passed
    try await store.save(verdict)
    try await store.enqueue(
      Job(repository: repository, cause: .schedule, dueAt: seen, enqueuedAt: seen))
  }

  /// A page with the number of statements that it took.
  func page(_ address: String) async throws -> (text: String, statements: Int) {
    let statements = Counter()
    let response = await QueryTrace.$observer.withValue({ _, _ in statements.add() }) {
      await table(ServerRequest("GET", address))
    }
    #expect(response.status == 200, "\(address)")
    return (String(decoding: response.body, as: UTF8.self), statements.count)
  }

  /// The names of the repositories on a page of the API, and the number of all.
  func names(_ query: String) async throws -> (names: [String], total: Int?) {
    let text = try await page("/api/v1/repositories?\(query)").text
    let document = try Document(Array(text.utf8), named: query).root.value
    let names = document["repositories"]?.array?.compactMap { $0["name"]?.string }
    return (names ?? [], document["total"]?.int)
  }
}

private final class Counter: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

@Suite struct `With a thousand repositories` {
  @Test(arguments: LargeFleet.addresses)
  func `a page has a limited size and number of statements`(address: String) async throws {
    let (text, statements) = try await LargeFleet.large.value.page(address)
    // Some pages have two tables of a hundred rows, or the last runs and the next jobs.
    let rows = text.components(of: "<tr>")
    #expect(rows <= 210, "\(rows) rows")
    #expect(text.utf8.count < 200_000, "\(text.utf8.count) bytes")
    #expect(statements <= 40, "\(statements) statements")
    let small = try await LargeFleet.small.value.page(
      address.replacing("page=10", with: "page=1"))
    #expect(statements == small.statements, "\(small.statements) with few repositories")
  }

  @Test(arguments: ["", "sort=name", "sort=oldest", "sort=outdated", "show=red", "owner=team-1"])
  func `the pages of a list have each repository once`(query: String) async throws {
    let fleet = try await LargeFleet.large.value
    let expected = (0..<fleet.count).filter { number in
      switch query {
      case "show=red": number % 3 == 0
      case "owner=team-1": number % 4 == 1
      default: true
      }
    }.map { "\(LargeFleet.name($0).name)" }
    var found: [String] = []
    for page in 1...11 {
      let (names, total) = try await fleet.names("\(query)&page=\(page)")
      #expect(names.count <= 100)
      if !names.isEmpty { #expect(total == expected.count) }
      found += names
    }
    #expect(found.sorted() == expected.sorted())
    if query == "sort=name" { #expect(found == found.sorted()) }
  }

  @Test func `a version in one repository has a share above 0 %`() async throws {
    let text = try await LargeFleet.large.value.page("/packages/npm/react").text
    #expect(text.contains("&lt;1 %") && !text.contains(">0 %"))
  }

  @Test func `a page after the last one says so`() async throws {
    let fleet = try await LargeFleet.large.value
    #expect(try await fleet.page("/?page=11").text.contains("The list has no page 11."))
    #expect(try await fleet.page("/?q=nothing").text.contains("No repository matches."))
  }

  @Test func `tables have captions and headers, and links say where they lead`() async throws {
    let fleet = try await LargeFleet.large.value
    for address in ["/", "/?page=2", "/pull-requests", "/packages", "/moved"] {
      let text = try await fleet.page(address).text
      let tables = text.components(of: "<table")
      #expect(tables > 0 && tables == text.components(of: "<caption"), "\(address)")
      let headers = text.components(of: "<th scope=")
      #expect(text.components(of: "<th") == headers + text.components(of: "<thead"), "\(address)")
      #expect(text.components(of: "></a>") == 0, "\(address)")
      let fields = text.components(of: "<input") + text.components(of: "<select")
      #expect(fields <= text.components(of: "<label"), "\(address)")
    }
  }
}

extension String {
  /// How often another text occurs.
  fileprivate func components(of other: String) -> Int { ranges(of: other).count }
}
