package import Ecosystem

/// A newer release of a dependency that its own registry doesn't have.
package struct MigrationHint: Hashable, Sendable {
  /// The version; nil if it isn't known whether there is one.
  package var version: String?
  /// The ecosystem that has it.
  package var ecosystem: EcosystemID
  /// The sentence for people, without the dependency's name.
  package var sentence: String
}
