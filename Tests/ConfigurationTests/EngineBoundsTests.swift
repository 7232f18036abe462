import Patterns
import TestSupport
import Testing

@Suite struct `A compiled expression` {
  @Test(
    arguments: [
      [0x76, 0x3A, 0x31, 0xEC], [0x76, 0x3A, 0x31, 0xEC, 0x31], [0x76, 0x3A, 0xF0, 0xEC, 0x31],
      [0x76, 0x3A, 0xF4, 0xF4, 0xF4, 0xF4], [0x76, 0x3A, 0xC2],
    ] as [[UInt8]])
  func `matches nothing beyond a text with an incomplete character`(text: [UInt8]) throws {
    let pattern = try Pattern("v:(?<current>.*)")
    let match = try #require(try pattern.match(in: text, from: 0, retries: 1_000))
    #expect(match.groups.compactMap(\.self).allSatisfy { $0.upperBound <= text.count })
  }

  @Test func `keeps within any bytes`() throws {
    let patterns = try ["v:(.*)", "[^a]+", "(?<a>.)(?<b>.?)", "\\S*$"].map { try Pattern($0) }
    var noise = SeededGenerator(seed: 542)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...9, using: &noise)).map { _ in
        Bool.random(using: &noise)
          ? UInt8.random(in: 0xC0...0xFF, using: &noise)
          : UInt8.random(in: 0x70...0x7F, using: &noise)
      }
      for pattern in patterns {
        for start in 0...text.count {
          guard let match = try pattern.match(in: text, from: start, retries: 1_000) else {
            continue
          }
          #expect(match.groups.compactMap(\.self).allSatisfy { $0.upperBound <= text.count })
        }
      }
    }
  }

  @Test func `reads whole characters`() throws {
    let text = Array("v:é漢👍".utf8)
    let match = try Pattern("v:(..)(.)").match(in: text, from: 0, retries: 1_000)
    #expect(match?.whole == 0..<text.count)
  }
}
