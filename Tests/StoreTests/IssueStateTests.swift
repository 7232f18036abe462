import Forges
import Store
import Testing
import TestSupport
import Time

/// What the state knows of martlet's issues and of what people asked for.
@Suite struct `The issues of a repository` {
  @Test(arguments: DatabaseKind.present)
  func `have one record for each purpose`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    #expect(try await store.ownIssue(.notice, of: "hub/acme/app") == nil)
    var notice = OwnIssue(.notice, number: 4, body: "text", isAlone: false)
    notice.writtenAt = 9
    try await store.save(notice, of: "hub/acme/app")
    try await store.save(OwnIssue(.dashboard), of: "hub/acme/app")
    notice.number = 5
    try await store.save(notice, of: "hub/acme/app")
    #expect(try await store.ownIssue(.notice, of: "hub/acme/app") == notice)
    #expect(try await store.ownIssue(.dashboard, of: "hub/acme/app") == OwnIssue(.dashboard))
    #expect(try await store.ownIssue(.notice, of: "hub/acme/other") == nil)
    await store.close()
  }

  @Test func `have each request once, until it is removed`() async throws {
    let store = try await StateStore.inMemory()
    let open = DashboardRequest(
      .open, ecosystem: "npm", directory: "/", dependency: "ms", version: "2.0.0", author: "ann",
      createdAt: 9)
    var again = open
    again.author = "cy"
    var approve = open
    approve.kind = .approve
    for request in [open, again, approve] { try await store.save(request, of: "hub/acme/app") }
    #expect(try await store.dashboardRequests(of: "hub/acme/app") == [approve, open])
    try await store.remove(again, of: "hub/acme/app")
    #expect(try await store.dashboardRequests(of: "hub/acme/app") == [approve])
  }

  @Test(arguments: DatabaseKind.present)
  func `share the limit of questions within 24 hours`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    let begin = { (name: RepositoryID, now: Int64) in
      try await store.beginOnboarding(of: name, limit: 2, now: Timestamp(seconds: now))
    }
    #expect(try await begin("hub/acme/a", 100_000))
    #expect(try await begin("hub/acme/b", 100_000))
    #expect(try await !begin("hub/acme/c", 100_000))
    // One that was let in before, and then killed, goes on.
    #expect(try await begin("hub/acme/a", 100_001))
    #expect(try await begin("hub/acme/c", 200_000))
    let record = OnboardingRecord(.declined, number: 7, begunAt: 5)
    try await store.save(record, of: "hub/acme/a")
    #expect(try await store.onboarding(of: "hub/acme/a") == record)
    await store.close()
  }
}
