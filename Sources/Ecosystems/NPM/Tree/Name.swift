/// An interned package name: equal names are the same object.
///
/// Maps of nodes and edges use `key`, which names share that differ only in case, since many file
/// systems ignore case.
final class Name {
  let text: String
  let key: Int
  /// The edges with this key.
  let edges: NamedEdges

  init(_ text: String, key: Int, edges: NamedEdges) {
    self.text = text
    self.key = key
    self.edges = edges
  }
}

/// All edges of a name in no particular order, which saves searching a tree for them.
final class NamedEdges {
  private(set) var all: [Edge] = []

  func add(_ edge: Edge) {
    edge.rank = all.count
    all.append(edge)
  }

  func remove(_ edge: Edge) {
    guard edge.rank >= 0, let last = all.popLast() else { return }
    if last !== edge {
      all[edge.rank] = last
      last.rank = edge.rank
    }
    edge.rank = -1
  }

  func removeAll() { all = [] }
}

/// Creates one `Name` per text.
struct NameTable {
  private var names: [String: Name] = [:]
  private var keys: [String: (key: Int, edges: NamedEdges)] = [:]

  mutating func name(_ text: String) -> Name {
    if let known = names[text] { return known }
    let folded = text.lowercased()
    let known = keys[folded] ?? (keys.count, NamedEdges())
    keys[folded] = known
    let name = Name(text, key: known.key, edges: known.edges)
    names[text] = name
    return name
  }

  /// Breaks the reference cycles between names and edges.
  func dissolve() {
    for (_, known) in keys { known.edges.removeAll() }
  }
}
