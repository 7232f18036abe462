import Configuration
import Forges
import Store
import TestSupport
import Testing
import Time
import Updates

@testable import Service

/// Slots of one forge, whose visits begin when they are claimed.
///
///     var slots = Scene(places: 8)
///     slots.start(1...8, at: 0)
///     slots.stop(for: WaitingVisits(quick: 3), at: 5)
private struct Scene {
  var slots: Slots

  init(slotLimit: Int) {
    slots = Slots(limits: ["hub": slotLimit], lanes: Lanes(slice: .seconds(5)))
  }

  mutating func start(_ visits: ClosedRange<Int>, stops: Int = 0, at now: Timestamp) {
    for visit in visits {
      slots.occupy(visit, at: "hub", stops: stops)
      slots.begin(visit, at: now)
    }
  }

  mutating func stop(for waiting: LaneDemand, at now: Timestamp) -> [Int] {
    slots.stopJobs(for: ["hub": waiting], at: now).map(\.visit)
  }
}

@Suite struct `The slots of the queue` {
  private func slots(_ limits: [String: Int]) -> Slots {
    Slots(limits: limits, lanes: Lanes(slice: .seconds(5)))
  }

  @Test func `each forge has its own limit`() {
    var slots = slots(["hub": 2, "lab": 1])
    #expect(slots.open(at: 0) == ["hub", "lab"])
    slots.occupy(1, at: "hub", stops: 0)
    slots.occupy(2, at: "lab", stops: 0)
    #expect(slots.open(at: 0) == ["hub"])
    slots.occupy(3, at: "hub", stops: 0)
    #expect(slots.open(at: 0) == [])
    #expect(slots.count == 3)
    slots.free(2)
    #expect(slots.open(at: 0) == ["lab"])
  }

  @Test func `one more is free for what a person asked for, unless there is only one`() {
    var slots = slots(["hub": 2, "lab": 1])
    slots.occupy(1, at: "hub", stops: 0)
    slots.occupy(2, at: "lab", stops: 0)
    #expect(slots.openForPeople(at: 0) == [])
    slots.occupy(3, at: "hub", stops: 0)
    #expect(slots.openForPeople(at: 0) == ["hub"])
    slots.pause("hub", until: 50)
    #expect(slots.openForPeople(at: 49) == [])
    #expect(slots.openForPeople(at: 50) == ["hub"])
    slots.occupy(4, at: "hub", stops: 0)
    #expect(slots.openForPeople(at: 50) == [])
    #expect(slots.open(at: 50) == [])
  }

  @Test func `a pause closes one forge until its end, and a shorter one changes nothing`() {
    var slots = slots(["hub": 1, "lab": 1])
    slots.pause("hub", until: 100)
    slots.pause("hub", until: 50)
    #expect(slots.open(at: 99) == ["lab"])
    #expect(slots.open(at: 100) == ["hub", "lab"])
  }

  @Test func `other limits leave alone what is under way`() {
    var slots = slots(["hub": 2])
    slots.occupy(1, at: "hub", stops: 0)
    slots.replace(limits: ["hub": 1, "new": 1])
    #expect(slots.open(at: 0) == ["new"])
    slots.free(1)
    #expect(slots.open(at: 0) == ["hub", "new"])
  }
}

@Suite struct `Long visits` {
  @Test func `keep all places while no other repository waits`() {
    var scene = Scene(slotLimit: 8)
    scene.start(1...8, at: 0)
    #expect(scene.slots.isCrowded(at: 0) == false)
    #expect(scene.slots.isCrowded(at: 5))
    #expect(scene.stop(for: LaneDemand(), at: 900) == [])
  }

  @Test func `give way to quick ones until a quarter of the places is left`() {
    var scene = Scene(slotLimit: 8)
    scene.start(1...8, at: 0)
    #expect(scene.stop(for: LaneDemand(quick: 20), at: 0) == [])
    // The youngest lose least; the oldest two stay.
    #expect(scene.stop(for: LaneDemand(quick: 3), at: 5) == [8, 7, 6])
    // Their places are not free yet, but count.
    #expect(scene.stop(for: LaneDemand(quick: 3), at: 6) == [])
    #expect(scene.stop(for: LaneDemand(quick: 20), at: 6) == [5, 4, 3])
    #expect(scene.stop(for: LaneDemand(quick: 20), at: 900) == [])
  }

