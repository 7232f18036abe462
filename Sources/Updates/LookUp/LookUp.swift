import Advisories
package import Ecosystem
import Store
import Time

/// A site with the candidate versions of its dependencies.
package struct Survey: Sendable {
  /// The project with its entry, whose rules apply.
  package var configured: ConfiguredProject
  /// The project's files, read once for all stages; nil if there is a problem.
  package var opened: (any OpenProject)?
  /// One for each dependency, in the same order; empty if there is a problem.
  package var candidateSets: [CandidateSet]
  /// All versions of each dependency, oldest first.
  package var order: [String: [String]]
  /// The reason why the project can't be read.
  package var problem: Problem?
  /// The reason why advisories are incomplete; nil if they are complete or weren't needed.
  package var notice: String?

  /// Combines a project with its assessments.
  package init(
    configured: ConfiguredProject, candidateSets: [CandidateSet], order: [String: [String]],
    problem: Problem? = nil
  ) {
    self.configured = configured
    self.candidateSets = candidateSets
    self.order = order
    self.problem = problem
  }
}

extension RepositoryPass {
  /// Fetches the releases and advisories of all dependencies, and reports what failed.
  func lookUp(
    _ inventories: [Inventory], _ report: inout RepositoryReport
  ) async -> [Survey] {
    let surveys = await world.lookUp(inventories)
    report.problems += surveys.compactMap(\.problem)
    report.notices =
      (report.notices + surveys.compactMap(\.notice) + surveys.flatMap(\.registryNotices)).unique
    return surveys
  }
}

extension World {
  /// Fetches the releases that a pass needs, and the advisories for all projects at once.
  ///
  /// A pass does nothing with releases of indirect dependencies that a rule excludes and no advisory
  /// affects. Most packages of a lock are such ones, so they cost no request.
  package func lookUp(_ inventories: [Inventory]) async -> [Survey] {
    async let advised = advisories(inventories.flatMap(\.advisedVersions).unique)
    let found = await concurrently(inventories, limit: 4) {
      await search(for: $0, includingExcluded: false)
    }
    let answer = await advised
    let surveys = await concurrently(Array(zip(inventories, found)), limit: 4) { inventory, found in
      survey(inventory, await searchAffected(found, of: inventory, answer), answer)
    }
    return await concurrently(surveys, limit: 4) { await $0.addingMigrationHints(of: self) }
  }

  /// Fetches the releases of every dependency; each failure concerns one dependency.
  package func lookUp(_ inventory: Inventory) async -> Survey {
    async let advised = advisories(inventory.advisedVersions.unique)
    let found = await search(for: inventory, includingExcluded: true)
    return await survey(inventory, found, await advised).addingMigrationHints(of: self)
  }

  private func survey(
    _ inventory: Inventory, _ found: [Found], _ answer: AdvisoryAnswer
  ) -> Survey {
    let candidateSets = found.map { found in
      if let rule = found.rule { return CandidateSet(of: found.dependency, excludedBy: rule) }
      return CandidateSet(
        found.dependency, releases: found.releases, policy: inventory.configured.entry.policy,
        firstSeen: found.firstSeen, now: now(),
        advisories: inventory.advisories(about: found.dependency, answer))
    }
    let order = found.map { ($0.dependency.name, $0.releases.map(\.version)) }
    var survey = Survey(
      configured: inventory.configured, candidateSets: candidateSets,
      order: Dictionary(order) { first, _ in first },
      problem: inventory.problem)
    survey.opened = inventory.opened
    survey.notice = inventory.advisedVersions.isEmpty ? nil : answer.notice
    return survey
  }

  /// A dependency with its releases.
  private struct Found: Sendable {
    var dependency: Dependency
    var releases: [Release] = []
    var firstSeen: [String: Timestamp] = [:]
    /// The rule that excludes it, if its releases weren't requested; nil if they were.
    var rule: String?
  }

