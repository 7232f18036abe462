/// How far a new version is from the old one, as policies count it.
package enum Step: String, Comparable, CaseIterable, Hashable, Sendable {
  case patch
  case minor
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
