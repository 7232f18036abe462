/// A value that must not be seen: every description of it is `***`.
///
/// Interpolation, `print`, `dump` and reflection show only the mask; the text is had by `reveal()`
/// alone, which is easy to search for.
package struct Secret: Hashable, Sendable {
  private let value: @Sendable () -> String

  /// Hides `value` from here on.
  package init(_ value: String) {
    self.value = { value }
  }

  /// Hands out the hidden text; call it only where it goes over the wire.
  package func reveal() -> String { value() }

  /// Compares the hidden texts; not in constant time, so never with what a stranger sent.
  package static func == (left: Secret, right: Secret) -> Bool {
    left.reveal() == right.reveal()
  }

  /// Feeds the hidden text to the seeded hasher; nothing of it can be read from the hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(reveal())
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `***`, so that not even the length shows.
  package var description: String { "***" }
  /// The mask again: arrays and `debugPrint` show their elements by this.
  package var debugDescription: String { "***" }
  /// A mirror without children, so that `dump` and a failed expectation find nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
