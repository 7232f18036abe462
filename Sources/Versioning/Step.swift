/// How far a new version is from the old one, as policies count it.
package enum Step: String, Comparable, CaseIterable, Hashable, Sendable {
  /// A change that is to break nothing and to add nothing.
  case patch
  /// A change that adds and is to break nothing.
  case minor
  /// A change that may break who depends on it; below 1.0.0 the ecosystem says which that is.
  case major

  /// By size: `patch` is the smallest, `major` the largest.
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
