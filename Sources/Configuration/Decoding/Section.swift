import YAML

/// A key of a section and the property that it sets.
struct Key<Root> {
  let name: String
  let type: SchemaType
  let isRequired: Bool
  let apply: (_ node: Node, _ root: inout Root, _ decoding: inout Decoding) -> Void

  init<Value>(
    _ name: String, _ path: WritableKeyPath<Root, Value>, _ shape: Shape<Value>,
    required: Bool = false
  ) {
    self.init(name, type: shape.type, required: required) { node, root, decoding in
      if let value = shape.decode(node, &decoding) { root[keyPath: path] = value }
    }
  }

  init<Value>(
    _ name: String, _ path: WritableKeyPath<Root, Value?>, _ shape: Shape<Value>,
    required: Bool = false
  ) {
    self.init(name, type: shape.type, required: required) { node, root, decoding in
      if let value = shape.decode(node, &decoding) { root[keyPath: path] = value }
    }
  }

  init(
    _ name: String, type: SchemaType, required: Bool = false,
    apply: @escaping (_ node: Node, _ root: inout Root, _ decoding: inout Decoding) -> Void
  ) {
    self.name = name
    self.type = type
    isRequired = required
    self.apply = apply
  }

  /// A valid key that has no effect; a note reports that.
  static func withoutEffect<Value>(_ name: String, _ shape: Shape<Value>, _ why: String) -> Key {
    Key(name, type: shape.type) { node, _, decoding in
      _ = shape.decode(node, &decoding)
      decoding.note("'\(name)' has no effect: \(why)", at: node)
    }
  }
}

extension Shape {
  /// A mapping of known keys.
  ///
  /// Decoding starts from `initial`, which has the defaults, and each key sets its property.
  static func section(_ initial: Value, _ keys: [Key<Value>]) -> Shape {
    Shape(type: .section(keys.map { SchemaKey($0) })) { node, decoding in
      guard let entries = node.entries else {
        decoding.expected("a mapping with \(enumerated(keys.map(\.name)))", node)
        return nil
      }
      var value = initial
      for entry in entries {
        if let key = keys.first(where: { $0.name == entry.name }) {
          key.apply(entry.value, &value, &decoding)
        } else {
          let known = decoding.isFull ? [] : keys.map(\.name)
          decoding.error(unknown(entry.name, known), at: entry.key)
        }
      }
      for key in keys where key.isRequired && node[key.name] == nil {
        decoding.error("the key '\(key.name)' is missing", at: node)
      }
      return value
    }
  }
}

extension SchemaKey {
  fileprivate init<Root>(_ key: Key<Root>) {
    self.init(name: key.name, type: key.type, isRequired: key.isRequired)
  }
}

private func unknown(_ name: String, _ known: [String]) -> String {
  let hint = nearest(to: name, among: known).map { "did you mean '\($0)'?" }
  return "unknown key '\(name.prefix(60))'; \(hint ?? "known here: \(enumerated(known))")"
}

private func enumerated(_ names: [String]) -> String {
  names.sorted().joined(separator: ", ")
}
