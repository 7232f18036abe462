import Forges
import Store
import TestSupport
import Testing
import Time

/// Short forms for enqueuing, claiming and finishing jobs.
private struct Queue {
  let store: StateStore

  init(_ kind: DatabaseKind) async throws { store = try await kind.store() }

  func ask(_ repository: String, _ cause: Job.Cause = .push, due: Timestamp, at: Timestamp = 0)
    async throws
  {
    try await store.enqueue(
      Job(repository: "hub/acme/\(repository)", cause: cause, dueAt: due, enqueuedAt: at))
  }

  func take(_ worker: String = "w", at now: Timestamp, for lease: Duration = 60) async throws
    -> ClaimedJob?
  {
    try await store.claim(by: worker, now: now, lease: lease)
  }

  /// Claims jobs until none is due, and returns them in order.
  func order(at now: Timestamp) async throws -> [String] {
    var names: [String] = []
    while let job = try await take(at: now) { names.append(job.job.repository.name.name) }
    return names
  }

  /// The only job: `cause due attempts`.
  func only() async throws -> String {
    let jobs = try await store.jobs()
    let job = try #require(jobs.first)
    try #require(jobs.count == 1)
    return "\(job.cause) \(job.dueAt.seconds) \(job.attempts)"
  }
}

@Suite struct `The queue` {
  @Test(arguments: DatabaseKind.present)
  func `has no time that only a wrong clock can have written`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    let year: Timestamp = 31_536_000
    try await queue.ask("scheduled", .schedule, due: 1_000 + 3_600)
    try await queue.ask("far", .schedule, due: 1_000 + 3_601)
    try await queue.ask("failed", .schedule, due: 0)
    let failed = try #require(await queue.take(at: 1_000))
    try await queue.store.fail(failed, retryAt: 1_000 + 7_200)
    try await queue.ask("held", .push, due: year)
    let held = try #require(await queue.take(at: year, for: 60))
    #expect(held.job.repository == "hub/acme/held")
    let changed = try await queue.store.boundTimes(
      now: 1_000, sweep: 3_600, longest: 7_200, lease: 60)
    #expect(changed == 2)
    let due = try await queue.store.jobs().map { "\($0.repository.name.name) \($0.dueAt.seconds)" }
    #expect(due.sorted() == ["failed 8200", "far 1000", "held 1000", "scheduled 4600"])
    #expect(try await queue.store.claims().map(\.leasedUntil) == [1_060])
    #expect(
      try await queue.store.boundTimes(now: 1_000, sweep: 3_600, longest: 7_200, lease: 60) == 0)
  }

  @Test(arguments: DatabaseKind.present)
  func `returns the most urgent job first, then the one that was due first`(kind: DatabaseKind)
    async throws
  {
    let queue = try await Queue(kind)
    try await queue.ask("late", .schedule, due: 5)
    try await queue.ask("early", .schedule, due: 1)
    try await queue.ask("pushed", .push, due: 9)
    try await queue.ask("checked", .check, due: 2)
    try await queue.ask("commanded", .person, due: 10)
    try await queue.ask("tomorrow", .person, due: 99)
    #expect(
      try await queue.order(at: 10) == ["commanded", "pushed", "checked", "early", "late"])
  }

  @Test(arguments: DatabaseKind.present)
  func `returns no job before it is due`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", due: 10)
    #expect(try await queue.take(at: 9) == nil)
    #expect(try await queue.take(at: 10) != nil)
  }

  static let second: [(cause: Job.Cause, due: Timestamp, becomes: String)] = [
    (.push, 100, "push 100 0"), (.person, 50, "person 50 0"), (.check, 300, "check 200 0"),
    (.schedule, 150, "schedule 150 0"), (.schedule, 250, "schedule 200 0"),
  ]

  @Test(arguments: DatabaseKind.present, second)
  func `raises a waiting job instead of duplicating it`(
    kind: DatabaseKind, second: (cause: Job.Cause, due: Timestamp, becomes: String)
  ) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", .schedule, due: 200)
    try await queue.ask("a", second.cause, due: second.due)
    #expect(try await queue.only() == second.becomes)
  }

  @Test(arguments: DatabaseKind.present)
  func `never lowers a cause`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", .person, due: 200)
    try await queue.ask("a", .check, due: 100)
    #expect(try await queue.only() == "person 100 0")
  }

  @Test(arguments: DatabaseKind.present)
  func `stores the time of the trigger`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", .schedule, due: 200, at: 1)
    try await queue.ask("a", .push, due: 100, at: 90)
    try await queue.ask("a", .push, due: 150, at: 95)
    #expect(try await queue.store.jobs().map(\.enqueuedAt) == [90])
  }

  @Test(arguments: DatabaseKind.present)
  func `separates forges and repositories`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    for (forge, name) in [("hub", "a"), ("lab", "a"), ("hub", "b")] {
      try await queue.store.enqueue(
        Job(repository: "\(forge)/acme/\(name)", cause: .push, dueAt: 1, enqueuedAt: 1))
    }
    #expect(try await queue.store.jobs().count == 3)
    try await queue.store.dequeue("lab/acme/a")
    #expect(try await queue.store.jobs().map(\.repository.forge) == ["hub", "hub"])
  }

  @Test(arguments: DatabaseKind.present)
  func `waits for the schedule's next time after a visit`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", .push, due: 10)
    let job = try #require(try await queue.take(at: 10))
    #expect(try await queue.store.finish(job, next: 500))
    #expect(try await queue.only() == "schedule 500 0")
    #expect(try await queue.take(at: 499) == nil)
    #expect(try await queue.take(at: 500) != nil)
  }

  @Test(arguments: DatabaseKind.present)
  func `deletes a job without a next time`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", due: 10)
    let job = try #require(try await queue.take(at: 10))
    #expect(try await queue.store.finish(job, next: nil))
    #expect(try await queue.store.jobs() == [])
  }

  @Test(arguments: DatabaseKind.present, [nil, 500 as Timestamp])
  func `keeps a job due after a trigger during its visit`(
    kind: DatabaseKind, next: Timestamp?
  ) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", .push, due: 10)
    let job = try #require(try await queue.take(at: 10))
    try await queue.ask("a", .check, due: 12, at: 11)
    #expect(try await queue.take(at: 13) == nil)
    #expect(try await queue.store.finish(job, next: next))
    #expect(try await queue.only() == "check 12 0")
    #expect(try await queue.store.jobs().map(\.enqueuedAt) == [11])
  }

  @Test(arguments: DatabaseKind.present)
  func `counts failures until a visit succeeds`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", .push, due: 10)
    for (attempt, time) in [(1, 100), (2, 300)] as [(Int, Timestamp)] {
      let job = try #require(try await queue.take(at: time))
      #expect(try await queue.store.fail(job, retryAt: time + 200))
      #expect(try await queue.only() == "push \((time + 200).seconds) \(attempt)")
    }
    let job = try #require(try await queue.take(at: 500))
    try await queue.store.finish(job, next: 900)
    #expect(try await queue.only() == "schedule 900 0")
  }

  @Test(arguments: DatabaseKind.present)
  func `delays a failing repository, unless a person asks for a visit`(kind: DatabaseKind)
    async throws
  {
    let queue = try await Queue(kind)
    try await queue.ask("a", .schedule, due: 10)
    let job = try #require(try await queue.take(at: 10))
    try await queue.store.fail(job, retryAt: 500)
    try await queue.ask("a", .schedule, due: 20)
    #expect(try await queue.only() == "schedule 500 1")
    try await queue.ask("a", .person, due: 30)
    #expect(try await queue.only() == "person 30 1")
  }

  @Test(
    arguments: DatabaseKind.present,
    [(100, "ordinary failing"), (700, "failing ordinary")] as [(Timestamp, String)])
  func `returns failed visits after all others, until ten minutes have passed`(
    kind: DatabaseKind, expected: (now: Timestamp, order: String)
  ) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("failing", .person, due: 0)
    let job = try #require(try await queue.take(at: 0))
    try await queue.store.fail(job, retryAt: 60)
    try await queue.ask("ordinary", .schedule, due: 90)
    #expect(try await queue.order(at: expected.now).joined(separator: " ") == expected.order)
  }

  @Test(arguments: DatabaseKind.present)
  func `returns a failed visit in its order if a person asks for it`(kind: DatabaseKind)
    async throws
  {
    let queue = try await Queue(kind)
    try await queue.ask("failing", .push, due: 0)
    let job = try #require(try await queue.take(at: 0))
    try await queue.store.fail(job, retryAt: 60)
    try await queue.ask("failing", .person, due: 50)
    try await queue.ask("ordinary", .push, due: 40)
    #expect(try await queue.order(at: 100) == ["failing", "ordinary"])
  }

  @Test(arguments: DatabaseKind.present)
  func `returns a released job unchanged`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", .push, due: 10, at: 7)
    let job = try #require(try await queue.take(at: 20))
    #expect(try await queue.store.release(job))
    #expect(try await queue.take(at: 20)?.job == job.job)
  }
}

