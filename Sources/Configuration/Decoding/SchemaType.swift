/// What may stand for a value, as data: the decoder's tables, which the published schema is held
/// against.
package indirect enum SchemaType: Hashable, Sendable {
  /// Any text, or a text of a form that is checked further.
  case string
  /// `true` or `false`; in a repository's file also `yes`, `no`, `on` and `off`.
  case boolean
  /// A whole number within bounds.
  case integer(ClosedRange<Int>)
  /// One of these words.
  case words([String])
  /// A list whose elements are of one type.
  case list(SchemaType)
  /// Names of the user's choosing.
  case map(SchemaType)
  /// A mapping of these keys; any other is an error that names the nearest one.
  case section([SchemaKey])
  /// One of several types, such as a name or a list of them.
  case either([SchemaType])
}

/// A key that a section knows.
package struct SchemaKey: Hashable, Sendable {
  /// As it stands in the file, in kebab case: `open-pull-requests-limit`.
  package var name: String
  /// What may stand behind the colon.
  package var type: SchemaType
  /// Whether the section is wrong without it.
  package var isRequired: Bool

  /// Describes a key.
  package init(name: String, type: SchemaType, isRequired: Bool) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
  }
}
