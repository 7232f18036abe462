/// A configuration as far as it could be read, with everything that was found on the way.
package struct Decoded<Value: Sendable>: Sendable {
  /// Nil where an error spoils more than a part of a repository's file; entries that are not used
  /// say so themselves.
  package var value: Value?
  /// By their places in the file.
  package var findings: [Finding]
}

extension Decoded: Equatable where Value: Equatable {}
