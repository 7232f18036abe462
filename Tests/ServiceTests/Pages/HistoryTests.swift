import Forges
import Logging
import Store
import TestSupport
import Testing
import Time

@testable import Service

@Suite struct `The history of a repository` {
  @Test func `merges events and facts in order, without duplicates`() {
    let history = HistorySection(
      "hub/acme/app",
      [
        Event(number: 7, at: 90_000, kind: "verdict", details: "failed at abc"),
        Event(number: 7, at: 100, kind: "opened", details: "#7 for 2.0.0"),
      ],
      [
        Fact(.red, "7 abc", at: 90_000, number: 7, summary: "checks failed"),
        Fact(.security, "T-1", at: 50_000, summary: "high: a 1.0.0"),
        Fact(.problem, "p", at: 200, summary: "no lock"),
      ])
    #expect(
      history.entries.map { "\($0.at.seconds) \($0.kind) \($0.text)" } == [
        "90000 verdict failed at abc", "50000 security high: a 1.0.0", "200 problem no lock",
        "100 opened #7 for 2.0.0",
      ])
    let html = Markup.list(history.content(PageContext(now: 99_000, forges: ForgeLinks([:])))).html
    #expect(html.contains("<h3>1970-01-02</h3>") && html.contains("<h3>1970-01-01</h3>"))
    #expect(html.contains("/pull-requests/hub/acme/app/7"))
  }

  @Test func `has a limited number of entries`() {
    let events = (1...300).map {
      Event(number: $0, at: Timestamp(seconds: Int64($0)), kind: "opened", details: "")
    }
    #expect(HistorySection("hub/acme/app", events, []).entries.count == 100)
  }
}

@Suite struct `A list of the fleet` {
  @Test(arguments: DatabaseKind.present)
  func `is limited to an owner`(kind: DatabaseKind) async throws {
    let store: StateStore =
      switch kind {
      case .sqlite: try await StateStore.inMemory()
      case .postgres: try await StateStore.open(server: .init(PostgresServer.shared.value.fresh()))
      }
    for (number, name) in ["acme/app", "acme/deep/er", "acme_x/app", "acmex/app"].enumerated() {
      let id = try #require(RepositoryID("hub/" + name))
      try await store.save(RepositoryRecord(repository: id, defaultBranch: "main", visitedAt: 5))
      try await store.save(
        PullRequestRecord(
          key: "k", repository: id, number: number + 1, branch: "b", head: "h", base: "",
          digest: "", versions: ["a": "2"], state: .open, updatedAt: 1))
      try await store.save(
        [Event(number: number + 1, at: 50, kind: "opened", details: "")], of: id)
    }
    for (owner, numbers) in [("ACME", [1, 2]), ("acme_x", [3]), ("", [1, 2, 3, 4]), ("a", [])] {
      var fleet = FleetQuery(by: .name, window: Window(limit: 9))
      fleet.owner = owner
      #expect(try await store.fleet(fleet).rows.count == numbers.count, "\(owner)")
      var proposals = ProposalQuery(window: Window(limit: 9))
      proposals.owner = owner
      let rows = try await store.proposals(proposals).rows
      #expect(rows.map(\.number).sorted() == numbers, "\(owner)")
      #expect(rows.allSatisfy { $0.openedAt == 50 && $0.steps.isEmpty })
    }
  }
}
