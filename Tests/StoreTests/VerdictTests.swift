import Store
import Testing
import TestSupport

private func verdict(_ key: String = "k", number: Int = 7) -> VerdictRecord {
  VerdictRecord(
    key: key, forge: "hub", repository: "acme/app", number: number, head: "h", since: 5)
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
    #expect(try await store.verdict(of: "k") == later)
    #expect(try await store.verdicts(of: "acme/app", forge: "hub") == [later])
    #expect(try await store.verdicts(of: "acme/app", forge: "other") == [])
    #expect(try await store.verdict(of: "other") == nil)
  }

  @Test func `is doubted for a whole repository`() async throws {
    let store = try await StateStore.inMemory()
    for number in [9, 8] { try await store.save(verdict("k\(number)", number: number)) }
    try await store.invalidateVerdicts(of: "acme/app", forge: "hub")
    let all = try await store.verdicts(of: "acme/app", forge: "hub")
    #expect(all.map(\.number) == [8, 9])
    #expect(all.map(\.needsCheck) == [true, true])
  }

  @Test func `outlives the record of its pull request`() async throws {
    let store = try await StateStore.inMemory()
    let record = PullRequestRecord(
      key: "k", forge: "hub", repository: "acme/app", number: 7, branch: "b", head: "h", base: "",
      digest: "", versions: [:], state: .open, updatedAt: 1)
    try await store.save(record)
    try await store.save(verdict())
    try await store.save(record)
    #expect(try await store.verdict(of: "k") == verdict())
  }
}
