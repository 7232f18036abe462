import Advisories
package import Ecosystem
import Store

/// A site with what its dependencies could become.
package struct Survey: Sendable {
  /// Where the dependencies stand, and which rules they were judged by.
  package var site: Site
  /// One for each dependency that was read, in the same order; empty where there is a problem.
  package var outlooks: [Outlook]
  /// All versions of each dependency, oldest first.
  package var order: [String: [String]]
  /// What kept the whole site from being read.
  package var problem: Problem?
  /// What of the advisories could not be read; nil: all were, or none were asked for.
  package var notice: String?

  /// Joins a site with its outlooks.
  package init(
    site: Site, outlooks: [Outlook], order: [String: [String]], problem: Problem? = nil
  ) {
    self.site = site
    self.outlooks = outlooks
    self.order = order
    self.problem = problem
  }
}

extension World {
  /// Asks the registries about the dependencies of all projects, and once for all of them what
  /// advisories hit.
  package func lookUp(_ inventories: [Inventory], in tree: SourceTree) async -> [Survey] {
    async let advised = advisories(inventories.flatMap(\.advisedVersions).unique)
    let found = await concurrently(inventories, limit: 4) { await search(for: $0, in: tree) }
    let answer = await advised
    return zip(inventories, found).map { survey($0, $1, answer) }
  }

  /// Asks the registries about every dependency; one that gives no answer stops no other.
  package func lookUp(_ inventory: Inventory, in tree: SourceTree) async -> Survey {
    async let advised = advisories(inventory.advisedVersions.unique)
    let found = await search(for: inventory, in: tree)
    return survey(inventory, found, await advised)
  }

  private func survey(
    _ inventory: Inventory, _ found: [Found], _ answer: AdvisoryAnswer
  ) -> Survey {
    let outlooks = found.map { found in
      Outlook(
        found.dependency, releases: found.releases, policy: inventory.site.entry.policy,
        firstSeen: found.firstSeen, now: now(),
        advisories: inventory.advisories(about: found.dependency, answer))
    }
    let order = found.map { ($0.dependency.name, $0.releases.map(\.version)) }
    var survey = Survey(
      site: inventory.site, outlooks: outlooks, order: Dictionary(order) { first, _ in first },
      problem: inventory.problem)
    survey.notice = inventory.advisedVersions.isEmpty ? nil : answer.notice
    return survey
  }

  /// A dependency with what its registry has.
  private struct Found: Sendable {
    var dependency: Dependency
    var releases: [Release] = []
    var firstSeen: [String: Int64] = [:]
  }

  private func search(for inventory: Inventory, in tree: SourceTree) async -> [Found] {
    await concurrently(inventory.dependencies, limit: 16) { dependency in
      await search(for: dependency, at: inventory.site, in: tree)
    }
  }

  private func search(
    for dependency: Dependency, at site: Site, in tree: SourceTree
  ) async -> Found {
    guard dependency.problem == nil else { return Found(dependency: dependency) }
    do {
      var releases = try await site.ecosystem.releases(
        of: dependency, in: site.project, tree: tree)
      if dependency.current == nil, site.project.lock != nil {
        // What the lock does not hold has to be locked first, by a person.
        for index in releases.indices { releases[index].step = nil }
      }
      let seen = try await firstSeen(releases, of: dependency, at: site)
      return Found(dependency: dependency, releases: releases, firstSeen: seen)
    } catch {
      var broken = dependency
      broken.problem =
        error as? Problem ?? Problem(.failed, "the state cannot be read", subject: "\(error)")
      return Found(dependency: broken)
    }
  }

  /// Remembers when versions turned up whose registry does not tell.
  private func firstSeen(
    _ releases: [Release], of dependency: Dependency, at site: Site
  ) async throws -> [String: Int64] {
    let ageless = releases.filter { $0.published == nil }
    guard !ageless.isEmpty, ageless.contains(where: { policyDelays($0, dependency, site) }) else {
      return [:]
    }
    let source = "\(site.project.ecosystem.rawValue) \(dependency.source ?? dependency.name)"
    return try await store.firstSeen(ageless.map(\.version), of: source, now: now())
  }

  private func policyDelays(_ release: Release, _ dependency: Dependency, _ site: Site) -> Bool {
    site.entry.policy.cooldown(dependency, release) > 0
  }
}
