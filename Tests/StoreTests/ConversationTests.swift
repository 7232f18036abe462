import Forges
import Store
import Testing
import TestSupport

private let ignore = Ignore(
  repository: "hub/acme/app", ecosystem: "npm", directory: "/", dependency: "ms",
  condition: .major, version: "3.0.0", author: "ann", number: 4, createdAt: 9)

private let request = RebuildRequest(
  repository: "hub/acme/app", key: "k", kind: .recreate, number: 4, comment: 70,
  author: "ann", head: "h", createdAt: 9)

@Suite struct `The comments` {
  @Test func `have one ignore rule per condition, by the latest author`() async throws {
    let store = try await StateStore.inMemory()
    var later = ignore
    later.author = "cy"
    var minor = ignore
    minor.condition = .minor
    for ignore in [ignore, later, minor] { try await store.save(ignore) }
    #expect(try await store.ignores(of: "hub/acme/app") == [later, minor])
    #expect(try await store.ignores(of: "hub/acme/other") == [])
    try await store.remove(later)
    #expect(try await store.ignores() == [minor])
  }

  @Test func `have a pending rebuild until they are processed`() async throws {
    let store = try await StateStore.inMemory()
    try await store.save(request)
    var again = request
    again.head = "other"
    try await store.save(again)
    #expect(try await store.rebuildRequests(of: "hub/acme/app") == [request])
    #expect(try await !store.isProcessed(comment: 70, of: "hub/acme/app"))
    for _ in 1...2 {
      try await store.markProcessed(comment: 70, of: "hub/acme/app", now: 1)
    }
    #expect(try await store.isProcessed(comment: 70, of: "hub/acme/app"))
    #expect(try await store.rebuildRequests(of: "hub/acme/app") == [])
  }

  @Test func `are stored up to the last one read`() async throws {
    let store = try await StateStore.inMemory()
    let point = ConversationRecord(number: 4, comments: 2, updatedAt: 8)
    try await store.save(point, of: "hub/acme/app")
    try await store.save(point, of: "hub/acme/app")
    #expect(try await store.conversations(of: "hub/acme/app") == [4: point])
    #expect(try await store.activityMark(of: "hub/acme/app") == nil)
    try await store.saveActivityMark(8, of: "hub/acme/app")
    #expect(try await store.activityMark(of: "hub/acme/app") == 8)
  }

  @Test func `move with a renamed repository, and data of the forge does not`()
    async throws
  {
    let store = try await StateStore.inMemory()
    let site: RepositoryID = "hub/acme/site"
    let known = RepositoryRecord(
      repository: "hub/acme/app", defaultBranch: "main", visitedAt: 1)
    try await store.save(known)
    try await store.save(ignore)
    try await store.save(request)
    try await store.markProcessed(comment: 71, of: "hub/acme/app", now: 1)
    for _ in 1...2 { try await store.rename("hub/acme/app", to: site.name) }
    var moved = ignore
    moved.repository = site
    #expect(try await store.ignores() == [moved])
    #expect(try await store.isProcessed(comment: 71, of: "hub/acme/site"))
    #expect(try await store.record(of: "hub/acme/app") == nil)
    #expect(try await store.rebuildRequests(of: "hub/acme/app") == [])
  }
}
