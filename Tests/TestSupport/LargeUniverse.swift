package import Resolution

/// A thousand packages of fifty versions each, for measuring the solver and for bounding its work.
///
/// Package `n` needs some of those after it; every third release is narrow in what it asks for, so
/// that there is something to take back.
package struct LargeUniverse: DependencyProvider {
  /// Whole numbers.
  package typealias Versions = VersionRanges<Int>

  /// How many packages there are, the root included.
  package static let count = 1000
  /// The versions of each package.
  package static let releases = Array(1...50)

  /// Makes the one universe there is.
  package init() {}

  /// Starts a search from the first package.
  package static func solver() -> Solver<LargeUniverse> {
    Solver(root: 0, at: 50, provider: LargeUniverse())
  }

  /// Lets the package with the fewest versions left go first.
  package func priority(of package: Int, in versions: Versions) -> Answer<Priority, Never> {
    .known(Priority(count: versions.count(in: Self.releases)))
  }

  /// Prefers the highest.
  package func choice(
    of package: Int, in versions: Versions
  ) -> Answer<Choice<Int, Never>, Never> {
    let best = Self.releases.last { versions.contains($0) }
    return .known(best.map(Choice.version) ?? .none)
  }

  /// Makes ranges of the two numbers alone, so that every run sees the same.
  package func constraints(
    of package: Int, at version: Int
  ) -> Answer<[Constraint<Int, Versions, Never>], Never> {
    var constraints: [Constraint<Int, Versions, Never>] = []
    for step in [1, 2, 3, 17, 101] where package + step < Self.count {
      let low = (package * 7 + version * 3 + step) % 30
      let range = Versions.from(low, to: low + (version % 3 == 0 ? 12 : 40))
      constraints.append(.dependency(of: .exactly(version), on: package + step, range))
    }
    return .known(constraints)
  }
}
