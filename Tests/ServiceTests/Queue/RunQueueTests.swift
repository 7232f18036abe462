import Configuration
import Ecosystem
import Forges
import Logging
import Store
import Synchronization
import TestSupport
import Testing
import Time
import Updates

@testable import Service

/// A queue of a run whose visits answer what the test says.
private struct Scene {
  let clock = HandClock()
  /// Visits that began, such as `a/b`.
  let began = Watched<[String]>([])
  /// Visits that ended, with how the queue handles them.
  let ended = Watched<[String]>([])
  let queue: RunQueue

  /// Creates a queue with slots for each forge; the count of a visit is 1 for the first one of a
  /// repository.
  init(
    slots: Int = 1, forges: [String] = ["hub"],
    visit: @escaping @Sendable (Job, _ count: Int) async -> Settlement = { _, _ in
      .finish(next: nil)
    }
  ) async throws {
    let (began, clock) = (began, clock.clock)
    let served = forges.map { name in
      var settings = ForgeSettings()
      settings.name = name
      settings.repositories = [RepositoryPattern("*/*")].compactMap(\.self)
      var forge = ServedForge(
        settings: settings, concurrency: slots, login: { nil },
        repositories: { SelectedRepositories(names: []) },
        pass: { job, _, _, _ in RepositoryReport(repository: job.repository) })
      forge.visitor = { task, begun in
        began.update { $0.append("\(task.job.repository.name)") }
        begun()
        let count = began.value.count { $0 == "\(task.job.repository.name)" }
        let settlement = await visit(task.job, count)
        return JobRecord(
          RepositoryReport(repository: task.job.repository), of: task.job, settlement,
          from: clock.now(), to: clock.now())
      }
      return forge
    }
    var timing = Timing()
    timing.slice = .seconds(5)
    timing.lease = .days(9_999)
    queue = try await RunQueue(served, clock: clock, timing: timing, log: .silent)
  }

  func add(_ repositories: RepositoryID...) async throws {
    try await queue.add(repositories, because: .schedule)
  }

  func drain(while mayBegin: @escaping @Sendable () -> Bool = { true }) async throws {
    try await queue.drain(while: mayBegin) { [ended] record in
      ended.update { $0.append("\(record.job.repository.name) \(record.settlement.word)") }
    }
  }
}

extension Settlement {
  fileprivate var word: String {
    switch self {
    case .finish: "finished"
    case .fail, .died: "failed"
    case .pause: "paused"
    case .postpone: "postponed"
    case .release: "released"
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The queue of a run` {
  @Test func `visits each repository once, in order, and ends`() async throws {
    let scene = try await Scene(forges: ["hub", "lab"])
    try await scene.add("hub/a/b", "hub/a/c", "lab/a/d")
    try await scene.drain()
    #expect(scene.ended.value.sorted() == ["a/b finished", "a/c finished", "a/d finished"])
    #expect(scene.began.value.filter { $0 != "a/d" } == ["a/b", "a/c"])
  }

  @Test func `ends at once if it is empty`() async throws {
    let scene = try await Scene()
    try await scene.drain()
    #expect(scene.began.value == [])
  }

  @Test func `does not repeat a failed visit`() async throws {
    let scene = try await Scene { _, _ in .fail(retryAt: 1_060) }
    try await scene.add("hub/a/b", "hub/a/c")
    try await scene.drain()
    #expect(scene.ended.value == ["a/b failed", "a/c failed"])
  }

  @Test func `leaves the repositories of a forge that accepts no requests`() async throws {
    let scene = try await Scene(forges: ["hub", "lab"]) { job, _ in
      job.repository.forge == "hub" ? .pause(until: 9_999) : .finish(next: nil)
    }
    try await scene.add("hub/a/b", "hub/a/c", "lab/a/d", "lab/a/e")
    try await scene.drain()
    #expect(scene.ended.value.sorted() == ["a/b paused", "a/d finished", "a/e finished"])
  }

  @Test func `leaves the repositories of an owner whose installation rests`() async throws {
    let scene = try await Scene { job, _ in
      job.repository.name.owner == "a" ? .postpone(until: 9_999) : .finish(next: nil)
    }
    try await scene.add("hub/a/b", "hub/a/c", "hub/z/d")
    try await scene.drain()
    #expect(scene.ended.value == ["a/b postponed", "z/d finished"])
  }

  @Test func `begins no visit after a signal`() async throws {
    let scene = try await Scene()
    try await scene.add("hub/a/b", "hub/a/c")
    let ended = scene.ended
    try await scene.drain { ended.value.isEmpty }
    #expect(scene.began.value == ["a/b"])
    try await scene.drain { false }
    #expect(scene.began.value == ["a/b"])
  }

  @Test func `visits a repository again that is added again`() async throws {
    let scene = try await Scene()
    try await scene.add("hub/a/b")
    try await scene.drain()
    try await scene.queue.add(["hub/a/b"], because: .check)
    try await scene.drain()
    #expect(scene.began.value == ["a/b", "a/b"])
  }

  @Test func `repeats a long visit that gave its slot to others`() async throws {
    let began = Watched(0)
    let scene = try await Scene(slots: 2) { job, count in
      began.update { $0 += 1 }
      let isLong = job.repository.name.name.hasPrefix("long")
      while isLong, count == 1, !Task.isCancelled, began.value < 5 { await Task.yield() }
      return Task.isCancelled ? .release : .finish(next: nil)
    }
    try await scene.add("hub/a/long1", "hub/a/long2", "hub/a/x", "hub/a/y")
    let running = Task { try await scene.drain() }
    await scene.began.wait { $0.count == 2 }
    while scene.ended.value.isEmpty {
      scene.clock.advance(by: 1)
      await Task.yield()
    }
    try await running.value
    // The two long visits begin at the same time, so that either can be the younger one.
    let stopped = scene.began.value[1]
    #expect(Set(scene.began.value.prefix(2)) == ["a/long1", "a/long2"])
    #expect(scene.began.value.dropFirst(2) == ["a/x", "a/y", stopped])
    #expect(scene.ended.value.first == "\(stopped) released")
    let finished = ["a/long1", "a/long2", "a/x", "a/y"].map { "\($0) finished" }
    #expect(scene.ended.value.sorted() == (finished + ["\(stopped) released"]).sorted())
  }
}
