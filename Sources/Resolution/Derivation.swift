/// Why there is no solution: the graph of incompatibilities that leads to the contradiction.
///
/// Causes stand before what they cause; the last one is the contradiction itself.
package struct Derivation<
  Package: Hashable & Sendable, Versions: VersionSet, Reason: Hashable & Sendable
>:
  Hashable, Sendable
{
  /// A term in the client's words.
  package struct Claim: Hashable, Sendable {
    /// As the provider names it; the root may be among them.
    package let package: Package
    /// Those that the claim is about; the set of all where it is about the package as such.
    package let versions: Versions
    /// Whether a version of the set is chosen, or none is.
    package let isPositive: Bool
  }

  /// Claims that cannot all be true, and why.
  package struct Fact: Hashable, Sendable {
    /// One for each package at most; in the contradiction itself none, or the root's alone.
    package let claims: [Claim]
    /// `derived` leads further back; with all others the explanation ends.
    package let cause: Cause
  }

  /// Where a fact comes from.
  package enum Cause: Hashable, Sendable {
    /// The root is always chosen.
    case root
    /// Versions of one package need another package inside a set.
    case dependency
    /// No known version is inside the claim's set.
    case noVersions
    /// The provider's own reason, for one claim alone.
    case unusable(Reason)
    /// Follows from two other facts, given by their places in `facts`.
    case derived(conflict: Int, other: Int)
  }

  /// The package that was resolved.
  package let root: Package
  /// All facts used, causes first; never empty.
  package let facts: [Fact]
}

extension Solver {
  /// Copies the graph above an incompatibility into the client's words.
  func derivation(
    of conclusion: IncompatibilityID
  ) -> Derivation<Package, Versions, Provider.Reason> {
    let used = ancestors(of: conclusion)
    var places: [IncompatibilityID: Int] = [:]
    for (place, id) in used.enumerated() { places[id] = place }
    return Derivation(
      root: packages[root.index], facts: used.map { fact(knowledge.incompatibilities[$0], places) })
  }

  /// All that an incompatibility rests on and itself, ascending; causes have lower numbers.
  private func ancestors(of conclusion: IncompatibilityID) -> [IncompatibilityID] {
    var seen: Set<IncompatibilityID> = [conclusion]
    var open = [conclusion]
    while let next = open.popLast() {
      guard case .conflict(let one, let other) = knowledge.incompatibilities[next].cause else {
        continue
      }
      for cause in [one, other] where seen.insert(cause).inserted { open.append(cause) }
    }
    return seen.sorted { $0.index < $1.index }
  }

  private func fact(
    _ incompatibility: Incompatibility, _ places: [IncompatibilityID: Int]
  ) -> Derivation<Package, Versions, Provider.Reason>.Fact {
    .init(
      claims: incompatibility.terms.map { term in
        .init(
          package: packages[term.package.index], versions: sets[term.versions],
          isPositive: term.isPositive)
      },
      cause: cause(incompatibility.cause, places))
  }

  private func cause(
    _ cause: Incompatibility.Cause, _ places: [IncompatibilityID: Int]
  ) -> Derivation<Package, Versions, Provider.Reason>.Cause {
    switch cause {
    case .root: .root
    case .dependency: .dependency
    case .noVersions: .noVersions
    case .unusable(let reason): .unusable(reasons[reason])
    case .conflict(let one, let other):
      .derived(conflict: places[one] ?? 0, other: places[other] ?? 0)
    }
  }
}
