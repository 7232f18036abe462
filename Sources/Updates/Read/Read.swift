package import Ecosystem
import Synchronization

extension ProjectState {
  /// Whether the files belong to something else.
  fileprivate var isOther: Bool {
    configured.ecosystem.description.matchesOtherFiles && problem == nil && dependencies.isEmpty
  }
}

extension World {
  /// Lists the dependencies of an opened project that its entry claims, and marks private ones.
  ///
  /// - Parameters:
  ///   - configured: the project.
  ///   - opened: the same project, opened.
  ///   - names: the names to list; nil for all.
  /// - Returns: the project with these dependencies.
  /// - Throws: a `Problem` with the project's files.
  package func read(
    _ configured: ConfiguredProject, from opened: any OpenProject,
    named names: Set<String>? = nil
  ) async throws(Problem) -> ProjectState {
    let claimed = try await configured.dependencies(of: opened, named: names)
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
    let projects = configuredProjects.filter { $0.entry.refusal == nil && !knows($0, in: tree) }
      .map(\.project)
    await tree.prefetch(projects.flatMap { [$0.manifest, $0.lock].compactMap(\.self) })
    let manifests = Set(configuredProjects.map(\.project.manifest))
    let wholes = Wholes(tree.paths)
    let states = await concurrently(configuredProjects, limit: 8) {
      (configured: ConfiguredProject) -> ProjectState? in
      if let refusal = configured.entry.refusal {
        return ProjectState(configured, problem: refusal)
      }
      do throws(Problem) {
        var configured = configured
        if configured.isNamed,
          let parent = try await configured.ecosystem.parent(of: configured.project, in: tree)
        {
          if manifests.contains(parent) { return nil }
          configured.join(wholes.project(parent, of: configured.ecosystem))
        }
        return try await read(configured, from: open(configured, in: tree))
      } catch {
        return ProjectState(configured, problem: error)
      }
    }
    return states.compactMap(\.self).filter { !$0.isOther }
  }
}

extension World {
  /// The memory, if it belongs to the ecosystem of a project; nil without one.
  ///
  /// An entry with a selection of registries, or with rules for files of its own, has other ecosystems.
  private func memory(of configured: ConfiguredProject) -> ProjectMemory? {
    configured.entry.ecosystems == nil && configured.entry.custom.isEmpty ? memory : nil
  }

  private func knows(_ configured: ConfiguredProject, in tree: SourceTree) -> Bool {
    memory(of: configured)?.knows(
      configured.workspace ?? configured.project, of: configured.ecosystem, in: tree) ?? false
  }

  /// Opens a project, or one with the same files that was opened before.
  private func open(
    _ configured: ConfiguredProject, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    guard let memory = memory(of: configured) else { return try await configured.open(in: tree) }
    return try await memory.open(
      configured.workspace ?? configured.project, of: configured.ecosystem, in: tree)
  }

  /// Returns what an ecosystem warns about in a change.
  func warnings(of ecosystem: any PackageEcosystem, about change: Ecosystem.Change) -> [Warning] {
    memory?.warnings(of: ecosystem, about: change) ?? ecosystem.warnings(about: change)
  }
}

/// The projects of a tree by manifest, found once for each ecosystem.
private final class Wholes: Sendable {
  private let paths: [String]
  private let known = Mutex<[EcosystemID: [String: Project]]>([:])

  init(_ paths: [String]) {
    self.paths = paths
  }

  func project(_ manifest: String, of ecosystem: any PackageEcosystem) -> Project? {
    known.withLock { known in
      let id = ecosystem.description.id
      if let projects = known[id] { return projects[manifest] }
      let pairs = ecosystem.discover(in: paths).map { ($0.manifest, $0) }
      let projects = Dictionary(pairs) { first, _ in first }
      known[id] = projects
      return projects[manifest]
    }
  }
}

extension ConfiguredProject {
  /// Makes the project a member of a workspace, with its lock.
  fileprivate mutating func join(_ workspace: Project?) {
    self.workspace = workspace
    if let workspace { project.lock = workspace.lock }
  }
}
