/// What a package manager brings to the solver: its packages, its sets and its preferences.
///
/// It answers from what it has at hand and never waits. Where it lacks something it says what it
/// needs; the solver passes that on to its caller, who adds it to `Solver.provider` and resumes.
/// The same question must get the same answer for as long as one solver lives.
package protocol DependencyProvider<Package, Versions, Reason, Need> {
  /// What is chosen a version of; more than a name where products or platforms are solved too.
  associatedtype Package: Hashable & Sendable
  /// Sets of a package's versions, such as what a requirement allows.
  associatedtype Versions: VersionSet
  /// Why versions cannot be chosen, in the client's own terms.
  associatedtype Reason: Hashable & Sendable
  /// A piece of metadata that the caller can look up.
  associatedtype Need: Hashable & Sendable
  /// What is chosen of a package; the solver only carries it around.
  typealias Version = Versions.Version

  /// Says how soon a package should be decided: the lowest goes first, ties as they came up.
  ///
  /// Asked again only when `versions`, what is still allowed, has changed.
  mutating func priority(of package: Package, in versions: Versions) -> Answer<Priority, Need>

  /// Picks the version that the tool would prefer among those allowed.
  mutating func choice(
    of package: Package, in versions: Versions
  ) -> Answer<Choice<Version, Reason>, Need>

  /// Says what follows from choosing a version, in the tool's order.
  ///
  /// A dependency may be stated for more versions than the one asked for, wherever it is the same.
  mutating func constraints(
    of package: Package, at version: Version
  ) -> Answer<[Constraint<Package, Versions, Reason>], Need>
}

/// What a provider says to a question.
package enum Answer<Value, Need> {
  /// It has everything that the answer takes.
  case known(Value)
  /// It cannot say before it has these.
  case needs([Need])
}

/// A place in the order of decisions; compared by tier, then by count.
package struct Priority: Hashable, Sendable, Comparable {
  /// A coarse order, such as packages with one version left before all others.
  package var tier: Int
  /// A fine order, such as how many versions are left.
  package var count: Int

  /// Ranks by `count` within `tier`.
  package init(tier: Int = 0, count: Int) {
    self.tier = tier
    self.count = count
  }

  /// By tier, then by count; the least is decided first.
  package static func < (left: Priority, right: Priority) -> Bool {
    (left.tier, left.count) < (right.tier, right.count)
  }
}

/// What a provider would choose.
package enum Choice<Version, Reason> {
  /// The one that the solver tries.
  case version(Version)
  /// No known version is allowed.
  case none
  /// No version of the package can ever be chosen.
  case unavailable(Reason)
}

/// A fact about some versions of a package.
package enum Constraint<Package: Hashable, Versions: VersionSet, Reason: Hashable>: Hashable {
  /// These versions need the other package inside the second set.
  case dependency(of: Versions, on: Package, Versions)
  /// These versions cannot be chosen.
  case unusable(Versions, Reason)
}

extension Constraint: Sendable where Package: Sendable, Reason: Sendable {}
