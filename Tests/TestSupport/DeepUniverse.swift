package import Resolution

/// A chain of packages whose conflicts are found at its end only.
///
/// Version `n` of a package requires version `n` of the next one, and the last package has version 1
/// only. So each of the other versions of the first package fails after all packages of the chain have
/// been decided:
///
///     root -> 1 (any) -> 2 (the same version) -> ... -> 200 (version 1 only)
package struct DeepUniverse: DependencyProvider {
  /// Versions are whole numbers.
  package typealias Versions = VersionRanges<Int>

  /// The number of packages, without the root.
  package static let count = 200
  /// The versions of each package except for the last one.
  package static let releases = Array(1...50)

  /// Creates the universe, which is always the same.
  package init() {}

  /// Creates a solver for the root.
  package static func solver() -> Solver<DeepUniverse> {
    Solver(root: 0, at: 50, provider: DeepUniverse())
  }

  /// Gives priority to the package with the fewest remaining versions.
  package func priority(of package: Int, in versions: Versions) -> Answer<Priority, Never> {
    .known(Priority(count: versions.count(in: releases(of: package))))
  }

  /// Chooses the highest version.
  package func choice(
    of package: Int, in versions: Versions
  ) -> Answer<Choice<Int, Never>, Never> {
    let best = releases(of: package).last { versions.contains($0) }
    return .known(best.map(Choice.version) ?? .none)
  }

  /// Requires the same version of the next package.
  package func constraints(
    of package: Int, at version: Int
  ) -> Answer<[Constraint<Int, Versions, Never>], Never> {
    if package == Self.count { return .known([]) }
    let range = package == 0 ? Versions.all : .exactly(version)
    return .known([.dependency(of: .exactly(version), on: package + 1, range)])
  }

  private func releases(of package: Int) -> [Int] { package == Self.count ? [1] : Self.releases }
}
