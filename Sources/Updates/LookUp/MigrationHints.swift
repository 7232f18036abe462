import Ecosystem
import Time

extension World {
  /// The number of dependencies of a project whose repositories are looked at.
  private static let hintLimit = 100
  /// The time after which no further repository is looked at, in case a host doesn't respond.
  private static let hintTime = Duration.seconds(20)

  /// Looks for newer releases that the registry of a project doesn't have, and never will once it is
  /// read-only.
  ///
  /// Only direct dependencies are looked at for which the registry has nothing newer: up to three
  /// requests each, for the metadata of the current version, the tags, and one manifest.
  ///
  /// - Returns: the releases by the name of the dependency.
  func migrationHints(
    _ candidateSets: [CandidateSet], of opened: (any OpenProject)?
  ) async -> [String: MigrationHint] {
    guard let project = opened as? any MigratingProject, let registry = project.frozenRegistry,
      let destination = migrationDestination
    else { return [:] }
    let candidates = candidateSets.filter { candidateSet in
      candidateSet.dependency.kind == .direct && candidateSet.dependency.problem == nil
        && project.isFrozen(candidateSet.dependency) && candidateSet.candidates.isEmpty
        && candidateSet.held == nil
    }
    let end = now() + Self.hintTime
    let found = await concurrently(Array(candidates.prefix(Self.hintLimit)), limit: 8) {
      await migrationHint($0.dependency, project, registry, destination, until: end)
    }
    let pairs = zip(candidates, found).compactMap { candidateSet, found in
      found.map { (candidateSet.dependency.name, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func migrationHint(
    _ dependency: Dependency, _ project: any MigratingProject, _ registry: FrozenRegistry,
    _ destination: any MigrationDestination, until end: Timestamp
  ) async -> MigrationHint? {
    guard let current = dependency.current else { return nil }
    let description = destination.description
    do throws(Problem) {
      guard now() < end else { throw Problem(.failed, "other repositories took too long") }
      guard let repository = try await project.repository(of: dependency),
        let newest = try await destination.newest(in: repository, after: current)
      else { return nil }
      return MigrationHint(
        version: newest, ecosystem: description.id,
        sentence: "its newest release, \(newest), is only on \(description.displayName); "
          + "\(registry.name) has \(current)")
    } catch {
      return MigrationHint(
        version: nil, ecosystem: description.id,
        sentence: "it is unknown whether \(description.displayName) has a newer release: "
          + "\(error.subject.map { "\($0) " } ?? "")\(error.message)")
    }
  }

  /// Finds the dependencies whose registry takes no new releases; none before that day.
  ///
  /// - Returns: the sentences that say so, by the name of the dependency.
  func frozen(_ candidateSets: [CandidateSet], of opened: (any OpenProject)?) -> [String: String] {
    guard let project = opened as? any MigratingProject, let registry = project.frozenRegistry,
      now() >= registry.since
    else { return [:] }
    let names = candidateSets.map(\.dependency).filter(project.isFrozen).map(\.name)
    let sentence = "\(registry.name) is read-only since \(registry.since.date)"
    return Dictionary(names.map { ($0, sentence) }) { first, _ in first }
  }
}

extension ProjectState {
  /// Says that a registry of the project takes no new releases; nil if all do.
  package var freezeNotice: String? {
    let frozen = candidateSets.compactMap(\.frozen)
    guard let sentence = frozen.first else { return nil }
    return "\(configured.project.manifest): \(sentence): "
      + "\(frozen.count) \(frozen.count == 1 ? "dependency gets" : "dependencies get") "
      + "no new releases there"
  }
}
