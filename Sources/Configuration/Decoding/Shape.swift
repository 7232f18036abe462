import YAML

/// A decoder for one type of value.
///
/// Shapes are composed of smaller ones; that of a section is a table of keys. Decoding reports all
/// mistakes and returns nil if there is no value.
struct Shape<Value> {
  let type: SchemaType
  let decode: (_ node: Node, _ decoding: inout Decoding) -> Value?

  /// Transforms the decoded value.
  func map<Result>(_ transform: @escaping (Value) -> Result) -> Shape<Result> {
    Shape<Result>(type: type) { node, decoding in decode(node, &decoding).map(transform) }
  }

  /// Checks the decoded value further.
  func checked(
    _ check: @escaping (_ value: Value, _ node: Node, _ decoding: inout Decoding) -> Void
  ) -> Shape {
    Shape(type: type) { node, decoding in
      let value = decode(node, &decoding)
      if let value { check(value, node, &decoding) }
      return value
    }
  }
}

extension Shape {
  /// A list of at most `limit` values; invalid ones are reported and dropped.
  static func list<Element>(of element: Shape<Element>, limit: Int = 1000) -> Shape
  where Value == [Element] {
    Shape(type: .list(element.type)) { node, decoding in
      guard let elements = node.elements else {
        decoding.expected("a list", node)
        return nil
      }
      if elements.count > limit {
        decoding.error("expected at most \(limit) entries, found \(elements.count)", at: node)
      }
      return elements.prefix(limit).compactMap { element.decode($0, &decoding) }
    }
  }

  /// A list, or a single value.
  static func listOrOne<Element>(of element: Shape<Element>) -> Shape
  where Value == [Element] {
    let list = Shape.list(of: element)
    return Shape(type: .either([list.type, element.type])) { node, decoding in
      if node.elements != nil { return list.decode(node, &decoding) }
      return element.decode(node, &decoding).map { [$0] }
    }
  }

  /// A mapping of names to values; `set` stores the name in the value.
  static func named<Element>(
    _ element: Shape<Element>, _ set: @escaping (inout Element, String) -> Void
  ) -> Shape where Value == [Element] {
    Shape(type: .map(element.type)) { node, decoding in
      guard let entries = node.entries else {
        decoding.expected("a mapping of names", node)
        return nil
      }
      if entries.count > 1_000 {
        decoding.error("expected at most 1000 names, found \(entries.count)", at: node)
      }
      return entries.prefix(1_000).compactMap { entry in
        guard var value = element.decode(entry.value, &decoding) else { return nil }
        set(&value, entry.name)
        return value
      }
    }
  }

  /// A mapping of names to parts; a mistake in one doesn't affect the others.
  static func parts<Element: FilePart>(_ element: Shape<Element>) -> Shape
  where Value == [Element] {
    Shape(type: .map(element.type)) { node, decoding in
      guard let entries = node.entries else {
        decoding.expected("a mapping of names", node)
        decoding.contain(1)
        return nil
      }
      if entries.count > 1_000 {
        decoding.error("expected at most 1000 names, found \(entries.count)", at: node)
      }
      for entry in entries.prefix(1_000) where !isPlain(entry.name) {
        decoding.error(
          "a name is one line of at most 100 characters without '`', '<' and '>'", at: entry.key)
      }
      return entries.prefix(1_000).map { entry in
        let (value, fault) = decoding.containing(entry.value, element)
        var part = value ?? Element()
        part.name = entry.name
        part.fault = fault
        return part
      }
    }
  }
}
