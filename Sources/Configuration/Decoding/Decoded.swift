/// A configuration as far as it could be read, with everything that was found on the way.
package struct Decoded<Value: Sendable>: Sendable {
  /// Nil where an error spoils more than one entry of a repository's file, which says itself that
  /// it is not used.
  package var value: Value?
  /// By their places in the file.
  package var findings: [Finding]
}

extension Decoded: Equatable where Value: Equatable {}
