import Bundler
import Configuration
import Ecosystem
import Forges
import NPM
import Store
import Testing
import TestSupport
import Text
import Time
import Updates

@testable import Service

/// 2023-11-14 22:13:20 UTC, a Tuesday.
private let now: Timestamp = 1_700_000_000
private let hour: Duration = 3_600

/// The entries of a file.
private func entries(_ updates: String) throws -> [EntrySchedule] {
  let file = RepositoryFile.read(
    SourceText(file: "dependabot.yml", "version: 2\nupdates:\n\(updates)"),
    ecosystems: EcosystemCatalog([.bundler, .npm]))
  let read = try #require(file.value, "\(file.findings)")
  return read.updates.map { EntrySchedule($0, in: read) }
}

private let daily = """
    - {package-ecosystem: npm, directory: /, schedule: {interval: daily, time: "23:00"}}

  """
private let weekly = """
    - package-ecosystem: bundler
      directory: /
      target-branch: next
      schedule: {interval: weekly, day: thursday, time: "10:00"}

  """

@Suite struct `The agenda of a visit` {
  private func after(
    _ file: String, _ agenda: Agenda = Agenda(), because cause: Job.Cause = .schedule,
    head: String = "c1", at time: Timestamp = now
  ) throws -> (visited: [DueUpdates], agenda: Agenda) {
    let schedules = try entries(file)
    let visited = agenda.due(schedules, because: cause, now: time)
    return (
      visited,
      agenda.after(
        schedules, visited: visited, head: head, now: time, key: "hub/acme/app",
        zone: { _ in .utc })
    )
  }

  @Test func `the first visit includes everything and plans each entry by its schedule`() throws {
    let (visited, agenda) = try after(daily + weekly)
    #expect(visited == [.everything, .everything])
    let spread = agenda.items.map { $0.nextAt - now }
    // 23:00 of the same day, 10:00 of Thursday.
    #expect((Duration.seconds(2_800)..<2_800 + Agenda.spread).contains(spread[0]))
    #expect((Duration.seconds(128_800)..<128_800 + Agenda.spread).contains(spread[1]))
    #expect(agenda.items.map(\.target) == ["", "next"])
  }

  /// The state has a plan for each entry, so a repeated one can't have a second.
  @Test func `an entry that the file repeats is planned once, by its first schedule`() throws {
    let twice = daily + daily.replacing("interval: daily", with: "interval: monthly")
    let (_, agenda) = try after(twice)
    #expect(agenda.items.count == 1)
    let (visited, next) = try after(twice, agenda, at: now + 60)
    #expect(visited == [.nothing, .nothing])
    #expect(next.items == agenda.items)
  }

  @Test func `a scheduled visit includes only due entries`() throws {
    let (_, agenda) = try after(daily + weekly)
    let (visited, next) = try after(daily + weekly, agenda, at: now + hour * 2)
    #expect(visited == [.everything, .nothing])
    #expect(next.items[0].nextAt == agenda.items[0].nextAt + hour * 24)
    #expect(next.items[1] == agenda.items[1])
    #expect(try after(daily + weekly, next, at: now + hour * 3).visited == [.nothing, .nothing])
  }

  @Test(arguments: [
    (Job.Cause.person, DueUpdates.everything), (.push, .everything), (.advisory, .fixes),
    (.check, .nothing), (.schedule, .nothing),
  ])
  func `a person and a push include everything, advisories only fixes, a check nothing`(
    cause: Job.Cause, due: DueUpdates
  ) throws {
    let (_, agenda) = try after(daily)
    #expect(try after(daily, agenda, because: cause).visited == [due])
  }

  @Test(arguments: [
    (Job.Cause.check, 1, 0, JobExtent.changedChecks), (.check, 1, 1, .everything),
    (.check, 2, 0, .everything), (.schedule, 1, 0, .everything), (.advisory, 1, 0, .everything),
    (.push, 1, 0, .everything), (.person, 1, 0, .everything),
  ])
  func `a visit for checks looks at pull requests alone if nothing is due and nothing failed`(
    cause: Job.Cause, hours: Int, attempts: Int, extent: JobExtent
  ) throws {
    let (_, agenda) = try after(daily)
    // 23:00 is less than two hours away.
    let job = Job(
      repository: "hub/acme/app", cause: cause, dueAt: now, enqueuedAt: now,
      attempts: attempts)
    let time = now + hour * hours / 2
    #expect(agenda.extent(of: job, now: time) == extent)
    #expect(Agenda().extent(of: job, now: time) == .everything)
  }

