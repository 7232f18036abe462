import Synchronization

/// Keeps the requirements of a project, which every stage needs.
final class KnownRequirements: Sendable {
  private let requirements = Mutex<DirectRequirements?>(nil)

  /// The requirements, once a stage has collected them.
  var value: DirectRequirements? { requirements.withLock { $0 } }

  func remember(_ collected: DirectRequirements) { requirements.withLock { $0 = collected } }
}
