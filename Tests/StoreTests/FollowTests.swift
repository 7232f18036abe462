import Store
import TestSupport
import Testing

@Suite struct `What is known of a repository` {
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
    entry: "npm /", rhythm: "weekly", target: "", head: "h", nextAt: 900)

  private func fill(_ store: StateStore, _ name: String, _ identifier: String?) async throws {
    try await store.save(record(name, identifier))
    try await store.save(pullRequest(name))
    try await store.save(verdict(name))
    try await store.plan([item], for: name, forge: "hub")
    try await store.saveActivityMark(8, of: name, forge: "hub")
    try await store.finishPass(over: name, forge: "hub", seconds: 1, problems: [], now: 9)
  }

  @Test(arguments: DatabaseKind.present)
  func `goes along with its identifier`(kind: DatabaseKind) async throws {
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
  func `is changed when two repositories change names`(kind: DatabaseKind) async throws {
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
  func `is forgotten where another one has its name`(kind: DatabaseKind) async throws {
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
  func `joins what was seen under the new name already`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await fill(store, "acme/app", "7")
    // An older martlet took it for new.
    try await store.save(record("acme/site", nil))
    try await store.save(pullRequest("acme/site", 5))
    try await store.follow(["7": "acme/site"], of: "hub")
    #expect(try await store.repository("acme/site", forge: "hub")?.identifier == "7")
    #expect(try await store.pullRequests(of: "acme/site", forge: "hub").map(\.number) == [5])
    #expect(try await store.verdicts(of: "acme/site", forge: "hub").count == 1)
  }

  @Test(arguments: DatabaseKind.present)
  func `has one row for an identifier, and keeps it where none is told`(kind: DatabaseKind)
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
