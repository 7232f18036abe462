package import Text

/// A value of a JSON5 text, as people write configuration in it: with comments, trailing commas,
/// unquoted keys and single quotes.
///
/// Unlike `Document` it is for small files that are read once and never edited.
///
///     let root = try JSON5Node(parsing: SourceText(file: "renovate.json5", "{labels: ['deps',]}"))
///     root["labels"]?.strings   // ["deps"]
package struct JSON5Node: Hashable, Sendable {
  /// The kinds of values.
  package indirect enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The text of the number, as it is written.
    case number(String)
    case string(String)
    case array([JSON5Node])
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// The decoded key; keys can be repeated.
    package var name: String
    /// The place of the key.
    package var location: Location
    /// The value of the key.
    package var value: JSON5Node

    /// Creates a member.
    package init(name: String, location: Location, value: JSON5Node) {
      self.name = name
      self.location = location
      self.value = value
    }
  }

  /// The value.
  package var content: Content
  /// The place of its first byte.
  package var location: Location

  /// Creates a value.
  package init(_ content: Content, at location: Location) {
    self.content = content
    self.location = location
  }

  /// The limits of a text.
  package struct Limits: Hashable, Sendable {
    /// The largest number of bytes.
    package var size = 1 << 20
    /// The deepest nesting of arrays and objects.
    package var depth = 64

    /// Creates the limits for configuration files.
    package init() {}
  }

  /// Parses a text.
  ///
  /// - Throws: the first mistake with its place, or the limit that the text exceeds.
  package init(parsing source: SourceText, limits: Limits = Limits()) throws(SyntaxError) {
    var parser = JSON5Parser(source, limits)
    self = try parser.document()
  }
}

extension JSON5Node {
  /// The members of an object, in the order of the text; nil for other values.
  package var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The elements of an array; nil for other values.
  package var elements: [JSON5Node]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The value of a boolean; nil for other values.
  package var bool: Bool? {
    if case .bool(let value) = content { value } else { nil }
  }

  /// The value of a whole number in decimal digits; nil for other values.
  package var int: Int? {
    if case .number(let text) = content { Int(text) } else { nil }
  }

  /// The texts of an array of strings, or of one string; nil if a value is of another kind.
  package var strings: [String]? {
    if let string { return [string] }
    guard let elements else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }

  /// The value of the last member with a name; nil without one, and for other values.
  package subscript(name: String) -> JSON5Node? {
    members?.last { $0.name == name }?.value
  }
}
