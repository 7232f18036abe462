/// The type of a value: the decoder's tables as data, which a test compares with the published
/// schema.
package indirect enum SchemaType: Hashable, Sendable {
  /// A text, possibly with further rules.
  case string
  /// A text of a form that a pattern describes.
  case form(TextForm)
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
  /// The name in kebab case: `open-pull-requests-limit`.
  package var name: String
  /// The type of the value.
  package var type: SchemaType
  /// Whether the section must have it.
  package var isRequired: Bool

  /// Describes a key.
  package init(name: String, type: SchemaType, isRequired: Bool) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
  }
}
