/// Terms that must not all be true, and the cause.
///
/// The dependency `foo 1.0.0 -> bar ^2.0.0` is `{foo 1.0.0, not bar ^2.0.0}`. An incompatibility
/// learned by conflict resolution has two causes, so the incompatibilities form a graph:
///
///     {foo ^1.0.0, not bar ^2.0.0}   {bar ^2.0.0, not baz ^3.0.0}
///                  \                   /
///            {foo ^1.0.0, not baz ^3.0.0}   {root, not foo ^1.0.0}
///                               \              /
///                            {root, not baz ^3.0.0}
struct Incompatibility: Sendable {
  /// At most one term per package.
  var terms: [Term]
  var cause: Cause

  /// The reason why an incompatibility holds.
  enum Cause: Hashable, Sendable {
    /// The root package is always chosen.
    case root
    case dependency
    /// The provider knows no version inside the term.
    case noVersions
    /// The provider cannot choose these versions; `reason` is the number of its reason.
    case unusable(reason: Int)
    /// Derived by resolving a conflict with the cause of the assignment that satisfied it.
    case conflict(IncompatibilityID, other: IncompatibilityID)
  }

  /// Whether it rules out every selection.
  func isFailure(root: PackageID) -> Bool {
    guard let first = terms.first else { return true }
    return terms.count == 1 && first.package == root && first.isPositive
  }
}

/// The number of an incompatibility in the order of discovery.
struct IncompatibilityID: Hashable, Sendable {
  private let number: UInt32

  init(index: Int) { number = UInt32(index) }

  var index: Int { Int(number) }
}
