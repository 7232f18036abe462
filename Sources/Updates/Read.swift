package import Ecosystem

/// A site with its dependencies, or with what kept them from being read.
package struct Inventory: Sendable {
  package var site: Site
  package var dependencies: [Dependency]
  package var problem: Problem?

  /// Joins a site with what stands there.
  package init(site: Site, dependencies: [Dependency], problem: Problem? = nil) {
    self.site = site
    self.dependencies = dependencies
    self.problem = problem
  }
}

extension World {
  /// Reads manifests and locks; one that cannot be read stops none of the others.
  package func read(_ sites: [Site], in tree: SourceTree) async -> [Inventory] {
    await concurrently(sites, limit: 8) { site in
      if let refusal = site.entry.refusal {
        return Inventory(site: site, dependencies: [], problem: refusal)
      }
      do throws(Problem) {
        let dependencies = try await site.ecosystem.read(site.project, in: tree)
        return Inventory(site: site, dependencies: dependencies)
      } catch {
        return Inventory(site: site, dependencies: [], problem: error)
      }
    }
  }
}
