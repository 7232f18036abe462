package import Configuration
package import Ecosystem
package import Forges
package import Text

/// A pass: all stages, once, for one repository.
///
/// `runStages` is the table of contents. Each stage has a folder next to this file.
package struct RepositoryPass: Sendable {
  var world: World
  let forge: any Forge
  let identity: Account
  let entries: @Sendable (SourceTree, _ head: String) async throws -> [Entry]
  /// As `entries`, for a configuration that only is proposed: everything is due, and nothing is
  /// planned; nil: `entries`.
  package var proposedEntries: (@Sendable (SourceTree) async throws -> [Entry])?
  /// Reads a preset of another repository, as the visited one may; nil: none is read.
  package var preset: (@Sendable (PresetReference) async throws -> SourceText)?
  let isDry: Bool
  var listed: @Sendable (RepositoryName) -> Repository?
  let labels = LabelCache()

  /// Prepares passes over repositories of one forge.
  ///
  /// - Parameters:
  ///   - world: clock, state, ecosystems.
  ///   - forge: the forge that hosts the repositories.
  ///   - identity: our account on that forge.
  ///   - isDry: whether to stop before anything is written.
  ///   - listed: returns a repository as the forge's list describes it, which saves a request for
  ///     each; nil if there is no list.
  ///   - entries: parses the repository's configuration file in the tree of a commit and decides
  ///     which entries are due.
  package init(
    world: World, forge: any Forge, identity: Account, isDry: Bool,
    listed: @escaping @Sendable (RepositoryName) -> Repository? = { _ in nil },
    entries: @escaping @Sendable (SourceTree, _ head: String) async throws -> [Entry]
  ) {
    self.world = world
    self.forge = forge
    self.identity = identity
    self.isDry = isDry
    self.listed = listed
    self.entries = entries
  }
}
