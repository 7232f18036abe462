package import Ecosystem

/// A project of a repository with the entry that configures it.
package struct ConfiguredProject: Sendable {
  /// A project in the tree of the checkout.
  package var project: Project
  /// The ecosystem that discovered the project.
  package var ecosystem: any PackageEcosystem
  /// The first entry of the file that covers the project.
  package var entry: Entry
  /// The index of the entry in the file.
  package var entryIndex: Int
  /// Whether it is a project only because the entry names its directory.
  package var isNamed = false
  /// The project of the workspace that `project` is a member of; nil for others.
  ///
  /// It is read and changed instead, restricted to the requirements of the member.
  package var workspace: Project?
  /// Returns whether the entry configures a dependency; several entries can share a project.
  package var claims: @Sendable (Dependency) -> Bool

  /// Configures a project.
  package init(
    project: Project, ecosystem: any PackageEcosystem, entry: Entry, entryIndex: Int = 0,
    claims: @escaping @Sendable (Dependency) -> Bool = { _ in true }
  ) {
    self.project = project
    self.ecosystem = ecosystem
    self.entry = entry
    self.entryIndex = entryIndex
    self.claims = claims
  }

  /// Identifies the project and its entry among what a pass reads.
  ///
  /// - Parameter branch: the branch of the checkout.
  /// - Returns: a text such as `main npm package.json 0`.
  func subject(on branch: String) -> String {
    "\(branch) \(project.ecosystem.rawValue) \(project.manifest) \(entryIndex)"
  }
}

extension ConfiguredProject {
  /// Opens the project, or the workspace that it is a member of.
  func open(in tree: SourceTree) async throws(Problem) -> any OpenProject {
    try await ecosystem.open(workspace ?? project, in: tree)
  }

  /// Returns the dependencies that the opened project has and the entry configures, without the
  /// requirements of excluded files; of a workspace's member, those that its own manifest requires.
  ///
  /// - Parameters:
  ///   - opened: the project.
  ///   - names: the names to list; nil for all.
  /// - Returns: the dependencies in the order of the project.
  /// - Throws: a `Problem` with the project's files.
  func dependencies(
    of opened: any OpenProject, named names: Set<String>? = nil
  ) async throws(Problem) -> [Dependency] {
    let listed =
      if let names {
        try await opened.dependencies(named: names)
      } else {
        try await opened.dependencies()
      }
    let all = listed.filter(claims)
    let order = ecosystem.description.versions
    return all.compactMap { dependency in
      if workspace != nil, dependency.requirements.isEmpty { return nil }
      return dependency.restricted(by: order) { requirement in
        !entry.excludes(requirement.manifest)
          && (workspace == nil || requirement.manifest == project.manifest)
      }
    }
  }
}
