/// A configuration as far as it could be read, with everything that was found on the way.
package struct Decoded<Value: Sendable>: Sendable {
  /// Nil where a finding is an error: a file is used whole or not at all.
  package var value: Value?
  /// By their places in the file.
  package var findings: [Finding]
}

extension Decoded: Equatable where Value: Equatable {}
