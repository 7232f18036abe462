import Ecosystem
import TestSupport
import Testing

@testable import References

@Suite struct `A tag with a version` {
  @Test(arguments: [
    ("v4", "v", [4], nil), ("4.1.2", "", [4, 1, 2], nil),
    ("v1.0.0-beta.1", "v", [1, 0, 0], "beta.1"),
    ("codeql-bundle-v2.14.3", "codeql-bundle-v", [2, 14, 3], nil),
    ("setup/v3", "setup/v", [3], nil), ("node20-v1.2", "node20-v", [1, 2], nil),
  ])
  func `has a prefix, a number and a label`(
    text: String, prefix: String, numbers: [Int], label: String?
  ) throws {
    let tag = try #require(TagVersion(text))
    #expect(tag.prefix == prefix)
    #expect(tag.numbers == numbers)
    #expect(tag.label == label)
  }

  @Test(arguments: ["main", "2024-01-15", "v1x", "v", "", "v1..2", "node20", "v1-", "v1-2"])
  func `isn't a branch or a date`(text: String) { #expect(TagVersion(text) == nil) }

  @Test func `is ordered by number and label`() throws {
    let texts = ["v1", "v1.1-beta.2", "v1.1-beta.10", "v1.1", "v1.10", "v2.0.0-rc1", "v2"]
    let tags = try texts.map { try #require(TagVersion($0)) }
    var generator = SeededGenerator(seed: 16)
    #expect(tags.shuffled(using: &generator).sorted().map(\.text) == texts)
    #expect(TagVersion("v2") == TagVersion("2.0.0"))
  }

  @Test(arguments: [
    ("v4", "v5", true), ("v4", "v5.0.0", false), ("v4", "5", true), ("4.1.2", "v5.0.0", true),
    ("4", "20240115", false), ("20240115", "20240227", true), ("v4.1", "v5.0", true),
    ("v1.0.0", "v2.0.0-beta", false), ("v1.0.0-beta.1", "v1.0.0-beta.2", true),
    ("v1.0.0-beta.1", "v1.0.0-rc.1", true), ("v1.0.0-beta1", "v1.0.0-RC2", true),
    ("v1.0.0-beta.1", "v1.1.0-rc.1", false),
    ("v1.0.0-beta.1", "v1.0.0", true), ("v1.0.0-node16", "v1.0.0-rc.1", false),
    ("setup/v1", "build/v2", false),
  ])
  func `keeps its form`(old: String, new: String, isKept: Bool) throws {
    let tags = try [old, new].map { try #require(TagVersion($0)) }
    #expect(tags[1].hasForm(of: tags[0]) == isKept)
  }

  @Test(arguments: [
    ("4.1.2", "4.x", true), ("5", "4.x", false), ("4.1.2", ">= 4, < 5", true), ("5", "< 5", false),
    ("4.9", "~> 4.1", true), ("5", "~> 4.1", false), ("5.0.0", "5", true), ("4", "!= 4", false),
    ("4.1", "4.*", true),
  ])
  func `satisfies requirements of ignore rules`(
    version: String, requirement: String, expected: Bool
  ) throws {
    #expect(try TagVersion.satisfies(version, requirement) == expected)
  }

  @Test(arguments: ["", "^4", "main", "4,,5"])
  func `refuses other requirements`(text: String) {
    #expect(throws: Problem.self) { try TagVersion.satisfies("4", text) }
  }
}
