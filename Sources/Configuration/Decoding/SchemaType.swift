/// What may stand for a value, as data: the decoder's tables, which the published schema is held
/// against.
package indirect enum SchemaType: Hashable, Sendable {
  /// Any text, or a text of a form that is checked further.
  case string
  case boolean
  case integer(ClosedRange<Int>)
  /// One of these words.
  case words([String])
  case list(SchemaType)
  /// Names of the user's choosing.
  case map(SchemaType)
  case section([SchemaKey])
  case either([SchemaType])
}

/// A key that a section knows.
package struct SchemaKey: Hashable, Sendable {
  package var name: String
  package var type: SchemaType
  package var isRequired: Bool

  /// Describes a key.
  package init(name: String, type: SchemaType, isRequired: Bool) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
  }
}
