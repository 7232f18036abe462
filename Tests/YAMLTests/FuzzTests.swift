import TestSupport
import Testing
import Text
import YAML

struct `Damaged YAML` {
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
  func `invalid files never crash, and locations are inside the file`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
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
