package import Time

/// Assigns the places of each forge to visits, and decides which visits give theirs to others; pure.
///
/// `Lanes` has the rules.
package struct Slots: Hashable, Sendable {
  /// Identifies a running visit.
  package typealias JobRun = Int

  /// A visit that has to give its place to another repository.
  package struct Stop: Hashable, Sendable {
    /// The running visit.
    package var visit: JobRun
    /// The number of stops to store with its job.
    package var stops: Int
    /// How long it has run.
    package var duration: Duration

    /// The message of the log.
    package var message: String {
      "a long visit was stopped because other repositories wait; it is repeated later"
    }

    /// The fields of the log's message: how long it has run, and how long it may run next time.
    package func fields(_ lanes: Lanes) -> KeyValuePairs<String, String> {
      [
        "seconds": "\(duration.components.seconds)",
        "next-slice": "\(lanes.slice(after: stops).components.seconds)",
      ]
    }
  }

  private struct Running: Hashable {
    var forge: String
    var stops: Int
    /// When a worker began with the visit; nil while it waits for a worker.
    var since: Timestamp?
    var isStopping = false

    func duration(at now: Timestamp) -> Duration {
      since.map { .milliseconds(now.milliseconds - $0.milliseconds) } ?? .zero
    }
  }

  private let lanes: Lanes
  /// The maximum number of concurrent visits, by forge.
  private var limits: [String: Int]
  private var visits: [JobRun: Running] = [:]
  private var pauses: [String: Timestamp] = [:]
  /// When a place of a forge last changed hands.
  private var begun: [String: Timestamp] = [:]

  /// Creates slots without running visits.
  package init(limits: [String: Int], lanes: Lanes) {
    self.limits = limits
    self.lanes = lanes
  }

  /// The running visits of all forges.
  package var count: Int { visits.count }

  /// Returns the forges that accept a visit at `now`; sorted.
  package func open(at now: Timestamp) -> [String] {
    limits.filter { forge, limit in
      count(of: forge) < limit && pauses[forge, default: .epoch] <= now
    }.keys.sorted()
  }

  /// Returns the forges that are full, but accept a visit that a person asked for at `now`; sorted.
  ///
  /// That is one visit beyond the limit, so that a person doesn't wait until a place is free. With a single
  /// place nothing changes.
  package func openForPeople(at now: Timestamp) -> [String] {
    limits.filter { forge, limit in
      limit > 1 && count(of: forge) == limit && pauses[forge, default: .epoch] <= now
    }.keys.sorted()
  }

  /// Returns the forges where long visits have a place, even if others wait; sorted.
  package func openForLong(at now: Timestamp) -> [String] {
    open(at: now).filter { forge in
      visits.values.count { $0.forge == forge && isLong($0, at: now) }
        < Lanes.longSlots(of: limits[forge, default: 1])
    }
  }

  /// Records that a visit was claimed.
  ///
  /// - Parameters:
  ///   - visit: the visit.
  ///   - forge: its forge.
  ///   - stops: how many times it was stopped before.
  package mutating func occupy(_ visit: JobRun, at forge: String, stops: Int) {
    visits[visit] = Running(forge: forge, stops: stops)
  }

  /// Records that a worker has begun with a visit; waiting for a worker does not make it long.
  package mutating func begin(_ visit: JobRun, at now: Timestamp) {
    guard let running = visits[visit], running.since == nil else { return }
    visits[visit]?.since = now
    begun[running.forge] = now
  }

  /// Records the end of a visit.
  package mutating func free(_ visit: JobRun) { visits[visit] = nil }

  /// Whether a visit could give its place to another one, which then should be counted.
  package func isCrowded(at now: Timestamp) -> Bool {
    limits.contains { forge, limit in
      count(of: forge) >= limit
        && (!longJobs(of: forge, at: now).isEmpty
          || hinderer(of: forge, limit, isPrompt: true, at: now) != nil)
    }
  }

  /// Returns the visit that gives its place to one in the quick lane, although none is long; nil while
  /// places change hands, and with a single place.
  private func hinderer(
    of forge: String, _ limit: Int, isPrompt: Bool, at now: Timestamp
  ) -> JobRun? {
    let patience = lanes.patience(isPrompt: isPrompt)
    guard limit > 1, let last = begun[forge], now >= last + patience else { return nil }
    return visits.filter { _, running in
      running.forge == forge && !running.isStopping && !isLong(running, at: now)
        && running.duration(at: now) >= patience
    }.min { one, other in
      (one.value.duration(at: now), -one.key) < (other.value.duration(at: now), -other.key)
    }?.key
  }

  /// Returns the visits that give their places to waiting ones, and records that they stop.
  ///
  /// - Parameters:
  ///   - waiting: the due visits without a place, by forge.
  ///   - now: the current time.
  /// - Returns: the visits to cancel.
  package mutating func stopJobs(
    for waiting: [String: LaneDemand], at now: Timestamp
  ) -> [Stop] {
    var stops: [Stop] = []
    for (forge, limit) in limits.sorted(by: { $0.key < $1.key }) {
      guard let waiting = waiting[forge], pauses[forge, default: .epoch] <= now else { continue }
      let staying = visits.values.count { $0.forge == forge && !$0.isStopping }
      for visit in jobsToStop(of: forge, limit, staying, for: waiting, at: now) {
        guard let running = visits[visit] else { continue }
        visits[visit]?.isStopping = true
        let duration = running.duration(at: now)
        let isOver = duration >= lanes.slice(after: running.stops)
        stops.append(
          Stop(
            visit: visit, stops: max(1, running.stops + (isOver ? 1 : 0)), duration: duration))
      }
    }
    return stops
  }

  /// Selects the visits that stop.
  ///
  /// For quick visits, these are long ones above their share, the youngest first, which lose least.
  /// For other long visits, they are those whose slice is over, the oldest first.
  private func jobsToStop(
    of forge: String, _ limit: Int, _ staying: Int, for waiting: LaneDemand, at now: Timestamp
  ) -> [JobRun] {
    let free = limit - staying
    let long = longJobs(of: forge, at: now)
    let surplus = long.count - Lanes.longSlots(of: limit)
    let count = min(waiting.quick - free, surplus)
    if count > 0 { return Array(long.prefix(count)) }
    if waiting.quick > 0, free <= 0,
      let hinderer = hinderer(of: forge, limit, isPrompt: waiting.prompt > 0, at: now)
    {
      return [hinderer]
    }
    // With one place, there is no quick lane.
    let others = waiting.long + (limit == 1 ? waiting.quick : 0)
    guard others > 0, free <= 0 else { return [] }
    // A quick visit doesn't wait for the slice of the long ones that wait beside it.
    let fewestStops = waiting.long == others ? waiting.fewestStops : 0
    let over = long.reversed().filter { visit in
      guard let running = visits[visit] else { return false }
      let slice = lanes.slice(after: max(running.stops, fewestStops))
      return running.duration(at: now) >= slice
    }
    return Array(over.prefix(others))
  }

  /// The long visits of a forge that don't stop yet, the youngest first.
  private func longJobs(of forge: String, at now: Timestamp) -> [JobRun] {
    visits.filter { $0.value.forge == forge && !$0.value.isStopping && isLong($0.value, at: now) }
      .sorted { one, other in
        (one.value.duration(at: now), -one.key) < (other.value.duration(at: now), -other.key)
      }.map(\.key)
  }

  private func isLong(_ running: Running, at now: Timestamp) -> Bool {
    running.stops > 0 || running.duration(at: now) >= lanes.slice
  }

  private func count(of forge: String) -> Int { visits.values.count { $0.forge == forge } }

  /// Accepts no visits for a forge until a time; a later time replaces an earlier one.
  package mutating func pause(_ forge: String, until time: Timestamp) {
    pauses[forge] = max(pauses[forge] ?? .epoch, time)
  }

  /// Accepts visits for all forges again, because the times of the pauses are wrong.
  package mutating func endPauses() { pauses = [:] }

  /// Replaces the limits; running visits continue.
  package mutating func replace(limits: [String: Int]) {
    self.limits = limits
  }
}
