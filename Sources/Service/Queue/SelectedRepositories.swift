package import Forges

/// The repositories that the operator's patterns select, as far as the forge listed them.
package struct SelectedRepositories: Sendable {
  /// The names, sorted if they come from a list.
  package var names: [RepositoryName]
  /// Why others are missing: `rateLimited` errors, each with the owner that was not listed.
  package var resting: [ForgeError]

  /// Creates a list.
  package init(names: [RepositoryName], resting: [ForgeError] = []) {
    self.names = names
    self.resting = resting
  }

  /// The owners whose repositories are currently unknown, in lowercase.
  package var unlisted: [String] { resting.compactMap(\.owner) }
}
