import Synchronization

/// The number of faults, and their results.
struct FaultTally: Sendable {
  var injected = 0
  /// The problems of each fault with a wrong result.
  var losses: [String] = []

  var survived: Int { injected - losses.count }

  /// Counts a fault; nil: nothing was lost.
  mutating func count(_ loss: String?) {
    injected += 1
    if let loss { losses.append(loss) }
  }

  static func + (one: FaultTally, two: FaultTally) -> FaultTally {
    FaultTally(injected: one.injected + two.injected, losses: one.losses + two.losses)
  }

  /// A line of the table: `| kill -9 after a write, opening, run | 6 | 6 | 0 |`.
  func line(_ name: String) -> String {
    "| \(name) | \(injected) | \(survived) | \(losses.count) |"
  }
}

/// All rows so far.
enum FaultTotal {
  private static let total = Mutex(FaultTally())

  /// Adds a row, and returns the sum.
  static func add(_ tally: FaultTally) -> FaultTally {
    total.withLock { total in
      total = total + tally
      return total
    }
  }
}
