/// Why a Swift source, such as a manifest, can't be read to the end, and where.
package struct ManifestError: Error, Hashable, Sendable {
  /// Whose fault it is.
  package enum Kind: Hashable, Sendable {
    /// It is Swift, but more than is evaluated here.
    case refused
    /// It isn't Swift, or not a manifest that SwiftPM would load.
    case malformed
  }

  /// Becomes exit code 3 for `refused`, and 1 for `malformed`.
  package var kind: Kind
  /// The predicate of a sentence: `calls a function that is not known`.
  package var reason: String
  /// Where it begins, in bytes.
  package var offset: Int

  /// Records what is the matter at `offset`.
  package init(_ kind: Kind, _ reason: String, at offset: Int) {
    self.kind = kind
    self.reason = reason
    self.offset = offset
  }
}
