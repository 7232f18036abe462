import FoundationEssentials
import JSON
import TestSupport
import Testing
import Text

extension Value {
  /// Creates a random value at most `depth` containers deep.
  static func random(_ depth: Int, _ random: inout SeededGenerator) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .int(.random(in: -1_000_000...1_000_000, using: &random))
    case 3, 4: .string(text(&random))
    case 5:
      .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(depth - 1, &random) })
    default:
      .object(
        Object(
          (0..<Int.random(in: 0..<12, using: &random)).map { _ in
            ("k" + text(&random), .random(depth - 1, &random))
          }))
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let characters = Array("ab \"\\/\n\t\u{1}é漢😀{}[],:0")
    return String(
      (0..<Int.random(in: 0..<14, using: &random)).map { _ in
        characters[Int.random(in: 0..<characters.count, using: &random)]
      })
  }
}

struct `Damaged JSON` {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `written values are parsed again unchanged`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let value = Value.random(4, &random)
      for style in [Style.compact, .indented("  "), .indented("\t", newline: "\r\n"), .foundation] {
        let read = try Document(SourceText(file: "a", value.text(style))).root.value
        #expect(read.text(.foundation) == value.text(.foundation))
      }
    }
  }

  /// Invalid bytes must not crash the parser, and Foundation must agree on which are invalid.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `invalid documents never crash, and are refused if Foundation refuses them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var bytes = Array(Value.random(4, &random).text(.indented("  ")).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default:
          bytes.insert(Array("{}[],:\"\\0-e.".utf8).randomElement(using: &random) ?? 0, at: index)
        }
      }
      let document = try? Document(bytes, named: "a", options: .lenient)
      guard let document else { continue }
      let range = document.root.range
      #expect(range.upperBound <= bytes.count)
      #expect((try? JSONDecoder().decode(Anything.self, from: Data(bytes))) != nil)
    }
  }
}

/// Decodes any value and discards it.
private struct Anything: Decodable {
  init(from decoder: any Decoder) throws {}
}
