/// A decoded configuration with its findings.
package struct Decoded<Value: Sendable>: Sendable {
  /// Nil if an error affects the whole file; entries that aren't used have a `refusal`.
  package var value: Value?
  /// Sorted by location.
  package var findings: [Finding]
}

extension Decoded: Equatable where Value: Equatable {}
