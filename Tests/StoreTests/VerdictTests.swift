import Store
import Testing
import Time
import TestSupport

private func verdict(_ key: String = "k", number: Int = 7) -> VerdictRecord {
  VerdictRecord(
    key: key, repository: "hub/acme/app", number: number, head: "h", since: 5)
}

@Suite struct `A stored verdict` {
  @Test func `is read completely, and replaced by a later one`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save(verdict())
    var later = verdict()
    later.verdict = .timedOut
    later.checks = [
      .init(name: "lint", state: "failure", url: "https://ci.dev/1"),
      .init(name: "build", state: "awaited"),
    ]
    later.steps = "minor patch"
    later.merging = .handedOver
    later.mergingNote = "waits"
    later.checkedAt = 9
    later.isFinal = true
    later.comment = 70
    later.commentDigest = "d"
    try await store.save(later)
    #expect(try await store.verdict(of: "k", in: "hub/acme/app") == later)
    #expect(try await store.verdicts(of: "hub/acme/app") == [later])
    #expect(try await store.verdicts(of: "other/acme/app") == [])
    #expect(try await store.verdict(of: "other", in: "hub/acme/app") == nil)
  }

  @Test func `is doubted for a whole repository`() async throws {
    let store = try await StateStore.inMemory()
    for number in [9, 8] { try await store.save(verdict("k\(number)", number: number)) }
    try await store.invalidateVerdicts(of: "hub/acme/app")
    let all = try await store.verdicts(of: "hub/acme/app")
    #expect(all.map(\.number) == [8, 9])
    #expect(all.map { $0.events > $0.seenEvents } == [true, true])
  }

  /// Two pull requests at different commits.
  private func pair() async throws -> StateStore {
    let store = try await StateStore.inMemory()
    for (number, head) in [(7, "h7"), (8, "h8")] {
      try await store.save(
        PullRequestRecord(
          key: "k\(number)", repository: "hub/acme/app", number: number,
          branch: "b\(number)", head: head, base: "", digest: "", versions: [:], state: .open,
          updatedAt: 1))
      var record = verdict("k\(number)", number: number)
      record.head = head
      record.checkedAt = 9
      try await store.save(record)
    }
    return store
  }

  @Test(
    arguments: [
      ("h8", [], [8]), ("h8", ["b7"], [7, 8]), (nil, ["b7"], [7]), ("h7", ["main"], [7]),
      ("other", [], [7, 8]), (nil, ["main"], [7, 8]), (nil, [], [7, 8]),
    ] as [(String?, [String], [Int])])
  func `has news after an event about its commit or branch, or an unknown one`(
    commit: String?, branches: [String], changed: [Int]
  ) async throws {
    let store = try await pair()
    try await store.countCheckEvent(at: commit, on: branches, of: "hub/acme/app")
    let all = try await store.verdicts(of: "hub/acme/app")
    #expect(all.filter(\.hasNews).map(\.number) == changed)
  }

  @Test func `keeps an event that arrives between a read and the save`() async throws {
    let store = try await pair()
    try await store.countCheckEvent(at: "h7", on: [], of: "hub/acme/app")
    var read = try #require(try await store.verdict(of: "k7", in: "hub/acme/app"))
    try await store.countCheckEvent(at: "h7", on: [], of: "hub/acme/app")
    read.seenEvents = read.events
    read.verdict = .passed
    try await store.save(read)
    let saved = try #require(try await store.verdict(of: "k7", in: "hub/acme/app"))
    #expect(saved.verdict == .passed && saved.hasNews)
  }

  @Test func `has news until somebody has read the checks of a new head`() {
    #expect(verdict().hasNews)
    var read = verdict()
    read.checkedAt = read.since + .seconds(1)
    #expect(!read.hasNews)
    read.needsCheck = true
    #expect(read.hasNews)
  }

  @Test func `outlives the record of its pull request`() async throws {
    let store = try await StateStore.inMemory()
    let record = PullRequestRecord(
      key: "k", repository: "hub/acme/app", number: 7, branch: "b", head: "h", base: "",
      digest: "", versions: [:], state: .open, updatedAt: 1)
    try await store.save(record)
    try await store.save(verdict())
    try await store.save(record)
    #expect(try await store.verdict(of: "k", in: "hub/acme/app") == verdict())
  }
}
