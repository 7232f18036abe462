import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import Logging
import NPM
import Store
import Synchronization
import TestSupport
import Testing
import Text
import Time
import Updates

@testable import Service

/// What visits did, in order, and a gate that holds them.
final class Passes: Sendable {
  private struct State: Sendable {
    var log: [String] = []
    var running: [String: Int] = [:]
    var most: [String: Int] = [:]
    var isOpen = true
  }
  private let state = Watched(State())
  /// What a visit answers.
  let answer: @Sendable (RepositoryName, Job.Cause) -> RepositoryReport

  init(_ answer: @escaping @Sendable (RepositoryName, Job.Cause) -> RepositoryReport) {
    self.answer = answer
  }

  var log: [String] { state.value.log }
  /// The most visits of a forge at one time.
  func most(of forge: String) -> Int { state.value.most[forge, default: 0] }
  func hold() { state.update { $0.isOpen = false } }
  func open() { state.update { $0.isOpen = true } }

  /// Waits until so many have begun.
  func waitFor(_ count: Int) async { await state.wait { $0.log.count >= count } }

  func pass(_ forge: String, _ name: RepositoryName, _ cause: Job.Cause) async -> RepositoryReport {
    state.update {
      $0.log.append("\(cause) \(name)")
      $0.running[forge, default: 0] += 1
      $0.most[forge] = max($0.most[forge, default: 0], $0.running[forge, default: 0])
    }
    await state.wait(until: \.isOpen)
    await Task.yield()
    state.update { $0.running[forge, default: 0] -= 1 }
    return answer(name, cause)
  }
}

/// A dispatcher with a separate state and scripted forges.
struct Crew {
  let store: StateStore
  let clock = HandClock()
  let passes: Passes
  let dispatcher: Dispatcher
  /// Visits that were settled, also those of others who share it.
  let settled: Watched<[JobRecord]>

  init(
    _ store: StateStore? = nil, forges: [String: Int] = ["hub": 2], worker: Worker = .current,
    settled: Watched<[JobRecord]> = Watched([]),
    timing change: (inout Timing) -> Void = { _ in },
    answer: @escaping @Sendable (RepositoryName, Job.Cause) -> RepositoryReport = { name, _ in
      RepositoryReport(repository: "hub/\(name)")
    }
  ) async throws {
    let store = if let store { store } else { try await StateStore.inMemory() }
    self.store = store
    let passes = Passes(answer)
    self.passes = passes
    self.settled = settled
    var timing = Timing()
    change(&timing)
    dispatcher = Dispatcher(
      store: store, worker: worker, clock: clock.clock, timing: timing, log: .silent
    ) { record in settled.update { $0.append(record) } }
    await dispatcher.serve(
      forges.map { name, concurrency in
        var settings = ForgeSettings()
        settings.name = name
        settings.repositories = [RepositoryPattern("*/*")].compactMap(\.self)
        return ServedForge(
          settings: settings, concurrency: concurrency, login: { nil },
          repositories: { SelectedRepositories(names: []) },
          pass: { job, _, _, _ in await passes.pass(name, job.repository.name, job.cause) })
      })
  }

  func enqueue(
    _ repository: String, _ cause: Job.Cause = .schedule, at dueAt: Timestamp = 0,
    forge: String = "hub"
  ) async throws {
    try await store.enqueue(
      Job(repository: "\(forge)/\(repository)", cause: cause, dueAt: dueAt, enqueuedAt: 0))
  }

  var records: [JobRecord] { settled.value }

  /// Works until so many visits are settled, then drains.
  func work(until count: Int) async {
    let running = Task { await dispatcher.run() }
    await settled.wait { $0.count >= count }
    await dispatcher.drain(within: .seconds(60))
    await running.value
  }
}