@Suite struct `A lease` {
  @Test(arguments: DatabaseKind.present)
  func `excludes other workers until it expires`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", due: 0)
    #expect(try await queue.take("one", at: 100, for: 60) != nil)
    #expect(try await queue.take("two", at: 159) == nil)
    let taken = try #require(try await queue.take("two", at: 160))
    #expect(taken.worker == "two")
    #expect(taken.job.attempts == 1)
  }

  @Test(arguments: DatabaseKind.present)
  func `is extended by renewals`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", due: 0)
    let job = try #require(try await queue.take(at: 100, for: 60))
    #expect(try await queue.store.renew(job, until: 200))
    #expect(try await queue.take(at: 199) == nil)
    #expect(try await queue.store.claims().map(\.leasedUntil) == [200])
  }

  @Test(arguments: DatabaseKind.present)
  func `that expired cannot write`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", due: 0)
    let stale = try #require(try await queue.take("stale", at: 100, for: 60))
    let fresh = try #require(try await queue.take("fresh", at: 200, for: 60))
    #expect(try await !queue.store.renew(stale, until: 900))
    #expect(try await !queue.store.finish(stale, next: nil))
    #expect(try await !queue.store.finish(stale, next: 900))
    #expect(try await !queue.store.fail(stale, retryAt: 900))
    #expect(try await !queue.store.release(stale))
    #expect(try await queue.store.claims() == [fresh])
    #expect(try await queue.store.finish(fresh, next: 300))
  }

  @Test(arguments: DatabaseKind.present)
  func `of a removed job does not apply to a new one`(kind: DatabaseKind)
    async throws
  {
    let queue = try await Queue(kind)
    try await queue.ask("a", due: 0)
    let stale = try #require(try await queue.take(at: 100))
    try await queue.store.dequeue("hub/acme/a")
    try await queue.ask("a", due: 0)
    let fresh = try #require(try await queue.take(at: 100))
    #expect(try await !queue.store.finish(stale, next: nil))
    #expect(try await queue.store.finish(fresh, next: nil))
  }

  @Test(arguments: DatabaseKind.present)
  func `that is taken over keeps triggers during the visit`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", .schedule, due: 0)
    _ = try await queue.take(at: 100, for: 60)
    try await queue.ask("a", .person, due: 120)
    let job = try #require(try await queue.take(at: 160))
    #expect(job.job.cause == .person)
    try await queue.store.finish(job, next: 900)
    #expect(try await queue.only() == "schedule 900 0")
  }
}

