package import Store
import Time

/// The rules by which long visits share a forge's places with others; pure.
///
/// A long visit can't be recognized before it has run, so every visit starts in the quick lane. After
/// `slice` it counts as long. Long visits may use all places while no other repository waits for
/// one, and keep at least a quarter of the places otherwise. A visit that has to give its place to
/// another repository is stopped and repeated later. Each time, it may run four times as long
/// before it has to do that again, so that long visits end too.
///
/// A visit in the quick lane doesn't wait until others count as long: if no place changes hands for
/// some time, the youngest visit that has run for that time gives its place. So one place always passes
/// from visit to visit, however many long ones begin at once. `patience` is that time.
package struct Lanes: Hashable, Sendable {
  /// How long a visit may run before it counts as long.
  package var slice: Duration

  /// Creates rules.
  package init(slice: Duration) {
    self.slice = slice
  }

  /// Returns how long all places may be taken, with none that changes hands, while a visit waits in the
  /// quick lane.
  ///
  /// With the default slice a second if an event or a person asked for the waiting visit, and otherwise
  /// four seconds: visits that are stopped sooner would often have been short ones.
  package func patience(isPrompt: Bool) -> Duration { slice / (isPrompt ? 20 : 5) }

  /// The factor by which the slice of a stopped visit grows.
  private static let growth = 4
  /// The slice grows at most so many times; more than an hour with the default.
  private static let mostGrowths = 5

  /// Returns how long a visit may run while other repositories wait.
  ///
  /// - Parameter stops: how many times the visit was stopped before; 0 for the quick lane.
  /// - Returns: the time, which grows with each stop.
  package func slice(after stops: Int) -> Duration {
    (0..<min(max(stops, 0), Self.mostGrowths)).reduce(slice) { slice, _ in slice * Self.growth }
  }

  /// Returns the `stops` with which the next visit of a repository starts.
  ///
  /// - Parameter duration: how long the last visit took.
  /// - Returns: 0 if it was short; otherwise the number whose slice is long enough, so that a known
  ///   long visit is neither stopped needlessly nor takes a place of the quick lane.
  package func stops(after duration: Duration) -> Int {
    (0..<Self.mostGrowths).first { duration < slice(after: $0) } ?? Self.mostGrowths
  }

  /// Returns the places of long visits that others can't claim.
  ///
  /// - Parameter slots: the concurrent visits of the forge.
  /// - Returns: a quarter, and at least one.
  package static func longSlots(of slots: Int) -> Int { max(1, slots / 4) }
}

/// The visits that are due and wait for a place at one forge.
package struct LaneDemand: Hashable, Sendable {
  /// The number of visits in the quick lane.
  package var quick: Int
  /// The number of visits in the quick lane that an event or a person asked for.
  package var prompt: Int
  /// The number of visits in the lane for long visits.
  package var long: Int
  /// The fewest stops of a waiting long visit; 0 if none waits.
  package var fewestStops: Int

  /// Creates counts.
  package init(quick: Int = 0, prompt: Int = 0, long: Int = 0, fewestStops: Int = 0) {
    self.quick = quick
    self.prompt = prompt
    self.long = long
    self.fewestStops = fewestStops
  }

  /// Sums up the waiting jobs of each forge.
  package static func byForge(_ jobs: [WaitingJobs]) -> [String: LaneDemand] {
    Dictionary(grouping: jobs, by: \.forge).mapValues { jobs in
      let long = jobs.filter { $0.stops > 0 }
      return LaneDemand(
        quick: jobs.reduce(0) { $0 + ($1.stops == 0 ? $1.count : 0) },
        prompt: jobs.reduce(0) { $0 + ($1.stops == 0 ? $1.prompt : 0) },
        long: long.reduce(0) { $0 + $1.count }, fewestStops: long.map(\.stops).min() ?? 0)
    }
  }
}
