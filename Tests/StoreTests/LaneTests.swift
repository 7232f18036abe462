import Forges
import Store
import TestSupport
import Testing
import Time

/// A queue whose jobs were stopped so many times, and claims at a forge named `fake`.
private struct Queue {
  let store: StateStore

  init(_ kind: DatabaseKind, _ stops: [(name: String, stops: Int)]) async throws {
    store = try await kind.store()
    for (name, stops) in stops {
      try await store.enqueue(
        Job(repository: "hub/\(name)", cause: .schedule, dueAt: 0, enqueuedAt: 0))
      guard stops > 0 else { continue }
      let claimed = try #require(try await store.claim(by: "w", now: 0, lease: 60))
      try await store.giveWay(claimed, at: 0, stops: stops)
    }
  }

  /// Claims all jobs, with a place for long visits at some forges.
  func claimAll(long: [String]) async throws -> [String] {
    var names: [String] = []
    while let job = try await store.claim(
      by: "w", now: 1, lease: 60, among: ["hub"], long: long)
    {
      names.append("\(job.job.repository.name)")
    }
    return names
  }
}

@Suite struct `The lanes of a queue` {
  @Test(
    arguments: DatabaseKind.present,
    [
      (["hub"], ["a/long", "b/quick", "c/quick"]), ([], ["b/quick", "c/quick", "a/long"]),
      (["lab"], ["b/quick", "c/quick", "a/long"]),
    ])
  func `let quick visits go first if long ones have no slot`(
    kind: DatabaseKind, expected: (long: [String], order: [String])
  ) async throws {
    let queue = try await Queue(kind, [("a/long", 2), ("b/quick", 0), ("c/quick", 0)])
    #expect(
      Set(try await queue.store.waiting(at: 1)) == [
        WaitingJobs(forge: "hub", stops: 0, count: 2),
        WaitingJobs(forge: "hub", stops: 2, count: 1),
      ])
    #expect(try await queue.claimAll(long: expected.long) == expected.order)
    #expect(try await queue.store.waiting(at: 1) == [])
  }

  @Test(arguments: DatabaseKind.present)
  func `are full for others where only a person's visit has a place`(kind: DatabaseKind)
    async throws
  {
    let queue = try await Queue(kind, [("a/long", 1), ("b/quick", 0), ("c/quick", 0)])
    func claim() async throws -> String? {
      try await queue.store.claim(
        by: "w", now: 1, lease: 60, among: ["lab"], long: ["hub"], people: ["hub"]
      )?.job.repository.name.description
    }
    #expect(try await claim() == nil)
    try await queue.store.enqueue(
      Job(repository: "hub/c/quick", cause: .person, dueAt: 0, enqueuedAt: 0))
    #expect(try await claim() == "c/quick")
    #expect(try await claim() == nil)
  }

  @Test(arguments: DatabaseKind.present)
  func `count what not only the schedule asked for`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind, [("b/quick", 0), ("c/quick", 0)])
    try await queue.store.enqueue(
      Job(repository: "hub/c/quick", cause: .check, dueAt: 0, enqueuedAt: 0))
    #expect(
      try await queue.store.waiting(at: 1) == [
        WaitingJobs(forge: "hub", stops: 0, count: 2, prompt: 1)
      ])
  }

  @Test(arguments: DatabaseKind.present)
  func `are left after a short visit`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind, [("a/b", 3)])
    let job = try #require(try await queue.store.claim(by: "w", now: 1, lease: 60))
    #expect(job.job.stops == 3)
    try await queue.store.finish(job, next: 100)
    #expect(try await queue.store.jobs().map(\.stops) == [0])
  }

  @Test(arguments: DatabaseKind.present)
  func `put a stopped visit behind those that wait`(kind: DatabaseKind) async throws {
    let queue = try await Queue(kind, [("a/long", 1), ("b/long", 1)])
    let first = try #require(try await queue.store.claim(by: "w", now: 1, lease: 60))
    #expect(first.job.repository == "hub/a/long")
    try await queue.store.giveWay(first, at: 30, stops: 2)
    let next = try #require(try await queue.store.claim(by: "w", now: 30, lease: 60))
    #expect(next.job.repository == "hub/b/long" && next.job.dueAt == 0)
    #expect(try await queue.store.jobs().map(\.dueAt) == [0, 30])
  }
}
