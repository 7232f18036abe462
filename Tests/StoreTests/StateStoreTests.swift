import Store
import TestSupport
import Testing

private let record = PullRequestRecord(
  key: "k", repository: "hub/acme/app", number: 7, branch: "martlet/npm/x", head: "h",
  base: "b", digest: "d", versions: ["x": "1.2.3", "y": "2"], state: .open, updatedAt: 5)

@Suite struct `The state` {
  @Test(arguments: DatabaseKind.present)
  func `stores pull requests with their versions`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.save(record)
    var declined = record
    declined.state = .declined
    declined.versions = ["x": "1.3.0"]
    try await store.save(declined)
    #expect(try await store.pullRequests(of: "hub/acme/app") == [declined])
    #expect(try await store.pullRequests(of: "other/acme/app") == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `counts a source's first versions as old, and later ones as new`(kind: DatabaseKind)
    async throws
  {
    let store = try await kind.store()
    let first = try await store.firstSeen(["1", "2"], of: "nio", now: 100)
    #expect(first == ["1": 100, "2": 100])
    let second = try await store.firstSeen(["1", "2", "3"], of: "nio", now: 200)
    #expect(second == ["1": 100, "2": 100, "3": 200])
    let third = try await store.firstSeen(["3"], of: "nio", now: 300)
    #expect(third["3"] == 200)
  }

  @Test(arguments: DatabaseKind.present)
  func `a version that was seen with a clock ahead is seen now`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    _ = try await store.firstSeen(["1"], of: "nio", now: 100)
    _ = try await store.firstSeen(["1", "2"], of: "nio", now: 31_536_000)
    #expect(try await store.firstSeen(["2"], of: "nio", now: 200) == ["1": 100, "2": 200])
    #expect(try await store.firstSeen(["2"], of: "nio", now: 300) == ["1": 100, "2": 200])
  }

  @Test(arguments: DatabaseKind.present)
  func `stores contents by name until they are deleted`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    try await store.keep([1, 2], as: "blob a", now: 10)
    #expect(try await store.content("blob a") == [1, 2])
    try await store.dropContents(keptBefore: 11)
    #expect(try await store.content("blob a") == nil)
  }

  @Test(arguments: DatabaseKind.present)
  func `stores repositories`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let known = RepositoryRecord(
      repository: "hub/acme/app", defaultBranch: "trunk", visitedAt: 9)
    try await store.save(known)
    #expect(try await store.record(of: "hub/acme/app") == known)
    #expect(try await store.record(of: "local/acme/app") == nil)
  }

  @Test(arguments: DatabaseKind.present)
  func `stores a begun branch until its pull request has a record`(
    kind: DatabaseKind
  ) async throws {
    let store = try await kind.store()
    let begun = ["b1", "b2"].map {
      BegunBranch(repository: "hub/acme/app", branch: $0, base: "main")
    }
    for one in begun + begun { try await store.save(one) }
    #expect(try await store.begunBranches(of: "hub/acme/app") == begun)
    #expect(try await store.begunBranches(of: "hub/acme/web") == [])
    try await store.save(
      PullRequestRecord(
        key: "k", repository: "hub/acme/app", number: 7, branch: "b1", head: "h",
        base: "b", digest: "d", versions: [:], state: .open, updatedAt: 5))
    #expect(try await store.begunBranches(of: "hub/acme/app") == [begun[1]])
    try await store.remove(begun[1])
    #expect(try await store.begunBranches(of: "hub/acme/app") == [])
  }
}
