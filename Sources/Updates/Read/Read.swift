package import Ecosystem

/// A site with its opened project and dependencies, or with the problem of reading them.
package struct Inventory: Sendable {
  /// The project with its entry.
  package var site: Site
  /// The project's files, read once for all stages; nil if there is a problem.
  package var opened: (any OpenProject)?
  /// Direct ones first, each kind sorted by name; empty if there is a problem.
  package var dependencies: [Dependency]
  /// The reason why the project can't be read, or the refusal of its entry.
  package var problem: Problem?

  /// Combines a project with its dependencies.
  package init(site: Site, opened: any OpenProject, dependencies: [Dependency]) {
    self.site = site
    self.opened = opened
    self.dependencies = dependencies
  }

  /// Describes a project that can't be read.
  init(site: Site, problem: Problem) {
    self.site = site
    self.dependencies = []
    self.problem = problem
  }
}

extension Inventory {
  /// Whether the files belong to something else.
  fileprivate var isOther: Bool {
    site.ecosystem.description.matchesOtherFiles && problem == nil && dependencies.isEmpty
  }
}

extension World {
  /// Lists the dependencies that a site's entry claims, those marked as private that are.
  package func inventory(
    of opened: any OpenProject, at site: Site
  ) async throws(Problem) -> Inventory {
    Inventory(
      site: site, opened: opened,
      dependencies: try await opened.dependencies().filter(site.claims).map {
        $0.markedPrivate(
          in: site.ecosystem.description, privateHosts, privateNames[site.project.ecosystem] ?? [],
          isPrivate)
      })
  }

  /// Opens projects and lists their dependencies; each problem concerns one project.
  ///
  /// Files that turn out to belong to no project of the ecosystem are left out.
  package func read(_ sites: [Site], in tree: SourceTree) async -> [Inventory] {
    let projects = sites.filter { $0.entry.refusal == nil }.map(\.project)
    await tree.prefetch(projects.flatMap { [$0.manifest, $0.lock].compactMap(\.self) })
    let inventories = await concurrently(sites, limit: 8) { site in
      if let refusal = site.entry.refusal {
        return Inventory(site: site, problem: refusal)
      }
      do throws(Problem) {
        let opened = try await site.ecosystem.open(site.project, in: tree)
        return try await inventory(of: opened, at: site)
      } catch {
        return Inventory(site: site, problem: error)
      }
    }
    return inventories.filter { !$0.isOther }
  }
}