  /// Fetches the releases of all dependencies, or of those that no rule excludes.
  private func search(for inventory: Inventory, includingExcluded: Bool) async -> [Found] {
    guard let opened = inventory.opened else { return [] }
    return await concurrently(inventory.dependencies, limit: 16) { dependency in
      if !includingExcluded, let rule = inventory.rule(excluding: dependency) {
        return Found(dependency: dependency, rule: rule)
      }
      return await search(for: dependency, of: opened, at: inventory.configured)
    }
  }

  /// Fetches the releases of excluded dependencies that an advisory affects.
  private func searchAffected(
    _ found: [Found], of inventory: Inventory, _ answer: AdvisoryAnswer
  ) async -> [Found] {
    guard let opened = inventory.opened else { return found }
    return await concurrently(found, limit: 16) { found in
      guard found.rule != nil, inventory.isAffected(found.dependency, answer) else { return found }
      return await search(for: found.dependency, of: opened, at: inventory.configured)
    }
  }

  private func search(
    for dependency: Dependency, of opened: any OpenProject, at configured: ConfiguredProject
  ) async -> Found {
    guard dependency.problem == nil else { return Found(dependency: dependency) }
    do {
      var releases = try await opened.releases(of: dependency)
      if dependency.current == nil, configured.project.lock != nil {
        // A dependency that isn't in the lock must be locked by a person first.
        for index in releases.indices { releases[index].step = nil }
      }
      if configured.entry.policy.pins, releases.allSatisfy({ !$0.isProposable }),
        let pinning = try await opened.pinning(of: dependency)
      {
        releases.append(pinning)
      }
      let seen = try await firstSeen(releases, of: dependency, at: configured)
      return Found(dependency: dependency, releases: releases, firstSeen: seen)
    } catch {
      var broken = dependency
      broken.problem =
        error as? Problem ?? Problem(.failed, "the state cannot be read", subject: "\(error)")
      return Found(dependency: broken)
    }
  }

  /// Records when versions without a release date were first seen.
  private func firstSeen(
    _ releases: [Release], of dependency: Dependency, at configured: ConfiguredProject
  ) async throws -> [String: Timestamp] {
    let ageless = releases.filter { $0.published == nil }
    guard !ageless.isEmpty, ageless.contains(where: { policyDelays($0, dependency, configured) })
    else {
      return [:]
    }
    let source = "\(configured.project.ecosystem.rawValue) \(dependency.source ?? dependency.name)"
    return try await store.firstSeen(ageless.map(\.version), of: source, now: now())
  }

  private func policyDelays(
    _ release: Release, _ dependency: Dependency, _ configured: ConfiguredProject
  ) -> Bool {
    configured.entry.policy.cooldown(dependency, release) > .zero
  }
}

extension Survey {
  /// Returns this survey with releases that the project's registry doesn't have.
  fileprivate func addingMigrationHints(of world: World) async -> Survey {
    let found = await world.migrationHints(candidateSets, of: opened)
    let frozen = world.frozen(candidateSets, of: opened)
    var survey = self
    for index in survey.candidateSets.indices {
      let name = survey.candidateSets[index].dependency.name
      survey.candidateSets[index].migrationHint = found[name]
      survey.candidateSets[index].frozen = frozen[name]
    }
    return survey
  }

  /// What a pass reports about registries: that one is read-only, and releases that it doesn't have.
  fileprivate var registryNotices: [String] {
    let releases = candidateSets.compactMap { candidateSet in
      candidateSet.migrationHint.map { "\(candidateSet.dependency.name): \($0.sentence)" }
    }
    return [freezeNotice].compactMap(\.self)
      + releases.map { "\(configured.project.manifest): \($0)" }
  }
}

extension Release {
  /// Whether a version update can propose it, if the policy allows it.
  fileprivate var isProposable: Bool {
    step != nil && !isPrerelease && !isWithdrawn && heldBack == nil
  }
}
