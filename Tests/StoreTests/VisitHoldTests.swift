import Forges
import Store
import TestSupport
import Testing
import Time

@Suite struct `A hold on a repository` {
  private let web: RepositoryID = "hub/acme/web"

  @Test(arguments: DatabaseKind.present)
  func `belongs to one process, until it ends or expires`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    func hold(_ process: String, at now: Timestamp) async throws -> String? {
      try await store.holdVisit(of: web, by: process, until: now + .seconds(30), now: now)
    }
    #expect(try await hold("a", at: 0) == nil)
    #expect(try await hold("b", at: 1) == nil, "nothing is known of the repository yet")
    try await store.pause(web, by: "ann", now: 0)
    #expect(try await hold("a", at: 2) == nil)
    #expect(try await hold("b", at: 3) == "a")
    #expect(try await hold("a", at: 30) == nil)
    #expect(try await hold("b", at: 40) == "a")
    try await store.endVisit(of: web, by: "b")
    #expect(try await hold("b", at: 41) == "a")
    try await store.endVisit(of: web, by: "a")
    #expect(try await hold("b", at: 42) == nil)
    #expect(try await hold("a", at: 43) == "b")
    #expect(try await hold("a", at: 72) == nil)
  }
}
