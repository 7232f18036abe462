/// A package manager: how its projects are found, read, resolved and edited.
///
/// The run treats all ecosystems alike. `open` reads a project's files once; everything that
/// depends on them is a method of `OpenProject`. An ecosystem runs no code of a repository and
/// writes nothing.
package protocol PackageEcosystem: Sendable {
  /// What the rest of martlet knows about it.
  var description: EcosystemDescription { get }

  /// Finds the projects in a list of paths, sorted by manifest.
  func discover(in paths: [String]) -> [Project]

  /// Finds manifests that are a project only if the configuration names their directory, since they
  /// could be parts of a project above.
  func discoverNamed(in paths: [String]) -> [Project]

  /// Returns the manifest of the project that a named one is a part of; nil for none.
  ///
  /// - Throws: a `Problem` for a manifest that can't be read.
  func parent(of project: Project, in tree: SourceTree) async throws(Problem) -> String?

  /// Finds the projects that are updated as a part of another one, which contains them and has their
  /// lock.
  ///
  /// For example, `Kit/Package.swift` has no lock, and a workspace above it resolves for it.
  ///
  /// - Returns: the projects with the locks, by the manifests of their parts.
  func wholes(of parts: [Project], in tree: SourceTree) async -> [String: Project]

  /// Returns whether the files of a project are those of this tool.
  ///
  /// Asked only if several tools share the ecosystem's identifier and more than one discovers the
  /// project; see `SharedEcosystem`.
  ///
  /// - Throws: a `Problem` if the files name no tool, or several.
  func serves(_ project: Project, in tree: SourceTree) async throws(Problem) -> Bool

  /// Returns what a tree makes of a project by more paths than `open` asks for, one element for each
  /// tool; empty if `open` asks for all that counts.
  ///
  /// `ProjectMemory` compares it.
  func forms(of project: Project, in tree: SourceTree) -> [Project?]

  /// Reads and parses a project's manifests, lock and settings.
  ///
  /// - Throws: a `Problem` for a file that can't be read or isn't understood.
  func open(_ project: Project, in tree: SourceTree) async throws(Problem) -> any OpenProject

  /// Fetches where a dependency is developed, and anything unusual about a step from one version to
  /// another.
  func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream

  /// Finds what a reviewer of a change should see first, without any request.
  func warnings(about change: Change) -> [Warning]

  /// Returns how sources import a dependency.
  func imports(of dependency: Dependency) -> ImportRule
}

extension PackageEcosystem {
  /// The identifier; `Project.ecosystem` refers to it.
  package var id: EcosystemID { description.id }

  /// Returns nothing: in most ecosystems each manifest is a project.
  package func discoverNamed(in paths: [String]) -> [Project] { [] }

  /// Returns nil: in most ecosystems each manifest is a project.
  package func parent(
    of project: Project, in tree: SourceTree
  ) async throws(Problem) -> String? { nil }

  /// Returns nothing: in most ecosystems each project has its own lock.
  package func wholes(
    of parts: [Project], in tree: SourceTree
  ) async -> [String: Project] { [:] }

  /// Returns nothing: most ecosystems have one tool.
  package func forms(of project: Project, in tree: SourceTree) -> [Project?] { [] }

  /// Returns true: most ecosystems have one tool.
  package func serves(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> Bool { true }

  /// Returns the repository that the dependency is fetched from.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    Upstream(addresses: [dependency.source].compactMap(\.self))
  }

  /// Returns nothing: the files of many tools name no publishers and no scripts.
  package func warnings(about change: Change) -> [Warning] { [] }

  /// Returns a rule without files: many dependencies aren't imported by sources.
  package func imports(of dependency: Dependency) -> ImportRule {
    ImportRule(endings: [], names: []) { _ in [] }
  }
}
