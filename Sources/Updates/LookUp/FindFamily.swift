import Configuration
import Ecosystem

extension World {
  /// The names of the groups that families of an entry can have.
  func familyNames(for entry: Entry) -> [String] {
    guard entry.groups.contains(where: { $0.groupBy == .family }) else { return [] }
    let known = ecosystems.map(\.description).filter { entry.selects($0.id) }.flatMap(\.families)
    return (families.map(\.family) + known).map(\.name)
  }

  /// Finds the family of packages that a dependency is released with.
  ///
  /// The registry is asked only about a dependency whose name matches that of a family, and only if there is a
  /// newer release.
  ///
  /// - Returns: the name of the first family; nil without a family, or if the registry names no
  ///   repository.
  func family(
    of dependency: Dependency, _ releases: [Release], at configured: ConfiguredProject
  ) async throws(Problem) -> String? {
    let description = configured.ecosystem.description
    let own = families.filter { $0.concerns(configured.project.ecosystem) }.map(\.family)
    let names = Set([dependency.registryName ?? dependency.name])
    let matching = (own + description.families).filter { family in
      family.patterns.contains { pattern in
        names.contains { NamePattern(pattern).matches($0) }
      }
    }
    guard !matching.isEmpty, let newest = releases.last(where: { $0.step != nil }) else {
      return nil
    }
    let upstream = try await configured.ecosystem.upstream(
      of: dependency, from: dependency.current ?? newest.version, to: newest.version)
    return matching.first { $0.isDeveloped(at: upstream.addresses) }?.name
  }
}
