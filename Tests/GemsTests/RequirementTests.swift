import Testing

@testable import Gems

@Suite struct `Gem requirements` {
  @Test(arguments: [
    ("~> 3", "3.9", true), ("~> 3", "4.0", false), ("~> 1.4.3", "1.4.9", true),
    ("~> 1.4.3", "1.5", false), ("~> 5.a", "5.0.0.rc2", true), ("~> 5.x", "5.0.0.rc2", false),
    ("!= 1.2", "1.2.0", false), ("< 3.0", "3.0.rc2", true), ("~> 1.0", "2.0.a", false),
    (">= 1, < 2", "1.5", true), (">= 1, < 2", "2", false), ("1.0", "1.0.0", true),
  ])
  func `accept`(requirement: String, version: String, answer: Bool) throws {
    let requirement = try #require(GemRequirement(list: requirement))
    #expect(requirement.accepts(try #require(GemVersion(version))) == answer)
  }

  @Test(arguments: ["= junk", "=> 1", "1..2", "> 1 2", "==1", ""])
  func `refuse ill-formed text`(text: String) {
    #expect(GemRequirement([text]) == nil)
  }

  @Test func `are the same in any order but keep the precision of the pessimistic operator`() {
    #expect(GemRequirement(["> 2", "~> 1.3"]) == GemRequirement(["~> 1.3", "> 2.0"]))
    #expect(GemRequirement(["~> 1"]) != GemRequirement(["~> 1.0"]))
    #expect(GemRequirement(["2"]) == GemRequirement(["= 2"]))
  }

  @Test(
    arguments: [
      ([], nil), ([">= 0"], nil), (["2"], "= 2"), ([">= 1.0.1", "~> 1.0"], "~> 1.0, >= 1.0.1"),
      (["< 2", ">= 1", ">= 1"], ">= 1, < 2"), ([">= 0", "!= 1"], ">= 0, != 1"),
    ] as [([String], String?)])
  func `are locked with clauses in descending order`(clauses: [String], locked: String?) throws {
    #expect(try #require(GemRequirement(clauses)).locked == locked)
  }
}
