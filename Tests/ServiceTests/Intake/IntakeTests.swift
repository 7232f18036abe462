import Configuration
import Forges
import HTTPServer
import Logging
import Store
import Synchronization
import Testing
import Time

@testable import Service
import TestSupport

/// An intake on a state of its own, at 1,000 seconds.
private struct Fixture {
  let store: StateStore
  let intake: Intake
  let listRequests = Counter()

  init() async throws {
    store = try await StateStore.inMemory()
    let listRequests = listRequests
    intake = Intake(
      store: store, now: { 1_000 }, log: .silent,
      senders: { [Intake.Sender(forge("acme/*"), login: { "martlet[bot]" })] },
      listChanged: { listRequests.count() })
  }

  func send(_ request: ServerRequest, to name: String = "hub") async -> Int {
    await intake.receive(request, forge: name).status
  }

  func jobs() async throws -> [String] {
    try await store.jobs().map { "\($0.cause) \($0.repository.name)" }
  }
}

private final class Counter: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func count() { number.withLock { $0 += 1 } }
}

@Suite struct `The intake of webhooks` {
  @Test func `a delivery is saved with the visit that it causes`() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.send(delivery(push())) == 202)
    #expect(try await fixture.jobs() == ["push acme/app"])
  }

  @Test func `an event about checks is counted for the pull request of its commit`()
    async throws
  {
    let fixture = try await Fixture()
    for (number, head) in [(7, "h7"), (8, "h8")] {
      try await fixture.store.save(
        PullRequestRecord(
          key: "k\(number)", repository: "hub/acme/app", number: number,
          branch: "martlet/npm/a\(number)", head: head, base: "", digest: "", versions: [:],
          state: .open, updatedAt: 1))
      var record = VerdictRecord(
        key: "k\(number)", repository: "hub/acme/app", number: number, head: head,
        since: 5)
      record.checkedAt = 9
      try await fixture.store.save(record)
    }
    let body =
      #"{"action": "completed", "repository": {"full_name": "acme/app"}, "#
      + #""check_run": {"head_sha": "h8", "pull_requests": []}}"#
    #expect(await fixture.send(delivery(body, event: "check_run")) == 202)
    #expect(try await fixture.jobs() == ["check acme/app"])
    let all = try await fixture.store.verdicts(of: "hub/acme/app")
    #expect(all.filter(\.hasNews).map(\.number) == [8])
  }

  @Test func `a replayed delivery causes no further visit, although the clock jumps`() async throws
  {
    let store = try await StateStore.inMemory()
    let now = Mutex<Timestamp>(1_800_000_000)
    let intake = Intake(
      store: store, now: { now.withLock(\.self) }, log: .silent,
      senders: { [Intake.Sender(forge("acme/*"), login: { "martlet[bot]" })] }, listChanged: {})
    let clock = WallClock(now: { now.withLock(\.self) }, sleep: { _ in })
    let housekeeper = Housekeeper(store: store, clock: clock, log: .silent)
    #expect(await intake.receive(delivery(push(), id: "d-1"), forge: "hub").status == 202)
    try await store.dequeue("hub/acme/app")
    for seconds: Int64 in [400 * 86_400, -800 * 86_400, 401 * 86_400, 20 * 86_400] {
      now.withLock { $0 += .seconds(seconds) }
      await housekeeper.clean()
      #expect(await intake.receive(delivery(push(), id: "d-1"), forge: "hub").status == 202)
      #expect(try await store.jobs() == [])
    }
  }

  @Test func `a replayed delivery causes no further visit`() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.send(delivery(push(), id: "d-1")) == 202)
    try await fixture.store.dequeue("hub/acme/app")
    #expect(await fixture.send(delivery(push(), id: "d-1")) == 202)
    #expect(try await fixture.jobs() == [])
    #expect(await fixture.send(delivery(push(), id: "d-2")) == 202)
    #expect(try await fixture.jobs() == ["push acme/app"])
  }

  @Test func `many deliveries for one repository are one visit, in whatever order`() async throws {
    let comment =
      #"{"action": "created", "issue": {"pull_request": {}}, "comment": {"body": "@martlet rebase"}, "#
      + #""repository": {"full_name": "acme/app"}}"#
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let fixture = try await Fixture()
      for number in order {
        let request =
          number == 1
          ? delivery(comment, event: "issue_comment", id: "1") : delivery(push(), id: "\(number)")
        #expect(await fixture.send(request) == 202)
      }
      #expect(try await fixture.jobs() == ["person acme/app"])
    }
  }

  @Test func `a refused delivery changes nothing`() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.send(delivery(push(), signature: "sha256=00")) == 401)
    #expect(await fixture.send(delivery(push()), to: "elsewhere") == 404)
    #expect(await fixture.send(delivery(String(push().dropLast(3)), id: "d-1")) == 400)
    #expect(try await fixture.jobs() == [])
    // The same identifier, complete this time, isn't a replay.
    #expect(await fixture.send(delivery(push(), id: "d-1")) == 202)
    #expect(try await fixture.jobs() == ["push acme/app"])
  }

  @Test func `unknown events and pings are taken and mean nothing`() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.send(delivery("{}", event: "ping", id: "1")) == 202)
    #expect(await fixture.send(delivery(#"{"a": 1}"#, event: "gollum", id: "2")) == 202)
    #expect(try await fixture.jobs() == [])
  }

  @Test func `a list of repositories that changed is read again`() async throws {
    let fixture = try await Fixture()
    let body = #"{"action": "deleted", "repositories": [{"full_name": "acme/app"}]}"#
    #expect(await fixture.send(delivery(body, event: "installation")) == 202)
    #expect(fixture.listRequests.value == 1)
  }

  @Test func `a failing state is an error, so that the forge keeps the delivery`() async throws {
    let fixture = try await Fixture()
    await fixture.store.close()
    #expect(await fixture.send(delivery(push())) == 503)
  }

  @Test(
    arguments: [
      ("hub", zeros, "application/json", nil),
      (
        "hub", zeros, "Application/JSON; charset=utf-8", nil
      ),
      ("elsewhere", zeros, "application/json", 404),
      ("hub", nil, "application/json", 401), ("hub", "sha256=00", "application/json", 401),
      ("hub", "sha256=zz", "application/json", 401),
      ("hub", zeros, "text/plain", 415),
      ("hub", zeros, "application/jsonp", 415),
    ] as [(String, String?, String, Int?)])
  func `the head alone shows what can be no delivery`(
    forge: String, signature: String?, type: String, status: Int?
  ) async throws {
    var head = delivery("", signature: .some(signature), type: type)
    head.body = []
    switch try await Fixture().intake.admit(head, forge: forge) {
    case .answer(let response): #expect(response.status == status)
    case .receive(let budget):
      #expect(status == nil)
      #expect(budget.account == "forge hub" && budget.limit == 25 << 20)
    }
  }
}

/// A signature of the right form.
private let zeros = "sha256=" + String(repeating: "0", count: 64)
