package import Time

/// A project whose dependencies can be moved to another ecosystem.
///
/// An ecosystem conforms its project to it, a `MigrationDestination` is the other side, and the module
/// `Migration` combines both: neither knows the other.
///
///     let candidates = try await project.candidates()
///     let answer = try await destination.offer(of: candidates[0].origin.get())
package protocol MigratingProject: OpenProject {
  /// Lists the dependencies with all that decides whether they can be moved: direct ones first, each
  /// kind sorted by name.
  ///
  /// A look-up that fails concerns one candidate: its `origin` has the problem.
  func candidates() async throws(Problem) -> [MigrationCandidate]

  /// Computes the files without some dependencies; all others keep their versions.
  ///
  /// - Throws: a refusal if a line can't be removed exactly; `unsolvable` if other versions would
  ///   change.
  func removing(_ removals: [MigrationRemoval]) async throws(Problem) -> Change

  /// Returns what is left to do by hand after a removal, as sentences.
  func afterwards(removing removals: [MigrationRemoval]) -> [String]

  /// Fetches the git repository that the current version of a dependency is published from.
  ///
  /// - Returns: nil if it isn't published from a git repository.
  func repository(of dependency: Dependency) async throws(Problem) -> String?

  /// The registry that takes no new releases, and the time from which it doesn't; nil if the project
  /// uses no such registry.
  var frozenRegistry: FrozenRegistry? { get }

  /// Whether a dependency comes from `frozenRegistry`.
  func isFrozen(_ dependency: Dependency) -> Bool
}

extension MigratingProject {
  /// Returns nil: most registries take new releases.
  package var frozenRegistry: FrozenRegistry? { nil }

  /// Returns false: most registries take new releases.
  package func isFrozen(_ dependency: Dependency) -> Bool { false }

  /// Returns nothing.
  package func afterwards(removing removals: [MigrationRemoval]) -> [String] { [] }
}

/// A registry that is or will be read-only.
package struct FrozenRegistry: Hashable, Sendable {
  /// The name in messages.
  package var name: String
  /// The start of the first day on which it is read-only, in UTC.
  package var since: Timestamp

  /// Creates a description.
  package init(name: String, since: Timestamp) {
    self.name = name
    self.since = since
  }
}

/// A dependency that is removed from a project, with its parts.
package struct MigrationRemoval: Hashable, Sendable {
  /// As in `MigrationCandidate.name`.
  package var name: String
  /// The names of the parts that are replaced.
  package var parts: [String]

  /// Creates a removal.
  package init(name: String, parts: [String] = []) {
    self.name = name
    self.parts = parts
  }
}
