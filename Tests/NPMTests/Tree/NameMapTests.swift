import TestSupport
import Testing

@testable import JavaScript
@testable import NPM

/// A reference implementation of `NameMap`: pairs in the order of insertion.
private struct PlainMap {
  private(set) var pairs: [(key: Int, node: Node)] = []

  mutating func set(_ name: Name, _ node: Node) {
    remove(name)
    pairs.append((name.key, node))
  }

  mutating func remove(_ name: Name) { pairs.removeAll { $0.key == name.key } }
}

struct `A map of names` {
  @Test(arguments: 0..<20) func `is a map in the order of insertion, of any size`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let arena = Arena()
    // Names that differ in case alone are one key.
    let names = (0..<(4 << (seed % 5))).map {
      arena.name($0.isMultiple(of: 3) ? "N\($0)" : "n\($0)")
    }
    var map = NameMap<Node>()
    var plain = PlainMap()
    for step in 0..<400 {
      guard let name = names.randomElement(using: &generator) else { return }
      if Int.random(in: 0..<3, using: &generator) == 0 {
        map.remove(name)
        plain.remove(name)
      } else {
        var options = Node.Options()
        options.path = "/\(step)"
        let other = Node(options, in: arena)
        map.set(arena.name(name.text.lowercased()), other)
        plain.set(name, other)
      }
      #expect(map.count == plain.pairs.count)
      #expect(map.elements.map(\.path) == plain.pairs.map(\.node.path))
      for known in names {
        #expect(map[known] === plain.pairs.first { $0.key == known.key }?.node)
      }
    }
  }
}
