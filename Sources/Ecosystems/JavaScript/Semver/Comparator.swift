/// A bound on versions: `>=1.2.3`, or no bound at all.
package struct Comparator: Hashable, Sendable, CustomStringConvertible {
  /// The required relation of a version to the bound.
  package enum Operator: String, Hashable, Sendable {
    case equal = ""
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether versions above the bound pass.
    var isLower: Bool { self == .greater || self == .greaterOrEqual }
    /// Whether versions below the bound pass.
    var isUpper: Bool { self == .less || self == .lessOrEqual }
    /// Whether the bound itself passes where others do.
    var isInclusive: Bool { self == .lessOrEqual || self == .greaterOrEqual }
  }

  /// Lets every version pass; its version means nothing.
  package let isAny: Bool
  /// `equal` if the text has no operator.
  package let relation: Operator
  /// Of a partial text such as `>=1.2` the version that it was filled up to.
  package let version: Version

  /// Bounds by a version.
  package init(_ relation: Operator, _ version: Version) {
    isAny = false
    self.relation = relation
    self.version = version
  }

  private init() {
    isAny = true
    relation = .equal
    version = Version(0, 0, 0)
  }

  /// Every version passes.
  package static let any = Comparator()

  /// No version passes: nothing is older than the oldest prerelease.
  package static let none = Comparator(.less, Version(0, 0, 0, prerelease: [.number(0)]))

  /// `>=1.2.3`, `1.2.3` for equality, and nothing at all for any version.
  package var description: String { isAny ? "" : "\(relation.rawValue)\(version)" }

  /// Whether a version passes, prereleases like any other.
  @inline(__always)
  func admits(_ candidate: borrowing Version) -> Bool {
    if isAny { return true }
    let order = Version.order(candidate, version)
    return switch relation {
    case .equal: order == 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}
