package import Text

/// A value that knows its place, with aliases and merge keys already resolved.
package struct Node: Hashable, Sendable {
  /// What a value is.
  package enum Content: Hashable, Sendable {
    /// Text, numbers, truth values and nothing alike: the reader decides.
    case scalar(Scalar)
    /// In order, in either style: dashes or square brackets.
    case sequence([Node])
    /// In order, merged ones last, in either style; of a repeated key the first alone.
    case mapping([Entry])
  }

  /// A key of a mapping and its value.
  package struct Entry: Hashable, Sendable {
    /// Always a scalar.
    package var key: Node
    /// For a value behind an alias a copy of the anchor's, with the anchor's place.
    package var value: Node
    /// Whether it came from another mapping through `<<`.
    package var isMerged = false

    /// The key's text.
    package var name: String { key.scalar?.text ?? "" }
  }

  /// For callers that take several kinds; the accessors below ask for one.
  package var content: Content
  /// The bytes of the value in its file; of an alias's value, those behind its anchor.
  package var range: Range<Int>
  /// The place of the first byte.
  package var location: Location
  /// Number of values in it, itself included, with every alias written out.
  let size: Int
  /// Collections inside each other, with every alias written out.
  let depth: Int

  /// Answers the scalar, nil for collections.
  package var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// Answers the elements of a sequence, nil for others.
  package var elements: [Node]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// Answers the entries of a mapping in order, merged ones last; nil for others.
  package var entries: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Answers a mapping's value; where a key stands twice, the first.
  package subscript(key: String) -> Node? {
    entries?.first { $0.name == key }?.value
  }

  /// Answers a sequence's element.
  package subscript(position: Int) -> Node? {
    guard let elements, elements.indices.contains(position) else { return nil }
    return elements[position]
  }

  /// The scalar's text, unless it is one of the words for nothing.
  package var string: String? {
    scalar.flatMap { $0.isNull ? nil : $0.text }
  }
}