  @Test func `do not give way while there is a free place`() {
    var scene = Scene(slotLimit: 8)
    scene.start(1...7, at: 0)
    #expect(scene.slots.isCrowded(at: 60) == false)
    #expect(scene.stop(for: LaneDemand(quick: 1), at: 60) == [])
    #expect(scene.stop(for: LaneDemand(quick: 2), at: 60) == [7])
  }

  @Test func `are not those that wait for a worker`() {
    var scene = Scene(slotLimit: 4)
    for visit in 1...4 { scene.slots.occupy(visit, at: "hub", stops: 0) }
    #expect(scene.stop(for: LaneDemand(quick: 4), at: 900) == [])
    scene.slots.begin(1, at: 900)
    scene.slots.begin(2, at: 901)
    #expect(scene.stop(for: LaneDemand(quick: 4), at: 906) == [2])
  }

  @Test func `take turns, each time for four times as long`() {
    var scene = Scene(slotLimit: 4)
    scene.start(1...4, stops: 1, at: 0)
    let waiting = LaneDemand(long: 1, fewestStops: 1)
    #expect(scene.stop(for: waiting, at: 19) == [])
    let stop = scene.slots.stopJobs(for: ["hub": waiting], at: 20)
    #expect(stop == [Slots.Stop(visit: 1, stops: 2, duration: .seconds(20))])
    scene.slots.free(1)
    scene.start(5...5, stops: 1, at: 20)
    // One that waits with a longer slice waits longer.
    #expect(scene.stop(for: LaneDemand(long: 1, fewestStops: 2), at: 79) == [])
    #expect(scene.stop(for: LaneDemand(long: 1, fewestStops: 2), at: 80) == [2])
  }

  @Test func `need not be known as long to give way to what a person asked for`() {
    var scene = Scene(slotLimit: 8)
    scene.start(1...7, at: 0)
    scene.start(8...8, at: 1)
    let waiting = LaneDemand(quick: 3, prompt: 1)
    #expect(scene.slots.isCrowded(at: 1) == false)
    // Scheduled visits wait longer.
    let early = Timestamp(milliseconds: 1_500)
    #expect(scene.stop(for: LaneDemand(quick: 3), at: early) == [])
    #expect(scene.slots.isCrowded(at: early))
    // The youngest loses least; its place counts as free.
    #expect(scene.stop(for: waiting, at: 2) == [8])
    #expect(scene.stop(for: waiting, at: 3) == [])
    scene.slots.free(8)
    // A place that changes hands shows that the others won't wait long.
    scene.start(9...9, at: 3)
    #expect(scene.slots.isCrowded(at: 3) == false)
    #expect(scene.stop(for: waiting, at: 3) == [])
    #expect(scene.stop(for: waiting, at: 4) == [9])
  }

  @Test func `of unknown length leave one place that passes from visit to visit`() {
    var scene = Scene(slotLimit: 8)
    scene.start(1...8, at: 0)
    let waiting = LaneDemand(quick: 3)
    #expect(scene.stop(for: LaneDemand(long: 3, fewestStops: 1), at: 1) == [])
    #expect(scene.slots.isCrowded(at: 1))
    let stops = scene.slots.stopJobs(for: ["hub": waiting], at: 1)
    // It is repeated in the lane for long visits.
    #expect(stops == [Slots.Stop(visit: 8, stops: 1, duration: .seconds(1))])
    scene.slots.free(8)
    scene.start(9...9, at: 1)
    #expect(scene.stop(for: waiting, at: 1) == [])
    #expect(scene.stop(for: waiting, at: 2) == [9])
    // The next visit is short, so that none has to stop for the one behind it.
    scene.slots.free(9)
    scene.start(10...10, at: 2)
    scene.slots.free(10)
    scene.start(11...11, at: 2)
    #expect(scene.stop(for: waiting, at: 2) == [])
    // Now the others count as long.
    #expect(scene.stop(for: waiting, at: 5) == [7, 6, 5])
  }

  @Test(arguments: [1, 2, 4, 8])
  func `of unknown length let one short visit begin after a fifth of the slice`(limit: Int) {
    var scene = Scene(slotLimit: limit)
    scene.start(1...limit, at: 0)
    let stopped = (0...5).first { second in
      !scene.stop(for: LaneDemand(quick: 1), at: Timestamp(seconds: Int64(second))).isEmpty
    }
    // One place alone can't be left for others.
    #expect(stopped == (limit == 1 ? 5 : 1))
  }

