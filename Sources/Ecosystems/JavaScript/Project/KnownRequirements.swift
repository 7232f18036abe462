import Ecosystem
import Synchronization

/// Keeps the requirements of a project, which every stage needs.
final class KnownRequirements: Sendable {
  private let requirements = Mutex<DirectRequirements?>(nil)

  /// Returns the requirements, which the first caller collects while the others wait.
  func value(
    collecting collect: () throws(Problem) -> DirectRequirements
  ) throws(Problem) -> DirectRequirements {
    try requirements.withLock { (known) throws(Problem) in
      if let known { return known }
      let collected = try collect()
      known = collected
      return collected
    }
  }
}
