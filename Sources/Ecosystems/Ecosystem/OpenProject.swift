/// A project whose files have been read and parsed.
///
/// It is a snapshot of one tree and never changes: a method returns its result as a value. To see
/// the effect of a change, open the project again in the changed tree.
///
///     let opened = try await ecosystem.open(project, in: tree)
///     for dependency in try await opened.dependencies() {
///       let releases = try await opened.releases(of: dependency)
///     }
package protocol OpenProject: Sendable {
  /// The files that were read.
  var project: Project { get }

  /// The versions of the native tools that the project is read and locked for, with their origins.
  var toolVersions: [ToolVersion] { get }

  /// Sentences about the project that a report repeats, such as a lock of another tool that goes
  /// stale.
  var remarks: [String] { get }

  /// Lists the dependencies of manifest and lock: direct ones first, each kind sorted by name.
  func dependencies() async throws(Problem) -> [Dependency]

  /// Lists those of the dependencies that have one of some names, in the same order.
  func dependencies(named names: Set<String>) async throws(Problem) -> [Dependency]

  /// Returns whether the manifest itself has a dependency of exactly this name that can be updated.
  ///
  /// This is fast. If it is false, the name can still be that of an indirect dependency, or another
  /// spelling of a direct one: `dependencies` has all.
  func declares(_ name: String) async -> Bool

  /// Whether an update by a registry's name also means the dependencies that are aliases of it.
  var updatesAliases: Bool { get }

  /// Fetches the releases of a dependency from its registry, oldest first.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release]

  /// Fetches when versions were published whose times `releases` leaves out because they take
  /// requests of their own.
  ///
  /// The run calls it only if the age of these versions decides something: a cooldown, a rule, or a
  /// merge.
  ///
  /// - Parameters:
  ///   - versions: newer versions of the dependency without a time, oldest first, as in `releases`.
  ///   - dependency: the dependency.
  /// - Returns: the times, and the failure of a request.
  func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes

  /// Fetches the licences of versions of a dependency, as the registry spells them.
  ///
  /// The run calls it only if a rule has a condition about licences.
  ///
  /// - Parameters:
  ///   - dependency: the dependency.
  ///   - versions: the locked version, then newer ones, newest first.
  /// - Returns: the licences by version; those that the registry doesn't state are missing.
  /// - Throws: a `Problem` if the registry can't be asked.
  func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String]

  /// Returns what the registry says against the locked version; nil if nothing, or if it doesn't say.
  ///
  /// The run calls it only if the entry has `replace`.
  ///
  /// - Parameters:
  ///   - dependency: the dependency.
  ///   - releases: the result of `releases`.
  /// - Returns: the standing.
  /// - Throws: a `Problem` if the registry can't be asked.
  func standing(
    of dependency: Dependency, among releases: [Release]
  ) async throws(Problem) -> PackageStatus?

  /// Looks up the package that a field of the registry names as the successor of a dependency.
  ///
  /// The run calls it only if `replace: pull-request` applies to the dependency.
  ///
  /// - Parameters:
  ///   - dependency: the deprecated dependency.
  ///   - name: the successor.
  ///   - releases: the releases of the deprecated dependency.
  /// - Returns: the successor with its releases, or the reason why people have to replace it.
  /// - Throws: a `Problem` if a registry can't be asked.
  func successor(
    of dependency: Dependency, named name: String, among releases: [Release]
  ) async throws(Problem) -> SuccessorAnswer

  /// Whether `releases` can return a release that is held back.
  ///
  /// False if nothing states the version of a runtime or a platform that releases may not support;
  /// then `martlet update` makes no request to find out.
  var canHoldBack: Bool { get }

  /// Returns the release that replaces names that can move by fixed ones at the present version:
  /// `4.2.2@8f58612…` for an action at `v4`; nil if there are no such names.
  ///
  /// The run calls it if the entry has `pin: true` and there is no newer release.
  func pinning(of dependency: Dependency) async throws(Problem) -> Release?

  /// Computes the change that reaches a goal: resolves, edits the text, parses the result again and
  /// checks it.
  ///
  /// - Throws: a `Problem` of kind `unsolvable` if there is no solution.
  func change(toward goal: Goal) async throws(Problem) -> Change

  /// Explains why a package is at its version, and what prevents another version.
  ///
  /// - Returns: sentences, one per line.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String]

  /// Finds packages that a change takes from hosts which aren't registries of the project.
  func foreignSources(in change: Change) async throws(Problem) -> [ForeignSource]

  /// Lists what identifies the content of the versions that a change takes in.
  ///
  /// The run calls it for each change that it proposes, and compares the result with that of the
  /// earlier passes.
  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity]

  /// Finds the dependencies that must move together with one that can't reach a version alone, each
  /// with its version: peers that pin each other, packages released together.
  ///
  /// The run calls it if `change` has no solution. The result is empty if nothing is coupled.
  func coupled(with target: Goal.Target) async throws(Problem) -> [Goal.Target]

  /// Returns the direct dependencies that lead to a package in the lock, sorted.
  ///
  /// The run calls it if the package can't move alone.
  func directParents(of name: String) async throws(Problem) -> [String]

  /// Returns the locked packages that some packages lead to, directly or through others, and these
  /// packages themselves.
  ///
  /// `checkRemovals` calls it if a change removes packages from the lock. What isn't in the result
  /// was removed for another reason than the update, and the change is refused.
  ///
  /// - Returns: names as in `Move`.
  func packages(neededBy names: Set<String>) async throws(Problem) -> Set<String>
}