@Suite struct `A delivery` {
  @Test(arguments: DatabaseKind.present)
  func `is new once, for each forge`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    #expect(try await store.recordDelivery(forge: "hub", id: "1", now: 10))
    #expect(try await !store.recordDelivery(forge: "hub", id: "1", now: 20))
    #expect(try await store.recordDelivery(forge: "lab", id: "1", now: 20))
  }

  @Test(arguments: DatabaseKind.present)
  func `enqueues its jobs only when it is new`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    let job = Job(repository: "hub/acme/a", cause: .push, dueAt: 10, enqueuedAt: 10)
    #expect(
      try await queue.store.recordDelivery(forge: "hub", id: "1", now: 10, enqueueing: [job]))
    let taken = try #require(try await queue.take(at: 10))
    try await queue.store.finish(taken, next: nil)
    #expect(
      try await !queue.store.recordDelivery(forge: "hub", id: "1", now: 11, enqueueing: [job]))
    #expect(try await queue.store.jobs() == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `is kept as one of the newest, whatever the clock says`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    for (id, now) in [("1", 10), ("2", 20), ("3", 30), ("4", 9_000_000)] as [(String, Timestamp)] {
      _ = try await store.recordDelivery(forge: "hub", id: id, now: now)
    }
    try await store.dropDeliveries(receivedBefore: 8_000_000)
    for id in ["1", "2", "3", "4"] {
      #expect(try await !store.recordDelivery(forge: "hub", id: id, now: 40))
    }
    try await store.dropDeliveries(receivedBefore: 8_000_000, keepingNewest: 3)
    #expect(try await store.recordDelivery(forge: "hub", id: "1", now: 40))
    #expect(try await !store.recordDelivery(forge: "hub", id: "2", now: 40))
  }

  @Test(arguments: DatabaseKind.present)
  func `is deleted after its time`(kind: DatabaseKind) async throws {
    let store = try await kind.store()
    _ = try await store.recordDelivery(forge: "hub", id: "1", now: 10)
    _ = try await store.recordDelivery(forge: "hub", id: "2", now: 20)
    try await store.dropDeliveries(receivedBefore: 20, keepingNewest: 1)
    #expect(try await store.recordDelivery(forge: "hub", id: "1", now: 30))
    #expect(try await !store.recordDelivery(forge: "hub", id: "2", now: 30))
  }
}

@Suite struct `A wake-up` {
  @Test(arguments: DatabaseKind.present)
  func `reaches every waiting task, once for several changes`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    let streams = [queue.store.changes, queue.store.changes]
    for number in 0..<5 { try await queue.ask("\(number)", due: 0) }
    await queue.store.close()
    for stream in streams {
      var count = 0
      for await _ in stream { count += 1 }
      #expect(count == 1)
    }
  }

  @Test(arguments: DatabaseKind.present)
  func `follows a released job`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind)
    try await queue.ask("a", due: 0)
    let job = try #require(try await queue.take(at: 0))
    var changes = queue.store.changes.makeAsyncIterator()
    try await queue.store.release(job)
    #expect(await changes.next() != nil)
  }
}
