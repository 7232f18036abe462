import Configuration
package import Ecosystem
import Forges
import Store
import Time

/// What a repository learns from the others about releases: results of checks, and its place in the
/// rollout.
package struct FleetKnowledge: Sendable {
  let repository: RepositoryID
  let settings: FleetSettings
  let store: StateStore
  let now: Timestamp

  /// Whether the repository gets new versions first.
  private var isCanary: Bool {
    settings.rollout?.canaries.include(repository.name.description) ?? false
  }

  /// Returns what results in other repositories mean for the newer releases of a dependency.
  ///
  /// - Parameters:
  ///   - releases: the releases of the dependency.
  ///   - dependency: the dependency before the update.
  ///   - ecosystem: its ecosystem.
  /// - Returns: the facts by version.
  /// - Throws: `DatabaseError`.
  package func facts(
    about releases: [Release], of dependency: Dependency, in ecosystem: EcosystemID
  ) async throws -> [String: FleetFacts] {
    let newer = releases.filter { $0.step != nil && !$0.isWithdrawn }
    guard let current = dependency.current, !newer.isEmpty else { return [:] }
    let origin = StepOrigin(ecosystem: ecosystem.rawValue, name: dependency.name, from: current)
    let found = try await store.evidence(about: [origin], for: repository)
    let firstSeen = try await firstSeen(newer, origin)
    var facts: [String: FleetFacts] = [:]
    for release in newer {
      let known = found.first {
        $0.step.to == release.version || $0.step.to == release.actualVersion
      }
      let evidence =
        known
        ?? StepEvidence(
          step: PackageStep(
            ecosystem: origin.ecosystem, name: origin.name, from: current, to: release.version))
      facts[release.version] = self.facts(
        evidence, seen: firstSeen[release.version] ?? now)
    }
    return facts
  }

  /// When versions were first seen by a repository of the same owner, if waves depend on it.
  private func firstSeen(
    _ releases: [Release], _ origin: StepOrigin
  ) async throws -> [String: Timestamp] {
    guard settings.rollout != nil, !isCanary else { return [:] }
    return try await store.firstSeen(
      releases.map(\.version), of: "rollout \(origin.ecosystem) \(origin.name)", now: now)
  }

  private func facts(_ evidence: StepEvidence, seen: Timestamp) -> FleetFacts {
    var facts = FleetFacts()
    if settings.usesEvidence {
      facts.isGreenElsewhere = evidence.green > 0 && evidence.red + evidence.reverted == 0
    }
    // A repository that has a pull request for it keeps it.
    guard evidence.own == nil else { return facts }
    if settings.usesEvidence { facts.objection = evidence.objection }
    if facts.objection == nil, let rollout = settings.rollout, !isCanary {
      let stage = RolloutStage(rollout, wave: rollout.wave(of: repository), now: now)
      facts.objection = stage.objection(evidence, seen: seen)
    }
    return facts
  }
}

extension RepositoryPass {
  /// What other repositories know; nil if the operator's file doesn't ask for it.
  func fleetKnowledge(of repository: RepositoryID) -> FleetKnowledge? {
    guard world.fleet.collectsResults else { return nil }
    return FleetKnowledge(
      repository: repository, settings: world.fleet, store: world.store, now: world.now())
  }
}
