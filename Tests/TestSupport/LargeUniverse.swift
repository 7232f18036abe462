package import Resolution

/// A thousand packages with fifty versions each, for benchmarks of the solver and limits on its
/// work.
///
/// Package `n` depends on some of the packages after it. Every third version has narrow
/// requirements, so that there are conflicts.
package struct LargeUniverse: DependencyProvider {
  /// Versions are whole numbers.
  package typealias Versions = VersionRanges<Int>

  /// The number of packages, including the root.
  package static let count = 1000
  /// The versions of each package.
  package static let releases = Array(1...50)

  /// Creates the universe, which is always the same.
  package init() {}

  /// Creates a solver for the first package.
  package static func solver() -> Solver<LargeUniverse> {
    Solver(root: 0, at: 50, provider: LargeUniverse())
  }

  /// Gives priority to the package with the fewest remaining versions.
  package func priority(of package: Int, in versions: Versions) -> Answer<Priority, Never> {
    .known(Priority(count: versions.count(in: Self.releases)))
  }

  /// Chooses the highest version.
  package func choice(
    of package: Int, in versions: Versions
  ) -> Answer<Choice<Int, Never>, Never> {
    let best = Self.releases.last { versions.contains($0) }
    return .known(best.map(Choice.version) ?? .none)
  }

  /// Derives ranges from the two numbers only, so that every run is identical.
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
