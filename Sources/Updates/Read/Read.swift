package import Ecosystem

/// A site with its dependencies, or with what kept them from being read.
package struct Inventory: Sendable {
  /// Where it was read.
  package var site: Site
  /// Direct ones first, each by name; empty where there is a problem.
  package var dependencies: [Dependency]
  /// What kept the site as a whole from being read, the entry's refusal included; nil: nothing did.
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
    let projects = sites.filter { $0.entry.refusal == nil }.map(\.project)
    await tree.prefetch(projects.flatMap { [$0.manifest, $0.lock].compactMap(\.self) })
    return await concurrently(sites, limit: 8) { site in
      if let refusal = site.entry.refusal {
        return Inventory(site: site, dependencies: [], problem: refusal)
      }
      do throws(Problem) {
        let dependencies = try await site.ecosystem.read(site.project, in: tree)
        return Inventory(
          site: site,
          dependencies: dependencies.filter(site.claims).map {
            $0.discreet(
              in: site.project, privateHosts, privateNames[site.project.ecosystem] ?? [],
              isPrivate)
          })
      } catch {
        return Inventory(site: site, dependencies: [], problem: error)
      }
    }
  }
}
