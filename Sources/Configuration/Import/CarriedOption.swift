package import Text

/// An option of another tool's file that the new file carries over.
package struct CarriedOption: Hashable, Sendable {
  /// The path in the imported file: `packageRules[0].labels`.
  package var path: String
  /// The place of the option.
  package var location: Location
  /// The key of the new file, or a sentence if martlet always does it.
  package var key: String
}
