/// Supplies the solver with packages, version sets and preferences of one package manager.
///
/// A provider answers from the data it has and never waits. If data is missing, it returns what it
/// needs. The solver passes that on to its caller, which adds the data to `Solver.provider` and
/// resumes. The same question must get the same answer during the lifetime of a solver.
public protocol DependencyProvider<Package, Versions, Reason, Need> {
  /// Identifies a package.
  ///
  /// It can be more than a name if products or platforms are solved too.
  associatedtype Package: Hashable & Sendable
  /// Sets of a package's versions, for example those that a requirement allows.
  associatedtype Versions: VersionSet
  /// The client's reason why versions cannot be chosen.
  associatedtype Reason: Hashable & Sendable
  /// A piece of metadata that the caller can look up.
  associatedtype Need: Hashable & Sendable
  /// The version type.
  ///
  /// The solver compares versions only through `Versions`.
  typealias Version = Versions.Version

  /// Returns a package's priority: the lowest is decided first, ties in order of discovery.
  ///
  /// The solver asks again only when `versions`, the set that is still allowed, has changed.
  mutating func priority(of package: Package, in versions: Versions) -> Answer<Priority, Need>

  /// Chooses the version that the native tool would prefer among those allowed.
  mutating func choice(
    of package: Package, in versions: Versions
  ) -> Answer<Choice<Version, Reason>, Need>

  /// Returns the constraints that a version brings, in the native tool's order.
  ///
  /// A dependency can be given for more versions than the requested one if they all have it.
  mutating func constraints(
    of package: Package, at version: Version
  ) -> Answer<[Constraint<Package, Versions, Reason>], Need>
}

/// A provider's answer to a question.
public enum Answer<Value, Need> {
  /// The answer itself.
  case known(Value)
  /// The provider needs these data before it can answer.
  case needs([Need])
}

/// The order in which packages are decided, compared by tier, then by count.
public struct Priority: Hashable, Sendable, Comparable {
  /// The coarse order, for example packages with one version left before all others.
  public var tier: Int
  /// The fine order, for example the number of versions left.
  public var count: Int

  /// Creates a priority with `count` as the order within `tier`.
  public init(tier: Int = 0, count: Int) {
    self.tier = tier
    self.count = count
  }

  /// Compares by tier, then by count.
  public static func < (left: Priority, right: Priority) -> Bool {
    (left.tier, left.count) < (right.tier, right.count)
  }
}

/// A provider's choice for a package.
public enum Choice<Version, Reason> {
  /// The version that the solver tries.
  case version(Version)
  /// No known version is allowed.
  case none
  /// No version of the package can ever be chosen, for this reason.
  case unavailable(Reason)
}

/// A constraint on some versions of a package.
public enum Constraint<Package: Hashable, Versions: VersionSet, Reason: Hashable>: Hashable {
  /// These versions depend on the other package within the second set.
  case dependency(of: Versions, on: Package, Versions)
  /// These versions cannot be chosen.
  case unusable(Versions, Reason)
}

extension Constraint: Sendable where Package: Sendable, Reason: Sendable {}
