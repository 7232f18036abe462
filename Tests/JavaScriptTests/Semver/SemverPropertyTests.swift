import TestSupport
import Testing

@testable import JavaScript

/// Strings that look like ranges from afar, the same ones in every run.
private struct RangeWriter {
  var generator: SeededGenerator

  mutating func pick(_ words: [String]) -> String {
    words.randomElement(using: &generator) ?? ""
  }

  mutating func number() -> String {
    pick(["0", "1", "2", "10", "00", "x", "*", "9007199254740991", "123456789012345678901234"])
  }

  mutating func version() -> String {
    let parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in number() }
    return parts.joined(separator: ".") + pick(["", "", "-rc.1", "-", "beta", "+b", "-01", "é"])
  }

  mutating func range() -> String {
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      pick(["", "^", "~", "~>", ">", "<", ">=", "<=", "=", "==", "^ ", "> ", "v"]) + version()
        + pick([" ", " ", " - ", "||", " || ", "\t", "-", "\u{2028}"])
    }.joined()
  }

  mutating func noise() -> String {
    let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

@Suite struct `Properties of node-semver` {
  @Test func `a canonical range admits the same versions`() throws {
    var writer = RangeWriter(generator: SeededGenerator(seed: 5))
    let versions = ["0.0.0", "0.0.1", "1.0.0", "1.2.0-rc.1", "2.10.0", "10.0.0-0"].compactMap {
      Version($0)
    }
    var readable = 0
    for _ in 0..<3_000 {
      let text = writer.range()
      guard let range = Range(text, loose: true) else { continue }
      readable += 1
      let again = try #require(Range(range.canonical, loose: true), "\(text)")
      for version in versions {
        #expect(again.contains(version) == range.contains(version), "\(text) \(version)")
      }
    }
    #expect(readable > 300)
  }

  @Test func `the loose grammar parses everything that the strict one does`() {
    var writer = RangeWriter(generator: SeededGenerator(seed: 6))
    for _ in 0..<3_000 {
      let text = writer.range()
      guard let strict = Range(text) else { continue }
      #expect(Range(text, loose: true)?.canonical == strict.canonical, "\(text)")
    }
  }

  @Test func `the order of versions is total`() {
    var writer = RangeWriter(generator: SeededGenerator(seed: 7))
    let versions = (0..<400).compactMap { _ in Version(writer.version(), loose: true) }
    let sorted = versions.sorted()
    for index in sorted.indices.dropLast() {
      #expect(sorted[index] <= sorted[index + 1])
      #expect(Version(sorted[index].description, loose: true) == sorted[index])
    }
  }

  @Test func `noise is read or refused, and never traps`() {
    var writer = RangeWriter(generator: SeededGenerator(seed: 8))
    for _ in 0..<5_000 {
      let text = writer.noise() + writer.range() + writer.noise()
      _ = Version(text, loose: true)
      for loose in [false, true] {
        let range = Range(text, loose: loose, includePrerelease: loose)
        #expect(range.map { !$0.alternatives.isEmpty } ?? true)
      }
    }
  }

  /// Were a reader's time to grow with the square of a text, or worse, it would not end.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: ["v", " ", "1", "1.", ">", "~", "^ ", "1-", "- ", "|| ", "*", "=", "0"])
  func `long monotonous texts are read in time`(unit: String) {
    let text = String(repeating: unit, count: RangeReader.longestText / unit.utf8.count)
    #expect(Range(text, loose: true) == Range(text, loose: true))
    #expect(Version(text, loose: true) == nil)
  }
}
