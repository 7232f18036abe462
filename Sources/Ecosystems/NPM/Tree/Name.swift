/// A package's name as a folder of `node_modules`, interned: equal names are one object.
///
/// Folders compare without case on many file systems, so maps of nodes and edges use `key`, which
/// names that differ only in case share.
final class Name {
  let text: String
  let key: Int
  /// The edges of all names with this key.
  let wishes: Wishes

  init(_ text: String, key: Int, wishes: Wishes) {
    self.text = text
    self.key = key
    self.wishes = wishes
  }
}

/// All edges that wish for a name, in no order, so that a tree need not be searched for them.
final class Wishes {
  private(set) var edges: [Edge] = []

  func add(_ edge: Edge) {
    edge.rank = edges.count
    edges.append(edge)
  }

  func remove(_ edge: Edge) {
    guard edge.rank >= 0, let last = edges.popLast() else { return }
    if last !== edge {
      edges[edge.rank] = last
      last.rank = edge.rank
    }
    edge.rank = -1
  }

  func removeAll() { edges = [] }
}

/// Hands out one `Name` per text.
struct NameTable {
  private var names: [String: Name] = [:]
  private var keys: [String: (key: Int, wishes: Wishes)] = [:]

  mutating func name(_ text: String) -> Name {
    if let known = names[text] { return known }
    let folded = text.lowercased()
    let known = keys[folded] ?? (keys.count, Wishes())
    keys[folded] = known
    let name = Name(text, key: known.key, wishes: known.wishes)
    names[text] = name
    return name
  }

  /// Ends the circles of names and the edges that wish for them.
  func dissolve() {
    for (_, known) in keys { known.wishes.removeAll() }
  }
}
