/// The size of an update: patch, minor or major.
package enum Step: String, Comparable, CaseIterable, Hashable, Codable, Sendable {
  /// Fixes only: no breaking changes and no new features.
  case patch
  /// New features without breaking changes.
  case minor
  /// Possibly breaking changes.
  ///
  /// Each ecosystem defines which updates below 1.0.0 are major.
  case major

  /// Compares by size: `patch` is the smallest, `major` the largest.
  package static func < (left: Step, right: Step) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .patch: 0
    case .minor: 1
    case .major: 2
    }
  }
}