  @Test func `keep their quarter of the places whoever asks`() {
    var scene = Scene(slotLimit: 4)
    scene.start(1...4, at: 0)
    #expect(scene.stop(for: LaneDemand(quick: 9, prompt: 9), at: 5) == [4, 3, 2])
    for visit in 2...4 { scene.slots.free(visit) }
    scene.start(5...7, at: 6)
    // The first one stays, although it is the only one that has run for long.
    #expect(scene.stop(for: LaneDemand(quick: 9, prompt: 9), at: 7) == [7])
    #expect(scene.stop(for: LaneDemand(quick: 9, prompt: 9), at: 50) == [6, 5])
  }

  @Test func `that are stopped early keep their slice`() {
    var scene = Scene(slotLimit: 4)
    scene.start(1...4, stops: 2, at: 0)
    #expect(
      scene.slots.stopJobs(for: ["hub": LaneDemand(quick: 1)], at: 10)
        == [Slots.Stop(visit: 4, stops: 2, duration: .seconds(10))])
  }

  @Test func `have a quarter of the places to themselves`() {
    var scene = Scene(slotLimit: 8)
    scene.start(1...1, stops: 1, at: 0)
    #expect(scene.slots.openForLong(at: 0) == ["hub"])
    scene.start(2...2, at: 0)
    #expect(scene.slots.openForLong(at: 4) == ["hub"])
    #expect(scene.slots.openForLong(at: 5) == [])
  }

  @Test func `give up a single place too`() {
    var scene = Scene(slotLimit: 1)
    scene.start(1...1, at: 0)
    #expect(scene.stop(for: LaneDemand(quick: 1), at: 5) == [1])
  }

  @Test func `give up one slot, whatever the slices of other long visits are`() {
    var scene = Scene(slotLimit: 1)
    scene.start(1...1, at: 0)
    let long = LaneDemand(long: 1, fewestStops: 5)
    #expect(scene.stop(for: long, at: 5) == [])
    let both = LaneDemand(quick: 1, long: 1, fewestStops: 5)
    #expect(scene.stop(for: both, at: 4) == [])
    #expect(scene.stop(for: both, at: 5) == [1])
  }

  @Test func `are known by their last duration`() {
    let lanes = Lanes(slice: .seconds(5))
    let durations: [Duration] = [.zero, .seconds(4), .seconds(5), .seconds(19), .seconds(20)]
    #expect(durations.map(lanes.stops) == [0, 0, 1, 1, 2])
    #expect(lanes.stops(after: .seconds(100_000)) == 5)
    #expect(lanes.slice(after: 100) == .seconds(5 * 1_024))
  }
}

extension `The dispatcher` {
  @Test func `a long visit gives its place to a repository that waits, and comes again`()
    async throws
  {
    let crew = try await Crew(forges: ["hub": 1], timing: { $0.lease = .days(9_999) })
    let log = Watched<[String]>([])
    await crew.dispatcher.serve([
      scripted { task, begun in
        let job = task.job
        begun()
        log.update { $0.append("\(job.repository.name) \(job.stops)") }
        while job.repository == "hub/a/long", job.stops == 0, !Task.isCancelled {
          await Task.yield()
        }
        if Task.isCancelled { return JobRecord(cancelled: job, from: 1_000, to: 1_005) }
        let report = RepositoryReport(repository: job.repository)
        return JobRecord(
          report, of: job, .finish(next: .distantFuture), from: 1_000, to: 1_001)
      }
    ])
    try await crew.enqueue("a/long", at: 10)
    let running = Task { await crew.dispatcher.run() }
    await log.wait { $0.count == 1 }
    try await crew.enqueue("a/quick", at: 20)
    while crew.records.isEmpty {
      crew.clock.advance(by: 1)
      await Task.yield()
    }
    await crew.settled.wait { $0.count == 3 }
    await crew.dispatcher.drain(within: .seconds(60))
    await running.value
    #expect(log.value == ["a/long 0", "a/quick 0", "a/long 1"])
    #expect(crew.records.first?.settlement == .release)
    #expect(try await crew.store.jobs().map(\.stops) == [0, 0])
  }

  private func scripted(_ visitor: @escaping ServedForge.Visitor) -> ServedForge {
    var settings = ForgeSettings()
    settings.name = "hub"
    settings.repositories = [RepositoryPattern("*/*")].compactMap(\.self)
    var forge = ServedForge(
      settings: settings, concurrency: 1, login: { nil },
      repositories: { SelectedRepositories(names: []) },
      pass: { job, _, _, _ in RepositoryReport(repository: job.repository) })
    forge.visitor = visitor
    return forge
  }
}
