import TestSupport
import Testing
import Text

/// Line and column by counting every byte before the offset.
private func counted(_ offset: Int, in bytes: [UInt8]) -> Location {
  let before = bytes.prefix(offset)
  let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  return Location(
    file: "f", line: before.count { $0 == UInt8(ascii: "\n") } + 1,
    column: before.count - start + 1)
}

@Suite struct `A location in a text` {
  @Test(arguments: [0, 1, 255, 256, 257, 511, 512, 513, 2_000])
  func `every offset has the line and column of a simple count`(size: Int) {
    var random = SeededGenerator(seed: 15)
    for rarity in [1, 2, 40, 1_000] {
      let bytes = (0..<size).map { _ in
        Int.random(in: 0..<rarity, using: &random) == 0 ? UInt8(ascii: "\n") : UInt8(ascii: "x")
      }
      let text = SourceText(file: "f", bytes: bytes)
      for offset in (0...size).shuffled(using: &random) {
        #expect(text.location(at: offset) == counted(offset, in: bytes))
      }
      #expect(text.location(at: size + 1) == counted(size, in: bytes))
    }
  }

  @Test func `texts with the same bytes are equal, regardless of lookups`() {
    let asked = SourceText(file: "f", "a\nb")
    #expect(asked.location(at: 2).line == 2)
    #expect(asked == SourceText(file: "f", "a\nb"))
    #expect(Set([asked]).contains(SourceText(file: "f", "a\nb")))
    #expect(asked != SourceText(file: "f", "a\nc"))
    #expect(asked != SourceText(file: "g", "a\nb"))
  }

  /// Counting from the start each time would read 10^11 bytes.
  @Test(.timeLimit(.minutes(10))) func `locations of many lines need one pass over the text`() {
    let count = 1_000_000
    let text = SourceText(
      file: "f", bytes: [UInt8](repeating: UInt8(ascii: "\n"), count: count))
    var sum = 0
    for offset in stride(from: 0, to: count, by: 5) { sum += text.location(at: offset).line }
    #expect(sum == (0..<count / 5).reduce(0) { $0 + $1 * 5 + 1 })
  }
}
