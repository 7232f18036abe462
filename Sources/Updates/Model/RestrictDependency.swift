import Ecosystem
import Text
import Versioning

extension Dependency {
  /// Returns the dependency as far as some of its requirements go.
  ///
  /// - Parameters:
  ///   - order: the ecosystem's order of versions.
  ///   - isKept: whether a requirement stays.
  /// - Returns: the dependency at the lowest version of the remaining requirements; nil if none remains,
  ///   and the dependency itself if all do.
  func restricted(
    by order: VersionOrder, to isKept: (Requirement) -> Bool
  ) -> Dependency? {
    let own = requirements.filter(isKept)
    if own.count == requirements.count { return self }
    let locked = own.filter { $0.locked != nil }
    let oldest = locked.min { left, right in
      order.isLower(left.locked ?? "", right.locked ?? "") ?? false
    }
    guard let first = oldest ?? own.first else { return nil }
    var result = self
    result.requirements = own
    result.requirement = first.text
    result.current = first.locked
    result.location = first.location
    let versions = Set(locked.compactMap(\.locked))
    result.copies = (copies + [current].compactMap(\.self)).filter {
      $0 != first.locked && versions.contains($0)
    }
    if let file = problem?.location?.file, !own.contains(where: { $0.manifest == file }) {
      result.problem = nil
    }
    return result
  }
}
