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

  package static func == (left: Secret, right: Secret) -> Bool {
    left.reveal() == right.reveal()
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(reveal())
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
