package import Forges

/// The repositories that the operator's patterns mean, as far as their forge listed them.
package struct MeantRepositories: Sendable {
  /// Sorted where they come from a list.
  package var names: [RepositoryName]
  /// Why others are missing: `rateLimited`, each with the owner whose repositories were not listed.
  package var resting: [ForgeError]

  /// Pairs what was listed with why that is not all.
  package init(names: [RepositoryName], resting: [ForgeError] = []) {
    self.names = names
    self.resting = resting
  }

  /// Owners whose repositories are not known for now, in small letters.
  package var unlisted: [String] { resting.compactMap(\.owner) }
}
