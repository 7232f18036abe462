/// The proof that there is no solution: the graph of incompatibilities behind the contradiction.
///
/// Causes come before their consequences. The last fact is the contradiction itself.
public struct Derivation<
  Package: Hashable & Sendable, Versions: VersionSet, Reason: Hashable & Sendable
>:
  Hashable, Sendable
{
  /// A term in the client's types.
  public struct Claim: Hashable, Sendable {
    /// The provider's package, possibly the root.
    public let package: Package
    /// The versions that the claim is about; the set of all versions if it is about the whole
    /// package.
    public let versions: Versions
    /// True if a version of the set is chosen, false if none is.
    public let isPositive: Bool
  }

  /// Claims that cannot all be true, and the cause.
  public struct Fact: Hashable, Sendable {
    /// At most one claim per package.
    ///
    /// The contradiction has no claims, or only the root's.
    public let claims: [Claim]
    /// The reason for the fact.
    ///
    /// `derived` refers to other facts; all other causes are final.
    public let cause: Cause
  }

  /// The reason for a fact.
  public enum Cause: Hashable, Sendable {
    /// The root is always chosen.
    case root
    /// Versions of one package depend on another package.
    case dependency
    /// No known version is inside the claim's set.
    case noVersions
    /// The provider's reason; the fact has a single claim.
    case unusable(Reason)
    /// Follows from two other facts, given by their indices in `facts`.
    case derived(conflict: Int, other: Int)
  }

  /// The package that was resolved.
  public let root: Package
  /// All facts of the proof, causes first; never empty.
  public let facts: [Fact]
}

extension Solver {
  /// Converts the causes of an incompatibility to the client's types.
  func derivation(
    of conclusion: IncompatibilityID
  ) -> Derivation<Package, Versions, Provider.Reason> {
    let used = ancestors(of: conclusion)
    var positions: [IncompatibilityID: Int] = [:]
    for (position, id) in used.enumerated() { positions[id] = position }
    return Derivation(
      root: packages[root.index],
      facts: used.map { fact(knowledge.incompatibilities[$0], positions) })
  }

  /// An incompatibility with all its direct and indirect causes, ascending.
  ///
  /// Causes have lower numbers.
  private func ancestors(of conclusion: IncompatibilityID) -> [IncompatibilityID] {
    var seen: Set<IncompatibilityID> = [conclusion]
    var open = [conclusion]
    while let next = open.popLast() {
      guard case .conflict(let one, let other) = knowledge.incompatibilities.cause(of: next) else {
        continue
      }
      for cause in [one, other] where seen.insert(cause).inserted { open.append(cause) }
    }
    return seen.sorted { $0.index < $1.index }
  }

  private func fact(
    _ incompatibility: Incompatibility, _ positions: [IncompatibilityID: Int]
  ) -> Derivation<Package, Versions, Provider.Reason>.Fact {
    .init(
      claims: incompatibility.terms.map { term in
        .init(
          package: packages[term.package.index], versions: sets[term.versions],
          isPositive: term.isPositive)
      },
      cause: cause(incompatibility.cause, positions))
  }

  private func cause(
    _ cause: Incompatibility.Cause, _ positions: [IncompatibilityID: Int]
  ) -> Derivation<Package, Versions, Provider.Reason>.Cause {
    switch cause {
    case .root: .root
    case .dependency: .dependency
    case .noVersions: .noVersions
    case .unusable(let reason): .unusable(reasons[reason])
    case .conflict(let one, let other):
      .derived(conflict: positions[one] ?? 0, other: positions[other] ?? 0)
    }
  }
}
