import YAML

/// A form of value: how it is called, what may stand for it, and how it is decoded.
///
/// Shapes are put together of smaller ones; a section's shape is a table of keys. Decoding reports
/// everything that is wrong and answers nil where there is no value.
struct Shape<Value> {
  let type: SchemaType
  let decode: (_ node: Node, _ decoding: inout Decoding) -> Value?

  /// Turns the decoded value into another.
  func map<Result>(_ transform: @escaping (Value) -> Result) -> Shape<Result> {
    Shape<Result>(type: type) { node, decoding in decode(node, &decoding).map(transform) }
  }

  /// Judges the decoded value further.
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
  /// A list of at most `limit` values; those that are not of the shape are reported and left out.
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

  /// A list, or one value that stands for a list of one.
  static func listOrOne<Element>(of element: Shape<Element>) -> Shape
  where Value == [Element] {
    let list = Shape.list(of: element)
    return Shape(type: .either([list.type, element.type])) { node, decoding in
      if node.elements != nil { return list.decode(node, &decoding) }
      return element.decode(node, &decoding).map { [$0] }
    }
  }

  /// A mapping whose keys are names; `set` puts the name into the value.
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

  /// A mapping of names in which a mistake leaves the others in force, and the rest of the file.
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