  @Test func `a visit for advisories keeps the schedule, and includes due entries`() throws {
    let (_, agenda) = try after(daily + weekly)
    let (_, early) = try after(daily + weekly, agenda, because: .advisory, at: now + hour / 2)
    #expect(early == agenda)
    let (visited, late) = try after(
      daily + weekly, agenda, because: .advisory, at: now + hour * 2)
    #expect(visited == [.everything, .fixes])
    #expect(late.items[0].nextAt > agenda.items[0].nextAt)
    #expect(late.items[1] == agenda.items[1])
  }

  @Test func `a commit that no visit has seen means a webhook was lost`() throws {
    let (_, agenda) = try after(daily + weekly)
    #expect(!agenda.isBehind("c1") && agenda.isBehind("c2"))
    let (visited, next) = try after(daily + weekly, agenda, head: "c2")
    #expect(visited == [.nothing, .nothing] && next.isBehind("c2"))
    let (all, last) = try after(daily + weekly, next, because: .push, head: "c2")
    #expect(all == [.everything, .everything] && !last.isBehind("c2"))
  }

  @Test func `a changed schedule is planned again, and a removed entry is deleted`() throws {
    let (_, agenda) = try after(daily + weekly)
    let later = daily.replacing("23:00", with: "23:30")
    #expect(try after(later, agenda).visited == [.everything])
    #expect(try after(later, agenda).agenda.items.count == 1)
  }

  @Test func `a repository is visited at its first time, or earlier by a sweep`() throws {
    let (_, agenda) = try after(daily + weekly)
    let first = agenda.items[0].nextAt
    #expect(agenda.next(after: now, sweep: hour * 24, key: "k") == first)
    let sweep = agenda.next(after: now, sweep: 600, key: "k")
    #expect((now + 600..<now + 660).contains(sweep))
    #expect(Agenda().next(after: now, sweep: 600, key: "k") == sweep)
  }

  @Test func `times that were planned with a clock ahead are those of the schedules`() throws {
    let schedules = try entries(daily + weekly)
    let right = try after(daily + weekly).agenda
    let ahead = try after(daily + weekly, at: now + hour * 24 * 365).agenda
    let zone: (String) -> ZoneRules = { _ in .utc }
    let bounded = ahead.bounded(by: schedules, now: now, key: "hub/acme/app", zone: zone)
    #expect(bounded.items.map(\.nextAt) == right.items.map(\.nextAt))
    // Right times stay, also those of the past and of entries that the file no longer has.
    for time in [now, now + hour, now + hour * 24 * 30] {
      #expect(right.bounded(by: schedules, now: time, key: "hub/acme/app", zone: zone) == right)
    }
    #expect(ahead.bounded(by: [], now: now, key: "hub/acme/app", zone: zone) == ahead)
  }

  @Test func `a repository without a file is only visited by the sweep`() {
    let agenda = Agenda().after(
      [], visited: [], head: "c1", now: now, key: "k", zone: { _ in .utc })
    #expect(agenda.items.isEmpty)
  }

  @Test func `the plan is kept in the state`() async throws {
    let store = try await StateStore.inMemory()
    let (_, agenda) = try after(daily + weekly)
    try await store.plan(agenda.items, for: "hub/acme/app")
    try await store.plan([], for: "hub/acme/other")
    let sorted = agenda.items.sorted { $0.entry < $1.entry }
    #expect(try await store.agenda(of: "hub/acme/app") == sorted)
    try await store.plan([], for: "hub/acme/app")
    #expect(try await store.agenda(of: "hub/acme/app") == [])
  }
}

@Suite struct `Changes of the list of repositories` {
  @Test func `an owner who could not be listed has not left`() {
    let changes = RepositoryChanges(
      listed: repositoryNames(["umbra/a"]), unlisted: ["acme"],
      queued: repositoryNames(["Acme/app", "acme/web", "umbra/b"]))
    #expect(changes.arrived == repositoryNames(["umbra/a"]))
    #expect(changes.left == repositoryNames(["umbra/b"]))
  }

  @Test func `new repositories are visited, removed ones dequeued, others keep their time`()
    async throws
  {
    let store = try await StateStore.inMemory()
    #expect(
      try await store.follow(repositoryNames(["a/b", "a/c"]), of: "hub", now: 10)
        == RepositoryChanges(listed: repositoryNames(["a/b", "a/c"]), queued: []))
    let changes = try await store.follow(repositoryNames(["a/c", "a/d"]), of: "hub", now: 20)
    #expect(changes.arrived == repositoryNames(["a/d"]) && changes.left == repositoryNames(["a/b"]))
    #expect(
      try await store.jobs().map { "\($0.repository.name) \($0.dueAt.seconds)" } == [
        "a/c 10", "a/d 20",
      ])
    _ = try await store.follow(repositoryNames(["x/y"]), of: "other", now: 30)
    #expect(
      try await store.follow(repositoryNames(["a/c", "a/d"]), of: "hub", now: 40).arrived == [])
  }
}
