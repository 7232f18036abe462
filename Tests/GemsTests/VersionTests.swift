import TestSupport
import Testing

@testable import Gems

@Suite struct `Gem versions` {
  @Test(arguments: [
    ("1.0", "1"), ("1", "1.0.0"), ("1.2.b1", "1.2.b.1"), ("1.2.pre.1", "1.2.0.pre.1.0"),
    ("", "0"), ("  2.1 ", "2.1"), ("1.0.0-rc1", "1.0.0.pre.rc1"), ("1.2.003.0.0", "1.02.3"),
  ])
  func `are equal if only zeros and spelling differ`(left: String, right: String) throws {
    let left = try #require(GemVersion(left))
    let right = try #require(GemVersion(right))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(!(left < right) && !(right < left))
  }

  @Test(arguments: [
    ("1.0.a", "1"), ("1.a", "1.b"), ("1.9.3", "1.10"), ("1.0.0-alpha", "1.0.0-alpha.1"),
    ("1.0.0-beta.2", "1.0.0-beta.11"), ("5.A", "5.a"), ("0.beta", "0"), ("1.0.a.1", "1.0.b"),
    ("1.65536", "1.65537"), ("1.18446744073709551615", "1.18446744073709551616"),
    ("9.99999999999999999999", "9.100000000000000000000"), ("3.a5", "3.a10"),
  ])
  func `sort letters before numbers and numbers by value`(less: String, more: String) throws {
    let less = try #require(GemVersion(less))
    let more = try #require(GemVersion(more))
    #expect(less < more)
    #expect(!(more < less))
  }

  @Test(arguments: ["junk", "1.2.", ".1", "1..2", "1 2", "v1", "1.2\u{301}", "-1", "1-", "1.é"])
  func `refuse what RubyGems refuses`(text: String) {
    #expect(GemVersion(text) == nil)
  }

  @Test(arguments: [
    ("5.2.4", "5.3"), ("5.2.4.a10", "5.3"), ("5", "6"), ("5.0.0", "5.1"),
    ("1.18446744073709551615.0", "1.18446744073709551616"),
    ("2.99999999999999999999.1", "2.100000000000000000000"),
  ])
  func `are bumped as the pessimistic operator needs`(text: String, bumped: String) throws {
    #expect(try #require(GemVersion(text)).bump.text == bumped)
  }

  @Test(arguments: [("1.2.0.a", "1.2.0"), ("1.9.3.alpha.5", "1.9.3"), ("1.9.3", "1.9.3")])
  func `drop everything from the first letter on`(text: String, release: String) throws {
    #expect(try #require(GemVersion(text)).release.text == release)
  }

  @Test func `order is total on seeded random versions`() {
    var generator = SeededGenerator(seed: 7)
    let parts = ["0", "1", "2", "10", "a", "b", "pre", "65536", "rc1"]
    let versions = (0..<40).compactMap { _ in
      GemVersion(
        (["\(Int.random(in: 0..<3, using: &generator))"]
          + (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
            parts.randomElement(using: &generator) ?? "0"
          }).joined(separator: "."))
    }
    var violations = 0
    for left in versions {
      for right in versions {
        if [left < right, right < left, left == right].count(where: { $0 }) != 1 {
          violations += 1
        }
        violations += versions.count { left < right && right < $0 && !(left < $0) }
      }
    }
    #expect(violations == 0)
  }
}