@Suite(.timeLimit(.minutes(10))) struct `The dispatcher` {
  @Test func `the most urgent goes first, then what has waited longest`() async throws {
    let crew = try await Crew(forges: ["hub": 1])
    try await crew.enqueue("a/late", at: 20)
    try await crew.enqueue("a/early", at: 10)
    try await crew.enqueue("a/check", .check, at: 30)
    try await crew.enqueue("a/person", .person, at: 40)
    try await crew.enqueue("a/push", .push, at: 50)
    try await crew.enqueue("a/future", .person, at: 5_000)
    await crew.work(until: 5)
    #expect(
      crew.passes.log == [
        "person a/person", "push a/push", "check a/check", "schedule a/early", "schedule a/late",
      ])
  }

  @Test func `what a peer held that died is taken over before its lease ends`() async throws {
    let crew = try await Crew()
    let running = Task { await crew.dispatcher.run() }
    await crew.clock.waitForSleep(.seconds(30))
    let gone = Worker(host: Worker.current.host, process: .max, word: "x")
    try await crew.enqueue("a/b", at: 1_050)
    #expect(try await crew.store.claim(by: "\(gone)", now: 1_060, lease: 120) != nil)
    crew.clock.advance(by: 130)
    await crew.settled.wait { $0.count == 1 }
    #expect(crew.clock.now == 1_130)
    await crew.dispatcher.drain(within: .seconds(60))
    await running.value
  }

  @Test func `many repositories at a time, within the limit of each forge`() async throws {
    let crew = try await Crew(forges: ["hub": 3, "lab": 1])
    for number in 0..<20 {
      try await crew.enqueue("a/r\(number)")
      try await crew.enqueue("b/r\(number)", forge: "lab")
    }
    crew.passes.hold()
    let passes = crew.passes
    Task {
      await passes.waitFor(4)
      passes.open()
    }
    await crew.work(until: 40)
    #expect(crew.passes.most(of: "hub") == 3)
    #expect(crew.passes.most(of: "lab") == 1)
  }

  @Test func `a trigger during a visit makes another one afterwards, and only one`() async throws {
    let crew = try await Crew()
    crew.passes.hold()
    try await crew.enqueue("a/b")
    let running = Task { await crew.work(until: 2) }
    await crew.passes.waitFor(1)
    try await crew.enqueue("a/b", .check)
    try await crew.enqueue("a/b", .push)
    crew.passes.open()
    await running.value
    #expect(crew.passes.log == ["schedule a/b", "push a/b"])
    #expect(crew.passes.most(of: "hub") == 1)
  }

  @Test func `a repository that fails comes again later, and its failures are counted`()
    async throws
  {
    let crew = try await Crew(answer: { name, _ in
      RepositoryReport(
        repository: "hub/\(name)", problems: [Problem(.failed, "no answer")])
    })
    try await crew.enqueue("a/b")
    await crew.work(until: 1)
    let job = try #require(try await crew.store.jobs().first)
    #expect(job.attempts == 1)
    #expect((1_060..<1_066).contains(job.dueAt))
  }

  @Test func `a limit of the host stops all its visits and no other's`() async throws {
    let until = Timestamp(seconds: 2_000)
    let crew = try await Crew(
      forges: ["hub": 1, "lab": 1],
      answer: { name, _ in
        var report = RepositoryReport(repository: "hub/\(name)")
        if name.owner == "limited" {
          report.repositoryFailure = ForgeError(.rateLimited(until: until), subject: "GET /")
        }
        return report
      })
    try await crew.enqueue("limited/a", .push)
    try await crew.enqueue("other/b")
    try await crew.enqueue("fine/c", forge: "lab")
    await crew.work(until: 2)
    #expect(crew.passes.log.sorted() == ["push limited/a", "schedule fine/c"])
    let waiting = try await crew.store.jobs().filter { $0.repository.forge == "hub" }
    #expect(
      waiting.map { "\($0.cause) \($0.repository.name) \($0.dueAt.seconds) \($0.attempts)" } == [
        "push limited/a 0 0", "schedule other/b 0 0",
      ])
  }

  @Test func `a limit of one installation postpones its visits alone`() async throws {
    let until = Timestamp(seconds: 2_000)
    let crew = try await Crew(
      forges: ["hub": 1],
      answer: { name, _ in
        var report = RepositoryReport(repository: "hub/\(name)")
        if name.owner == "limited" {
          report.repositoryFailure = ForgeError(.rateLimited(until: until), subject: "GET /")
          report.repositoryFailure?.owner = "limited"
        }
        return report
      })
    try await crew.enqueue("limited/a", .push)
    try await crew.enqueue("other/b")
    await crew.work(until: 2)
    #expect(crew.passes.log == ["push limited/a", "schedule other/b"])
    let job = try #require(try await crew.store.jobs().first { $0.repository == "hub/limited/a" })
    #expect(job.cause == .push && job.dueAt == 2_000 && job.attempts == 0)
  }

  @Test func `what a person asked for does not wait until a place is free`() async throws {
    let crew = try await Crew()
    crew.passes.hold()
    for name in ["a/one", "a/two", "a/three"] { try await crew.enqueue(name, .push) }
    let running = Task { await crew.dispatcher.run() }
    await crew.passes.waitFor(2)
    try await crew.enqueue("a/person", .person)
    await crew.passes.waitFor(3)
    #expect(crew.passes.log.last == "person a/person")
    #expect(crew.passes.most(of: "hub") == 3)
    crew.passes.open()
    await crew.settled.wait { $0.count == 4 }
    await crew.dispatcher.drain(within: .seconds(60))
    await running.value
    #expect(crew.passes.log.last == "push a/three")
  }

  @Test func `after the limit of the host its visits continue`() async throws {
    let until = Timestamp(seconds: 2_000)
    let isSpent = Watched(true)
    let crew = try await Crew(
      forges: ["hub": 1],
      answer: { name, _ in
        var report = RepositoryReport(repository: "hub/\(name)")
        if isSpent.value {
          report.repositoryFailure = ForgeError(.rateLimited(until: until), subject: "GET /")
        }
        return report
      })
    try await crew.enqueue("a/b")
    try await crew.enqueue("c/d", at: 10)
    let running = Task { await crew.dispatcher.run() }
    await crew.settled.wait { $0.count >= 1 }
    isSpent.update { $0 = false }
    await crew.clock.waitForSleep(.seconds(2))
    crew.clock.advance(by: 1_000)
    await crew.settled.wait { $0.count >= 3 }
    await crew.dispatcher.drain(within: .seconds(60))
    await running.value
    #expect(crew.passes.log == ["schedule a/b", "schedule a/b", "schedule c/d"])
    #expect(crew.records.map(\.settlement).first == .pause(until: 2_000))
    #expect(try await crew.store.jobs().map(\.attempts) == [0, 0])
  }

  @Test func `an orderly end waits for visits, and returns slow ones to the queue`()
    async throws
  {
    let crew = try await Crew()
    crew.passes.hold()
    try await crew.enqueue("a/b", .push)
    let running = Task { await crew.dispatcher.run() }
    await crew.passes.waitFor(1)
    async let drained: Void = crew.dispatcher.drain(within: .seconds(20))
    await crew.clock.waitForSleep(.seconds(20))
    crew.clock.advance(by: 20)
    await drained
    await running.value
    #expect(crew.records.map(\.settlement) == [.release])
    let job = try #require(try await crew.store.jobs().first)
    #expect(job.cause == .push && job.dueAt == 0 && job.attempts == 0)
    #expect(try await crew.store.claims() == [])
  }

  @Test func `a visit that takes too long is broken off and counts as failed`() async throws {
    let crew = try await Crew(timing: { $0.jobLimit = .seconds(20) })
    crew.passes.hold()
    try await crew.enqueue("a/b")
    let running = Task { await crew.work(until: 1) }
    await crew.clock.waitForSleep(.seconds(20))
    crew.clock.advance(by: 20)
    await running.value
    #expect(crew.records.first?.problems.first?.message == "took longer than 20.0 seconds")
    #expect(try await crew.store.jobs().first?.attempts == 1)
  }

  @Test func `two on one state never visit a repository at the same time`() async throws {
    let store = try await StateStore.inMemory()
    let settled = Watched<[JobRecord]>([])
    let one = try await Crew(store, forges: ["hub": 4], settled: settled)
    // A worker with this process number would count as the successor of the first.
    let two = try await Crew(
      store, forges: ["hub": 4], worker: Worker(host: "other", process: 1, word: "x"),
      settled: settled)
    for number in 0..<50 { try await one.enqueue("a/r\(number)") }
    async let first: Void = one.work(until: 50)
    async let second: Void = two.work(until: 50)
    _ = await (first, second)
    let all = one.passes.log + two.passes.log
    #expect(all.count == 50 && Set(all).count == 50)
  }

  @Test func `a lease that another took over ends the visit, which settles nothing`() async throws {
    let crew = try await Crew(timing: { $0.lease = 30 })
    crew.passes.hold()
    try await crew.enqueue("a/b")
    let running = Task { await crew.dispatcher.run() }
    await crew.passes.waitFor(1)
    await crew.clock.waitForSleep(.seconds(10))
    // This process was paused for longer than its lease.
    crew.clock.leap(by: 31)
    let thief = try await crew.store.claim(by: "thief", now: crew.clock.now, lease: 1_000)
    #expect(thief?.job.repository == "hub/a/b")
    crew.clock.wake()
    await crew.settled.wait { !$0.isEmpty }
    #expect(crew.records.map(\.settlement) == [.release])
    #expect(try await crew.store.claims() == [thief].compactMap(\.self))
    await crew.dispatcher.drain(within: .zero)
    await running.value
  }

  @Test func `a repository that the operator no longer means is let go`() async throws {
    let crew = try await Crew()
    var settings = ForgeSettings()
    settings.name = "hub"
    settings.repositories = [RepositoryPattern("other/*")].compactMap(\.self)
    await crew.dispatcher.serve([
      ServedForge(
        settings: settings, concurrency: 1, login: { nil },
        repositories: { SelectedRepositories(names: []) },
        pass: { job, _, _, _ in RepositoryReport(repository: job.repository) })
    ])
    try await crew.enqueue("a/b")
    await crew.work(until: 1)
    #expect(try await crew.store.jobs() == [])
  }

  @Test(arguments: [("npm /", "c1", false), ("npm /", "c2", true), ("pip /", "c1", true)])
  func `a visit for checks keeps the plan, and requests a whole one for a changed file`(
    entry: String, head: String, isFollowed: Bool
  ) async throws {
    let crew = try await Crew()
    let ecosystems = EcosystemCatalog([.npm])
    let file = try #require(
      RepositoryFile.read(
        SourceText(
          file: "dependabot.yml",
          """
          version: 2
          updates: [{package-ecosystem: npm, directory: /, schedule: {interval: daily}}]
          """), ecosystems: ecosystems
      ).value)
    let schedule = try #require(file.updates.first.map { EntrySchedule($0, in: file) })
    let next = try #require(
      schedule.schedule.nextFire(
        after: 1_000, in: .utc, key: "hub/a/b", spread: Agenda.spread))
    let item = AgendaItem(
      entry: entry, scheduleText: schedule.scheduleText, target: "", head: "c1", nextAt: next)
    try await crew.store.plan([item], for: "hub/a/b")
    let extents = Mutex<[JobExtent]>([])
    var settings = ForgeSettings()
    settings.name = "hub"
    settings.repositories = [RepositoryPattern("*/*")].compactMap(\.self)
    await crew.dispatcher.serve([
      ServedForge(
        settings: settings, concurrency: 1, login: { nil },
        repositories: { SelectedRepositories(names: []) },
        pass: { job, _, extent, choose in
          if job.cause == .check { _ = choose(head, file) }
          extents.withLock { $0.append(extent) }
          return RepositoryReport(repository: job.repository)
        })
    ])
    try await crew.enqueue("a/b", .check)
    await crew.work(until: isFollowed ? 2 : 1)
    #expect(extents.withLock { $0 } == [.changedChecks] + (isFollowed ? [.everything] : []))
    #expect(try await crew.store.agenda(of: "hub/a/b") == [item])
  }

  @Test func `entries are chosen by the plan, which is kept if the visit succeeded`()
    async throws
  {
    let crew = try await Crew()
    let chosen = Mutex<[[[DueUpdates]]]>([])
    var file = RepositoryFile()
    file.updates = [UpdateEntry()]
    var settings = ForgeSettings()
    settings.name = "hub"
    settings.repositories = [RepositoryPattern("*/*")].compactMap(\.self)
    await crew.dispatcher.serve([
      ServedForge(
        settings: settings, concurrency: 1, login: { nil },
        repositories: { SelectedRepositories(names: []) },
        pass: { [file] job, _, _, choose in
          chosen.withLock { $0.append(choose("c1", file)) }
          return RepositoryReport(repository: job.repository)
        })
    ])
    try await crew.enqueue("a/b")
    await crew.work(until: 1)
    #expect(chosen.withLock { $0 } == [[[.everything]]])
    let items = try await crew.store.agenda(of: "hub/a/b")
    #expect(items.map(\.head) == ["c1"])
    let next = try #require(items.first?.nextAt)
    let sweep = Timestamp(seconds: 4_600) + Jitter.delay(for: "hub/a/b", below: .seconds(360))
    #expect(try await crew.store.jobs().map(\.dueAt) == [min(next, sweep)])
  }
}
