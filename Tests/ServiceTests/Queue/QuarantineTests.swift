import Store
import Testing

@testable import Service
import TestSupport
import Time

@Suite struct `The quarantine` {
  @Test func `begins with the second death, and doubles up to six hours`() {
    let rests = (0..<16).map { Quarantine.rest(after: $0, key: "hub/a/b") }
    #expect(rests[0] == .zero && rests[1] == .zero)
    for (rest, base) in zip(rests.dropFirst(2), [20, 40, 80, 160, 320] as [Duration]) {
      #expect((base..<base + base / 10 + .seconds(1)).contains(rest))
    }
    #expect((Duration.seconds(21_600)..<23_760).contains(rests[15]))
  }

  /// Claims the job as a process that is gone right afterwards.
  private func die(_ crew: Crew, at now: Timestamp) async throws -> ClaimedJob? {
    try await crew.store.claim(by: "gone/1/x", now: now, lease: 0)
  }

  @Test func `leaves a job alone whose service died twice, and shows why`() async throws {
    let crew = try await Crew()
    try await crew.enqueue("a/b")
    try await crew.enqueue("a/good", at: 1_000)
    for _ in 0..<2 { _ = try await die(crew, at: 1_000) }
    await crew.work(until: 1)
    #expect(crew.passes.log == ["schedule a/good"])
    let job = try #require(try await crew.store.jobs().first { $0.repository == "hub/a/b" })
    #expect(job.deaths == 2)
    #expect((Timestamp(seconds: 1_020)...1_022).contains(job.dueAt))
    let row = try await crew.store.fleetRow(of: "hub/a/b")
    #expect(row?.problems.first?.message.contains("2 visits in a row") == true)
  }

  @Test func `lets the first death pass as chance`() async throws {
    let crew = try await Crew()
    try await crew.enqueue("a/b")
    _ = try await die(crew, at: 1_000)
    await crew.work(until: 1)
    #expect(crew.passes.log == ["schedule a/b"])
    #expect(try await crew.store.jobs().map(\.deaths) == [0])
  }

  @Test(arguments: [(Job.Cause.person, true), (.push, true), (.check, false), (.advisory, false)])
  func `ends when a person or a push asks`(cause: Job.Cause, isVisited: Bool) async throws {
    let crew = try await Crew()
    try await crew.enqueue("a/b")
    for _ in 0..<2 { _ = try await die(crew, at: 1_000) }
    try await crew.enqueue("a/good", at: 1_000)
    await crew.work(until: 1)
    try await crew.enqueue("a/b", cause)
    let due = try #require(try await crew.store.jobs().first { $0.repository == "hub/a/b" }).dueAt
    #expect((due <= 1_000) == isVisited)
  }

  @Test func `is over at once for a push that came before the service died again`() async throws {
    let crew = try await Crew()
    try await crew.enqueue("a/b")
    for _ in 0..<2 { _ = try await die(crew, at: 1_000) }
    try await crew.enqueue("a/b", .push, at: 1_000)
    await crew.work(until: 1)
    #expect(crew.passes.log == ["push a/b"])
  }

  @Test func `counts workers that died beside a service that lives`() async throws {
    let crew = try await Crew()
    let claimed = try await {
      try await crew.enqueue("a/b")
      return try await crew.store.claim(by: "me", now: 1_000, lease: 60)
    }()
    try await crew.store.fail(try #require(claimed), retryAt: 1_060, isDeath: true)
    #expect(try await crew.store.jobs().map(\.deaths) == [1])
    let again = try await crew.store.claim(by: "me", now: 1_060, lease: 60)
    #expect(again?.isTakenOver == false)
    try await crew.store.fail(try #require(again), retryAt: 1_180)
    #expect(try await crew.store.jobs().map(\.deaths) == [0])
  }
}
