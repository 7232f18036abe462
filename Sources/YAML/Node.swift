package import Text

/// A value with its location.
///
/// Aliases and merge keys are already resolved.
package struct Node: Hashable, Sendable {
  /// The content of a value.
  package enum Content: Hashable, Sendable {
    /// A string, number, boolean or null.
    ///
    /// The caller decides how to interpret it.
    case scalar(Scalar)
    /// The elements in order, in block or flow style.
    case sequence([Node])
    /// The entries in order, merged ones last.
    ///
    /// Of a repeated key only the last is included.
    case mapping([Entry])
  }

  /// A key of a mapping and its value.
  package struct Entry: Hashable, Sendable {
    /// The key, always a scalar.
    package var key: Node
    /// The value.
    ///
    /// For an alias it is a copy of the anchored value, with the location of the anchor.
    package var value: Node
    /// Whether the entry was merged from another mapping with `<<`.
    package var isMerged = false

    /// The key's text.
    package var name: String { key.scalar?.text ?? "" }
  }

  /// The content, for callers that accept several kinds.
  ///
  /// The properties below return one kind.
  package var content: Content
  /// The byte range of the value in its file; for an alias, the range of the anchored value.
  package var range: Range<Int>
  /// The location of the first byte.
  package var location: Location
  /// The number of values in it, including itself, after expanding aliases.
  package let size: Int
  /// The nesting depth, after expanding aliases.
  let depth: Int

  /// The scalar; nil for collections.
  package var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The elements of a sequence; nil for other kinds.
  package var elements: [Node]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The entries of a mapping in order, merged ones last; nil for other kinds.
  package var entries: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Returns the value of a key; of a repeated key, the first.
  package subscript(key: String) -> Node? {
    entries?.first { $0.name == key }?.value
  }

  /// Returns an element of a sequence; nil if the index is out of range.
  package subscript(position: Int) -> Node? {
    guard let elements, elements.indices.contains(position) else { return nil }
    return elements[position]
  }

  /// Returns a mapping with other entries at this location.
  package func replacing(entries: [Entry]) -> Node {
    let children = entries.flatMap { [$0.key, $0.value] }
    return Node(
      content: .mapping(entries), range: range, location: location,
      size: 1 + children.reduce(0) { $0 + $1.size },
      depth: 1 + (children.map(\.depth).max() ?? 0))
  }

  /// Returns a sequence with other elements at this location.
  package func replacing(elements: [Node]) -> Node {
    Node(
      content: .sequence(elements), range: range, location: location,
      size: 1 + elements.reduce(0) { $0 + $1.size },
      depth: 1 + (elements.map(\.depth).max() ?? 0))
  }

  /// The scalar's text; nil if the scalar is null.
  package var string: String? {
    scalar.flatMap { $0.isNull ? nil : $0.text }
  }
}
