package import Ecosystem

/// A site with its opened project and dependencies, or with the problem of reading them.
package struct Inventory: Sendable {
  /// The project with its entry.
  package var configured: ConfiguredProject
  /// The project's files, read once for all stages; nil if there is a problem.
  package var opened: (any OpenProject)?
  /// Direct ones first, each kind sorted by name; empty if there is a problem.
  package var dependencies: [Dependency]
  /// The reason why the project can't be read, or the refusal of its entry.
  package var problem: Problem?

  /// Combines a project with its dependencies.
  package init(configured: ConfiguredProject, opened: any OpenProject, dependencies: [Dependency]) {
    self.configured = configured
    self.opened = opened
    self.dependencies = dependencies
  }

  /// Describes a project that can't be read.
  init(configured: ConfiguredProject, problem: Problem) {
    self.configured = configured
    self.dependencies = []
    self.problem = problem
  }
}

extension Inventory {
  /// Whether the files belong to something else.
  fileprivate var isOther: Bool {
    configured.ecosystem.description.matchesOtherFiles && problem == nil && dependencies.isEmpty
  }
}

extension World {
  /// Lists the dependencies that a site's entry claims, those marked as private that are.
  package func inventory(
    of opened: any OpenProject, at configured: ConfiguredProject
  ) async throws(Problem) -> Inventory {
    Inventory(
      configured: configured, opened: opened,
      dependencies: try await opened.dependencies().filter(configured.claims).map {
        $0.markedPrivate(
          in: configured.ecosystem.description, privateHosts,
          privateNames[configured.project.ecosystem] ?? [],
          isPrivate)
      })
  }

  /// Opens projects and lists their dependencies; each problem concerns one project.
  ///
  /// Files that turn out to belong to no project of the ecosystem are left out.
  package func read(_ configuredProjects: [ConfiguredProject], in tree: SourceTree) async
    -> [Inventory]
  {
    let projects = configuredProjects.filter { $0.entry.refusal == nil }.map(\.project)
    await tree.prefetch(projects.flatMap { [$0.manifest, $0.lock].compactMap(\.self) })
    let inventories = await concurrently(configuredProjects, limit: 8) { configured in
      if let refusal = configured.entry.refusal {
        return Inventory(configured: configured, problem: refusal)
      }
      do throws(Problem) {
        let opened = try await configured.ecosystem.open(configured.project, in: tree)
        return try await inventory(of: opened, at: configured)
      } catch {
        return Inventory(configured: configured, problem: error)
      }
    }
    return inventories.filter { !$0.isOther }
  }
}
