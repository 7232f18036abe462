import Synchronization
package import Time

/// Visits many repositories once, in the lanes that the service's queue uses.
package struct JobLanes<Element: Sendable, Report: Sendable>: Sendable {
  /// Makes a visit, calls `begun` when a worker begins with it, and ends early when it is cancelled.
  package typealias JobRun =
    @Sendable (Element, _ begun: @escaping @Sendable () -> Void) async -> Report

  private enum Event: Sendable {
    case ended(Int, Report)
    case tick
  }

  /// All visits use the places of one forge.
  private static var forge: String { "run" }

  private let slotLimit: Int
  private let lanes: Lanes
  private let clock: WallClock
  private let visit: JobRun
  private let stopped: @Sendable (Element, Slots.Stop) -> Void
  private let join: @Sendable (Report, Report) -> Report

  /// Creates visits.
  ///
  /// - Parameters:
  ///   - slotLimit: the maximum number of concurrent visits.
  ///   - lanes: the rules for long visits.
  ///   - clock: the clock.
  ///   - visit: makes a visit.
  ///   - stopped: called when a visit has to give way to others.
  ///   - join: combines the reports of a stopped visit and of its repetition.
  package init(
    slotLimit: Int, lanes: Lanes, clock: WallClock, visit: @escaping JobRun,
    stopped: @escaping @Sendable (Element, Slots.Stop) -> Void,
    join: @escaping @Sendable (Report, Report) -> Report
  ) {
    self.slotLimit = slotLimit
    self.lanes = lanes
    self.clock = clock
    self.visit = visit
    self.stopped = stopped
    self.join = join
  }

  /// Visits all elements, in this order as far as lanes permit.
  ///
  /// - Parameters:
  ///   - elements: the elements.
  ///   - finished: called after each visit that was not stopped.
  package func callAsFunction(
    _ elements: [Element], finished: @escaping @Sendable (Element, Report) -> Void
  ) async {
    var queue = Queue(elements.indices.map { ($0, 0) }, slotLimit: slotLimit, lanes: lanes)
    var tasks: [Int: Task<Report, Never>] = [:]
    var reports: [Int: Report] = [:]
    let begun = Beginnings()
    await withTaskGroup(of: Event.self) { group in
      addTick(to: &group)
      while !queue.isEmpty {
        while let index = queue.next(at: clock.now()) {
          let task = start(index, elements[index], begun)
          tasks[index] = task
          group.addTask { await Self.event(atEndOf: task, index) }
        }
        let event = await group.next()
        queue.recordBeginnings(begun.times.withLock { $0 })
        switch event {
        case .ended(let index, let report):
          begun.times.withLock { $0[index] = nil }
          let whole = reports.removeValue(forKey: index).map { join($0, report) } ?? report
          if queue.end(index) { reports[index] = whole } else { finished(elements[index], whole) }
        case .tick, nil:
          for stop in queue.stopJobs(at: clock.now()) {
            stopped(elements[stop.visit], stop)
            tasks[stop.visit]?.cancel()
          }
          // After a cancellation, ticks would follow each other without a pause.
          if !Task.isCancelled { addTick(to: &group) }
        }
      }
      group.cancelAll()
    }
  }

  private func start(
    _ index: Int, _ element: Element, _ begun: Beginnings
  ) -> Task<Report, Never> {
    Task { [visit, clock] in
      await visit(element) { begun.times.withLock { $0[index] = clock.now() } }
    }
  }

  private static func event(atEndOf task: Task<Report, Never>, _ index: Int) async -> Event {
    await withTaskCancellationHandler {
      .ended(index, await task.value)
    } onCancel: {
      task.cancel()
    }
  }

  private func addTick(to group: inout TaskGroup<Event>) {
    group.addTask { [clock, lanes] in
      try? await clock.sleep(lanes.slice / 5)
      return .tick
    }
  }

  /// When workers began with visits.
  private final class Beginnings: Sendable {
    let times = Mutex<[Int: Timestamp]>([:])
  }

  /// The visits that wait and those that run.
  private struct Queue {
    private var waiting: [(index: Int, stops: Int)]
    private var slots: Slots
    private var stopping: [Int: Int] = [:]

    init(_ waiting: [(index: Int, stops: Int)], slotLimit: Int, lanes: Lanes) {
      self.waiting = waiting
      slots = Slots(limits: [JobLanes.forge: slotLimit], lanes: lanes)
    }

    var isEmpty: Bool { waiting.isEmpty && slots.count == 0 }

    /// Claims a place for the next visit, as `StateStore.claim` does.
    mutating func next(at now: Timestamp) -> Int? {
      guard !slots.open(at: now).isEmpty, !waiting.isEmpty else { return nil }
      let isLongOpen = !slots.openForLong(at: now).isEmpty
      let position = isLongOpen ? 0 : waiting.firstIndex { $0.stops == 0 } ?? 0
      let (index, stops) = waiting.remove(at: position)
      slots.occupy(index, at: JobLanes.forge, stops: stops)
      return index
    }

    mutating func recordBeginnings(_ times: [Int: Timestamp]) {
      for (index, time) in times { slots.begin(index, at: time) }
    }

    mutating func stopJobs(at now: Timestamp) -> [Slots.Stop] {
      guard slots.isCrowded(at: now) else { return [] }
      let long = waiting.filter { $0.stops > 0 }
      let counts = LaneDemand(
        quick: waiting.count - long.count, long: long.count,
        fewestStops: long.map(\.stops).min() ?? 0)
      let stops = slots.stopJobs(for: [JobLanes.forge: counts], at: now)
      for stop in stops { stopping[stop.visit] = stop.stops }
      return stops
    }

    /// Frees the place of a visit.
    ///
    /// - Returns: whether it was stopped and waits again.
    mutating func end(_ index: Int) -> Bool {
      slots.free(index)
      guard let stops = stopping.removeValue(forKey: index) else { return false }
      waiting.append((index, stops))
      return true
    }
  }
}
