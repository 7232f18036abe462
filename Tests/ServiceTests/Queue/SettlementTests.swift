import Ecosystem
import FoundationEssentials
import Forges
import Store
import Testing
import TestSupport
import Time
import Updates

@testable import Service

private func report(
  _ problem: Problem.Kind? = nil, repositoryFailure: ForgeError.Code? = nil
) -> RepositoryReport {
  var report = RepositoryReport(
    repository: "hub/acme/app",
    problems: problem.map { [Problem($0, "for a reason")] } ?? [])
  report.repositoryFailure = repositoryFailure.map { ForgeError($0, subject: "GET /") }
  return report
}

@Suite struct `The settlement of a job` {
  private func settle(
    _ report: RepositoryReport, attempts: Int = 0, isCancelled: Bool = false
  ) -> Settlement {
    let job = Job(
      repository: "hub/acme/app", cause: .schedule, dueAt: 0, enqueuedAt: 0,
      attempts: attempts)
    return Settlement(report, of: job, isCancelled: isCancelled, next: 9_000, now: 1_000)
  }

  @Test func `a successful job waits for its schedule`() {
    #expect(settle(report()) == .finish(next: 9_000))
  }

  @Test func `a refusal or conflict is no reason for an early visit`() {
    #expect(settle(report(.refused)) == .finish(next: 9_000))
    #expect(settle(report(.unsolvable)) == .finish(next: 9_000))
  }

  @Test func `what failed is tried again, later each time, up to a bound`() {
    var delays: [Duration] = []
    for attempts in 0..<12 {
      guard case .fail(let retryAt) = settle(report(.failed), attempts: attempts) else { continue }
      delays.append(retryAt - 1_000)
    }
    #expect(delays.count == 12)
    for (delay, base) in zip(delays, [60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360]) {
      #expect((Duration.seconds(base)..<Duration.seconds(base) * 11 / 10).contains(delay))
    }
    for delay in delays.dropFirst(9) {
      #expect((Duration.seconds(21_600)..<23_760).contains(delay))
    }
  }

  @Test func `a forge that asks for peace gets it, and the job keeps its place`() {
    let until = Timestamp(milliseconds: 1_500_500)
    #expect(
      settle(report(.failed, repositoryFailure: .rateLimited(until: until))) == .pause(until: 1_501)
    )
    let past = Timestamp(seconds: 1)
    #expect(
      settle(report(.failed, repositoryFailure: .rateLimited(until: past))) == .pause(until: 1_001))
  }

  @Test func `an installation that asks for peace gets it alone`() {
    var report = report(
      .failed, repositoryFailure: .rateLimited(until: Timestamp(seconds: 1_500)))
    report.repositoryFailure?.owner = "acme"
    #expect(settle(report) == .postpone(until: 1_500))
  }

  @Test func `a repository that is gone or archived leaves the queue`() {
    #expect(settle(report(.failed, repositoryFailure: .notFound)) == .finish(next: nil))
    #expect(settle(report(.failed, repositoryFailure: .archived)) == .finish(next: nil))
  }

  @Test func `a visit that the service ended is not a failure`() {
    #expect(settle(report(.failed, repositoryFailure: .cancelled), isCancelled: true) == .release)
  }
}

@Suite struct `The owner of a lease` {
  private let me = Worker(host: "box", process: 7, word: "b")

  @Test func `leases of ended processes of this machine are free`() {
    let names = ["box/7/a", "box/7/b", "box/8/c", "box/9/d", "other/8/e", "else", "box/x/y"]
    #expect(me.predecessors(among: names) { $0 == 9 } == ["box/7/a", "box/8/c"])
  }

  @Test func `a name can be parsed again`() {
    #expect(Worker("box/7/b") == me)
    #expect("\(me)" == "box/7/b")
    #expect(Worker.isAlive(Worker.current.process))
  }

  @Test func `an abandoned job can be claimed at once`() async throws {
    let store = try await StateStore.inMemory()
    try await store.enqueue(
      Job(repository: "hub/a/b", cause: .push, dueAt: 0, enqueuedAt: 0))
    #expect(try await store.claim(by: "gone", now: 10, lease: 100) != nil)
    #expect(try await store.claim(by: "new", now: 11, lease: 100) == nil)
    try await store.abandon(["gone"], now: 12)
    #expect(try await store.claim(by: "new", now: 12, lease: 100)?.job.attempts == 1)
  }

  @Test func `a claim takes jobs of forges with room alone`() async throws {
    let store = try await StateStore.inMemory()
    for forge in ["hub", "lab"] {
      try await store.enqueue(
        Job(repository: "\(forge)/a/b", cause: .push, dueAt: 0, enqueuedAt: 0))
    }
    #expect(try await store.claim(by: "w", now: 1, lease: 9, among: []) == nil)
    #expect(
      try await store.claim(by: "w", now: 1, lease: 9, among: ["lab"])?.job.repository.forge
        == "lab")
    #expect(try await store.claim(by: "w", now: 1, lease: 9, among: ["lab"]) == nil)
    #expect(try await store.claim(by: "w", now: 1, lease: 9, among: ["hub", "lab"]) != nil)
  }
}
