import Database
import TestSupport
import Testing

@testable import Store

@Suite struct `The data of a repository` {
  private func record(_ name: String, _ identifier: String?) -> RepositoryRecord {
    RepositoryRecord(
      forge: "hub", name: name, identifier: identifier, defaultBranch: "main", confirmedAt: 3,
      visitedAt: 5)
  }

  private func pullRequest(_ repository: String, _ number: Int = 4) -> PullRequestRecord {
    PullRequestRecord(
      key: "hub\n\(repository)\nmain\nnpm\n/\ndependency\nms", forge: "hub",
      repository: repository, number: number, branch: "martlet/npm/ms", head: "h", base: "b",
      digest: "d", versions: ["ms": "3.0.0"], state: .declined, updatedAt: 9)
  }

  private func verdict(_ repository: String) -> VerdictRecord {
    var verdict = VerdictRecord(
      key: pullRequest(repository).key, forge: "hub", repository: repository, number: 4, head: "h",
      since: 8)
    verdict.comment = 70
    verdict.checks = [.init(name: "build", state: "success", url: nil)]
    return verdict
  }

  private let item = AgendaItem(
    entry: "npm /", scheduleText: "weekly", target: "", head: "h", nextAt: 900)

  private func fill(_ store: StateStore, _ name: String, _ identifier: String?) async throws {
    try await store.save(record(name, identifier))
    try await store.save(pullRequest(name))
    try await store.save(verdict(name))
    try await store.plan([item], for: name, forge: "hub")
    try await store.saveActivityMark(8, of: name, forge: "hub")
    try await store.finishPass(over: name, forge: "hub", lasting: 1, problems: [], now: 9)
  }

  @Test(arguments: DatabaseKind.present)
  func `follows its identifier`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await fill(store, "acme/app", "7")
    #expect(try await store.follow(["7": "acme/app", "12": "acme/new"], of: "hub") == [])
    #expect(try await store.follow(["7": "acme/site"], of: "local") == [])
    let renaming = try await store.follow(["7": "acme/site", "12": "acme/app"], of: "hub")
    #expect(renaming.map(\.old) == ["acme/app"])
    #expect(renaming.map(\.new) == ["acme/site"])
    #expect(try await store.repository("acme/app", forge: "hub") == nil)
    #expect(try await store.repository("acme/site", forge: "hub") == record("acme/site", "7"))
    #expect(
      try await store.pullRequests(of: "acme/site", forge: "hub") == [pullRequest("acme/site")])
    #expect(try await store.pullRequests(of: "acme/app", forge: "hub") == [])
    #expect(try await store.verdicts(of: "acme/site", forge: "hub") == [verdict("acme/site")])
    #expect(try await store.agenda(of: "acme/site", forge: "hub") == [item])
    #expect(try await store.activityMark(of: "acme/site", forge: "hub") == 8)
    #expect(try await store.follow(["7": "acme/site", "12": "acme/app"], of: "hub") == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `is swapped when two repositories swap names`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await fill(store, "acme/app", "7")
    try await fill(store, "acme/site", "12")
    try await store.save(pullRequest("acme/site", 5))
    try await store.follow(["7": "acme/site", "12": "acme/app"], of: "hub")
    #expect(try await store.pullRequests(of: "acme/app", forge: "hub").map(\.number) == [5])
    #expect(try await store.pullRequests(of: "acme/site", forge: "hub").map(\.number) == [4])
    #expect(try await store.repository("acme/app", forge: "hub")?.identifier == "12")
    #expect(try await store.repository("acme/site", forge: "hub")?.identifier == "7")
  }

  @Test(arguments: DatabaseKind.present)
  func `is deleted when another repository has its name`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await fill(store, "acme/app", "7")
    let renaming = try await store.follow(["12": "acme/app"], of: "hub")
    #expect(renaming.map(\.old) == ["acme/app"])
    #expect(renaming.map(\.new) == [nil])
    #expect(try await store.repository("acme/app", forge: "hub") == nil)
    #expect(try await store.pullRequests(of: "acme/app", forge: "hub") == [])
    #expect(try await store.verdicts(of: "acme/app", forge: "hub") == [])
    #expect(try await store.agenda(of: "acme/app", forge: "hub") == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `is combined with data under the new name`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await fill(store, "acme/app", "7")
    // An older martlet stored it as a new repository.
    try await store.save(record("acme/site", nil))
    try await store.save(pullRequest("acme/site", 5))
    try await store.follow(["7": "acme/site"], of: "hub")
    #expect(try await store.repository("acme/site", forge: "hub")?.identifier == "7")
    #expect(try await store.pullRequests(of: "acme/site", forge: "hub").map(\.number) == [5])
    #expect(try await store.verdicts(of: "acme/site", forge: "hub").count == 1)
  }

  @Test(arguments: DatabaseKind.present)
  func `has one row per identifier, and keeps it if a record has none`(kind: DatabaseKind)
    async throws
  {
    let store = try await kind.store()
    try await store.save(record("acme/app", "7"))
    try await store.save(record("acme/app", nil))
    #expect(try await store.repository("acme/app", forge: "hub")?.identifier == "7")
    try await store.save(record("acme/site", "7"))
    #expect(try await store.repository("acme/app", forge: "hub")?.identifier == nil)
    #expect(try await store.repository("acme/site", forge: "hub")?.identifier == "7")
  }
}

@Suite struct `A renamed repository` {
  /// The columns of each table.
  private func columns() async throws -> [String: Set<String>] {
    let rows = try await StateStore.inMemory().connection.read { transaction in
      try transaction.execute(
        """
        SELECT m.name AS tbl, c.name AS col FROM sqlite_master m
        JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
        """
      ).map { (table: try $0["tbl"] as String, column: try $0["col"] as String) }
    }
    return Dictionary(grouping: rows) { $0.table }.mapValues { Set($0.map { $0.column }) }
  }

  @Test func `keeps its rows in every table with a repository column`() async throws {
    let tables = try await columns().filter { $0.value.contains("repository") }.keys
    // The list of repositories decides about jobs.
    #expect(Set(tables) == Set(renamedTables.keys).union(["jobs"]))
  }

  @Test func `keeps the values of all columns`() async throws {
    let known = try await columns()
    for (table, columns) in renamedTables {
      guard let columns else { continue }
      #expect(known[table] == columns, "\(table)")
    }
  }
}
