package import Ecosystem
import Text

extension ProjectState {
  /// Whether the files belong to something else.
  fileprivate var isOther: Bool {
    configured.ecosystem.description.matchesOtherFiles && problem == nil && dependencies.isEmpty
  }
}

extension World {
  /// Lists the dependencies of an opened project that its entry claims, and marks private ones.
  package func read(
    _ configured: ConfiguredProject, from opened: any OpenProject
  ) async throws(Problem) -> ProjectState {
    let claimed = try await opened.dependencies().filter(configured.claims)
    let dependencies = claimed.map {
      $0.markedPrivate(
        in: configured.ecosystem.description, privateHosts,
        privateNames[configured.project.ecosystem] ?? [], isPrivate)
    }
    return ProjectState(configured, opened: opened, dependencies: dependencies)
  }

  /// Opens projects and lists their dependencies; each problem concerns one project.
  ///
  /// Files that turn out to belong to no project of the ecosystem are left out.
  package func read(
    _ configuredProjects: [ConfiguredProject], in tree: SourceTree
  ) async -> [ProjectState] {
    let projects = configuredProjects.filter { $0.entry.refusal == nil }.map(\.project)
    await tree.prefetch(projects.flatMap { [$0.manifest, $0.lock].compactMap(\.self) })
    let manifests = Set(configuredProjects.map(\.project.manifest))
    let states = await concurrently(configuredProjects, limit: 8) {
      (configured: ConfiguredProject) -> ProjectState? in
      if let refusal = configured.entry.refusal {
        return ProjectState(configured, problem: refusal)
      }
      do throws(Problem) {
        if configured.isNamed,
          let parent = try await configured.ecosystem.parent(of: configured.project, in: tree)
        {
          return manifests.contains(parent)
            ? nil : ProjectState(configured, problem: .member(configured.project, parent))
        }
        let opened = try await configured.ecosystem.open(configured.project, in: tree)
        return try await read(configured, from: opened)
      } catch {
        return ProjectState(configured, problem: error)
      }
    }
    return states.compactMap(\.self).filter { !$0.isOther }
  }
}

extension Problem {
  /// Refuses the directory of a workspace's member, which has no lock of its own.
  fileprivate static func member(_ project: Project, _ parent: String) -> Problem {
    let folder = parent.slashParts().dropLast().joined(separator: "/")
    return Problem(
      .refused, "belongs to the workspace of \(parent), whose lock has its versions",
      subject: project.manifest,
      advice: "name the directory /\(folder) in dependabot.yml, which updates all members")
  }
}
