import Ecosystem
import Versioning

extension Dependency {
  /// Returns the requirements that are locked at higher versions than the lowest, as a dependency of
  /// their own.
  ///
  /// The rules decide for each requirement: with `~1.2.0` at 1.2.1 and `~1.5.0` at 1.5.0, minor updates
  /// ignored and 1.2.1 the newest of its line, the second one still gets 1.5.1.
  ///
  /// - Parameter order: the ecosystem's order of versions.
  /// - Returns: the dependency; nil if all requirements are locked at the lowest version.
  func higherRequirements(by order: VersionOrder) -> Dependency? {
    guard problem == nil, let current, requirements.count > 1 else { return nil }
    return restricted(by: order) { requirement in
      requirement.locked.flatMap { order.isLower(current, $0) } ?? false
    }
  }
}
