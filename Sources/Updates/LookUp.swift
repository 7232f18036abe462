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
  /// Asks the registries about the dependencies of all projects.
  package func lookUp(_ inventories: [Inventory], in tree: SourceTree) async -> [Survey] {
    await concurrently(inventories, limit: 4) { await lookUp($0, in: tree) }
  }

  /// Asks the registries about every dependency; one that gives no answer stops no other.
  package func lookUp(_ inventory: Inventory, in tree: SourceTree) async -> Survey {
    let found = await concurrently(inventory.dependencies, limit: 16) { dependency in
      await lookUp(dependency, at: inventory.site, in: tree)
    }
    let order = found.map { ($0.outlook.dependency.name, $0.versions) }
    return Survey(
      site: inventory.site, outlooks: found.map(\.outlook),
      order: Dictionary(order) { first, _ in first }, problem: inventory.problem)
  }

  private func lookUp(
    _ dependency: Dependency, at site: Site, in tree: SourceTree
  ) async -> (outlook: Outlook, versions: [String]) {
    let policy = site.entry.policy
    guard dependency.problem == nil else {
      return (Outlook(dependency, releases: [], policy: policy, now: now()), [])
    }
    do {
      var releases = try await site.ecosystem.releases(
        of: dependency, in: site.project, tree: tree)
      if dependency.current == nil, site.project.lock != nil {
        // What the lock does not hold has to be locked first, by a person.
        for index in releases.indices { releases[index].step = nil }
      }
      let seen = try await firstSeen(releases, of: dependency, at: site)
      let outlook = Outlook(
        dependency, releases: releases, policy: policy, firstSeen: seen, now: now())
      return (outlook, releases.map(\.version))
    } catch {
      var broken = dependency
      broken.problem =
        error as? Problem ?? Problem(.failed, "the state cannot be read", subject: "\(error)")
      return (Outlook(broken, releases: [], policy: policy, now: now()), [])
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
