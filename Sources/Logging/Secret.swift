/// A secret value.
///
/// Every description of it is `***`.
///
/// Interpolation, `print`, `dump` and reflection show only the mask. Only `reveal()` returns the
/// value, which makes its uses easy to find.
package struct Secret: Hashable, Sendable {
  private let value: @Sendable () -> String
  /// Whether the value can change.
  let canChange: Bool

  /// Wraps a value.
  package init(_ value: String) {
    self.value = { value }
    canChange = false
  }

  /// Wraps a value that can change, such as the content of a file.
  package init(reading value: @escaping @Sendable () -> String) {
    self.value = value
    canChange = true
  }

  /// Returns the value.
  ///
  /// Call this only where it is sent.
  package func reveal() -> String { value() }

  /// Compares the values, but not in constant time: do not use it with untrusted input.
  package static func == (left: Secret, right: Secret) -> Bool {
    left.reveal() == right.reveal()
  }

  /// Hashes the value with the seeded hasher, which does not reveal it.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(reveal())
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `***`, so that not even the length is visible.
  package var description: String { "***" }
  /// Always `***`.
  ///
  /// Arrays and `debugPrint` use this for their elements.
  package var debugDescription: String { "***" }
  /// A mirror without children, so that `dump` and failed expectations show nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
