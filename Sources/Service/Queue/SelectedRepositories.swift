package import Forges

/// The repositories that the operator's patterns select, as far as the forge listed them.
package struct SelectedRepositories: Sendable {
  /// The names, sorted if they come from a list.
  package var names: [RepositoryName]
  /// Why others are missing: `rateLimited` errors, each with the owner that was not listed.
  package var resting: [ForgeError]
  /// Selected but read-only: archived, or mirrors, or without pull requests.
  package var archived: [RepositoryName]
  /// Selected by a pattern, but forks that the operator's file doesn't include.
  package var forks: [RepositoryName]
  /// Selected by a pattern, but the credential may only read them.
  package var readOnly: [RepositoryName]

  /// Creates a list.
  package init(
    names: [RepositoryName], resting: [ForgeError] = [], archived: [RepositoryName] = [],
    forks: [RepositoryName] = [], readOnly: [RepositoryName] = []
  ) {
    self.names = names
    self.resting = resting
    self.archived = archived
    self.forks = forks
    self.readOnly = readOnly
  }

  /// The owners whose repositories are currently unknown, in lowercase.
  package var unlisted: [String] { resting.compactMap(\.owner) }
}
