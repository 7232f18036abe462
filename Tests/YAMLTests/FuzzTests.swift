import Testing
import Text
import YAML

/// A small generator whose whole sequence follows from its seed.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

struct FuzzTests {
  static let sample = """
    # ž
    version: 2
    anchors: &a
      - {x: "é\\n", y: 'z'}
    updates:
      - package-ecosystem: "npm"
        directories: ["/", /b, *a]
        <<: {k: |
          literal
        }
        note: >-
          folded
          text
    """

  private func every(_ node: Node, _ visit: (Node) -> Void) {
    visit(node)
    for element in node.elements ?? [] { every(element, visit) }
    for entry in node.entries ?? [] {
      every(entry.key, visit)
      every(entry.value, visit)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `broken files never trap, and places lie inside the file`(seed: UInt64) {
    var random = Seeded(state: seed)
    for _ in 0..<50 {
      var bytes = Array(Self.sample.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default:
          bytes.insert(
            Array("{}[],:\"'-&*!|>?\n %".utf8).randomElement(using: &random) ?? 0, at: index)
        }
      }
      let source = SourceText(file: "a", bytes: bytes)
      guard let root = try? Document(source).root else { continue }
      every(root) { node in
        #expect(node.range.upperBound <= bytes.count)
        #expect(node.location == source.location(at: node.range.lowerBound))
      }
    }
  }
}
