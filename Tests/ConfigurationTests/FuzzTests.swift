import Configuration
import TestSupport
import Testing
import Text

struct `A damaged configuration file` {
  /// Lines and words swapped, doubled and lost: what people do to such files.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `no file crashes the parser, and every finding is inside of it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let samples = [`A repository's file`.everything, try published("martlet.sample.yml").string]
    for text in samples {
      let lines = text.split(separator: "\n").map(String.init)
      for _ in 0..<10 {
        var edited = lines
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let index = Int.random(in: 0..<edited.count, using: &random)
          let other = edited[Int.random(in: 0..<edited.count, using: &random)]
          switch Int.random(in: 0..<4, using: &random) {
          case 0: edited[index] = other
          case 1: edited.insert(other, at: index)
          case 2: edited[index] = String(edited[index].shuffled(using: &random))
          default: edited[index] = String(edited[index].dropLast(3))
          }
        }
        for kind in FileKind.allCases {
          let found = check(
            SourceText(file: "a", edited.joined(separator: "\n")), ecosystems: ecosystems, as: kind)
          #expect(found.allSatisfy { (1...edited.count + 1).contains($0.location.line) })
          #expect(found.allSatisfy { !$0.message.isEmpty })
        }
      }
    }
  }
}