extension OpenProject {
  /// Returns nothing: the lock of some ecosystems depends on no tool's version.
  package var toolVersions: [ToolVersion] { [] }

  /// Returns nothing: most projects have nothing unusual.
  package var remarks: [String] { [] }

  /// Selects from all dependencies, which most projects list fast.
  package func dependencies(
    named names: Set<String>
  ) async throws(Problem) -> [Dependency] {
    try await dependencies().filter { names.contains($0.name) }
  }

  /// Returns false: most ecosystems have no aliases.
  package var updatesAliases: Bool { false }

  /// Returns nothing: the times are in `releases`, or nothing states them.
  package func publicationTimes(
    of versions: [String], _ dependency: Dependency
  ) async -> PublicationTimes { PublicationTimes() }

  /// Returns nothing: most registries don't state licences.
  package func licences(
    of dependency: Dependency, versions: [String]
  ) async throws(Problem) -> [String: String] { [:] }

  /// Returns nil: tags of repositories say nothing about versions.
  package func standing(
    of dependency: Dependency, among releases: [Release]
  ) async throws(Problem) -> PackageStatus? { nil }

  /// Returns that people have to replace it: no registry names a successor in a field, or nothing edits
  /// the manifest.
  package func successor(
    of dependency: Dependency, named name: String, among releases: [Release]
  ) async throws(Problem) -> SuccessorAnswer {
    .offered(reason: "replacements aren't written into these manifests")
  }

  /// Returns true, which is always correct.
  package var canHoldBack: Bool { true }

  /// Returns nil: most manifests name versions, which don't move.
  package func pinning(of dependency: Dependency) async throws(Problem) -> Release? { nil }

  /// Returns nothing: in most ecosystems the manifests name the sources of all packages.
  package func foreignSources(in change: Change) throws(Problem) -> [ForeignSource] { [] }

  /// Returns nothing: some files don't say what their versions consist of.
  package func contentIdentities(
    in change: Change
  ) async throws(Problem) -> [ContentIdentity] { [] }

  /// Returns nothing: most solvers move everything that has to move.
  package func coupled(with target: Goal.Target) async throws(Problem) -> [Goal.Target] { [] }

  /// Returns nothing: most solvers move everything that has to move.
  package func directParents(of name: String) throws(Problem) -> [String] { [] }

  /// Returns the names: most locks only have the packages that the manifests name.
  package func packages(
    neededBy names: Set<String>
  ) async throws(Problem) -> Set<String> { names }
}
