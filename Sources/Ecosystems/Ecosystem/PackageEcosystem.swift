/// What every ecosystem answers; the run knows no other difference between them.
///
/// Each verb is a stage of the run and a file of the ecosystem's folder: `Discover`, `Read`,
/// `LookUp`, `Resolve` with `Edit` behind `change`, and `Explain`. None of them runs code of a
/// repository, and none changes anything.
package protocol PackageEcosystem: Sendable {
  /// The name under which entries ask for it, and by which a project finds back to it.
  var name: EcosystemName { get }

  /// Finds the projects that a tree's file listing shows, sorted by manifest.
  func discover(in paths: [String]) -> [Project]

  /// Reads a project's manifest and lock: its dependencies, direct ones first, each by name.
  func read(_ project: Project, in tree: SourceTree) async throws(Problem) -> [Dependency]

  /// Whether the manifest alone shows that the project has dependencies of all these names.
  ///
  /// Asked before a change, which reads everything itself; where it is false, `read` tells more.
  func names(
    _ names: [String], in project: Project, tree: SourceTree
  ) async throws(Problem) -> Bool

  /// Asks the registries which releases of a dependency exist, oldest first.
  func releases(
    of dependency: Dependency, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [Release]

  /// Works out what reaching a goal changes, without changing it: resolves, edits the text, reads
  /// the result again and proves that it says what was meant.
  func change(
    _ project: Project, in tree: SourceTree, toward goal: Goal
  ) async throws(Problem) -> Change

  /// Tells why a package is at its version, and what stands in the way of another.
  ///
  /// - Returns: sentences, one a line.
  func explain(
    _ name: String, version: String?, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [String]

  /// Asks where a dependency's makers publish, and what is unusual about a step from one version to
  /// another.
  func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream

  /// Finds in a change, without asking anybody, what a reviewer should see first.
  func cautions(about change: Change) -> [Caution]

  /// Finds packages that a change takes from hosts which no registry of the project names.
  func foreignSources(
    in change: Change, of project: Project, tree: SourceTree
  ) async throws(Problem) -> [ForeignSource]

  /// Tells how the repository's sources import a dependency.
  func imports(
    of dependency: Dependency, in project: Project, tree: SourceTree
  ) async throws(Problem) -> ImportRule

  /// Whether a version lies inside a requirement in the ecosystem's own grammar, as the `versions`
  /// of an ignore condition use it.
  func version(_ version: String, satisfies requirement: String) throws(Problem) -> Bool

  /// Names what has to move along, and where to, if a dependency is to get to a version that it
  /// cannot reach alone: peers that pin each other, a scope of one version, types of a package.
  ///
  /// Asked where `change` toward the target has no solution; empty where nothing is coupled.
  func coupled(
    with target: Goal.Target, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [Goal.Target]

  /// Names the direct dependencies that bring a package along, sorted, as far as the lock tells.
  ///
  /// Asked where the package cannot move alone.
  func carriers(
    of name: String, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [String]
}

extension PackageEcosystem {
  /// Finds none: the manifests themselves name the sources of all packages.
  package func foreignSources(
    in change: Change, of project: Project, tree: SourceTree
  ) async throws(Problem) -> [ForeignSource] { [] }

  /// Leaves it to `read`, which most ecosystems do not save much by avoiding.
  package func names(
    _ names: [String], in project: Project, tree: SourceTree
  ) async throws(Problem) -> Bool { false }

  /// Names none, as solvers that move whatever has to move need no help.
  package func carriers(
    of name: String, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [String] { [] }

  /// Couples nothing, as solvers that move whatever has to move need no help.
  package func coupled(
    with target: Goal.Target, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [Goal.Target] { [] }
}
