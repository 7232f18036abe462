import Store
import Testing
import TestSupport

private let ignore = Ignore(
  forge: "hub", repository: "acme/app", ecosystem: "npm", directory: "/", dependency: "ms",
  condition: .major, version: "3.0.0", author: "ann", number: 4, createdAt: 9)

private let request = RebuildRequest(
  forge: "hub", repository: "acme/app", key: "k", kind: .recreate, number: 4, comment: 70,
  author: "ann", head: "h", createdAt: 9)

@Suite struct `The comments` {
  @Test func `have one ignore rule per condition, by the latest author`() async throws {
    let store = try await StateStore.inMemory()
    var later = ignore
    later.author = "cy"
    var minor = ignore
    minor.condition = .minor
    for ignore in [ignore, later, minor] { try await store.save(ignore) }
    #expect(try await store.ignores(of: "acme/app", forge: "hub") == [later, minor])
    #expect(try await store.ignores(of: "acme/other", forge: "hub") == [])
    try await store.remove(later)
    #expect(try await store.ignores() == [minor])
  }

  @Test func `have a pending rebuild until they are processed`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save(request)
    var again = request
    again.head = "other"
    try await store.save(again)
    #expect(try await store.requests(of: "acme/app", forge: "hub") == [request])
    #expect(try await !store.isProcessed(comment: 70, of: "acme/app", forge: "hub"))
    for _ in 1...2 {
      try await store.markProcessed(comment: 70, of: "acme/app", forge: "hub", now: 1)
    }
    #expect(try await store.isProcessed(comment: 70, of: "acme/app", forge: "hub"))
    #expect(try await store.requests(of: "acme/app", forge: "hub") == [])
  }

  @Test func `are stored up to the last one read`() async throws {
    let store = try await StateStore.inMemory()
    let point = ConversationRecord(number: 4, comments: 2, updatedAt: 8)
    try await store.save(point, of: "acme/app", forge: "hub")
    try await store.save(point, of: "acme/app", forge: "hub")
    #expect(try await store.conversations(of: "acme/app", forge: "hub") == [4: point])
    #expect(try await store.activityMark(of: "acme/app", forge: "hub") == nil)
    try await store.saveActivityMark(8, of: "acme/app", forge: "hub")
    #expect(try await store.activityMark(of: "acme/app", forge: "hub") == 8)
  }

  @Test func `move with a renamed repository, and data of the forge does not`()
    async throws
  {
    let store = try await StateStore.inMemory()
    let known = RepositoryRecord(
      forge: "hub", name: "acme/app", defaultBranch: "main", visitedAt: 1)
    try await store.save(known)
    try await store.save(ignore)
    try await store.save(request)
    try await store.markProcessed(comment: 71, of: "acme/app", forge: "hub", now: 1)
    for _ in 1...2 { try await store.rename("acme/app", to: "acme/site", forge: "hub") }
    var moved = ignore
    moved.repository = "acme/site"
    #expect(try await store.ignores() == [moved])
    #expect(try await store.isProcessed(comment: 71, of: "acme/site", forge: "hub"))
    #expect(try await store.repository("acme/app", forge: "hub") == nil)
    #expect(try await store.requests(of: "acme/app", forge: "hub") == [])
  }
}
