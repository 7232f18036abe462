import Ecosystem
import Testing

@testable import JavaScript
@testable import NPM

@Suite struct `A range of versions to ignore` {
  @Test(arguments: [
    (">= 1.2.0, < 2", ["1.2.0", "1.9.9"], ["1.1.9", "2.0.0", "3.1.0"]),
    (">=1.2.0,<2", ["1.2.0", "1.9.9"], ["1.1.9", "2.0.0"]),
    ("> 1, < 3 || 5.x", ["2.9.0", "5.0.1"], ["1.0.0", "3.0.0", "4.0.0"]),
    ("^1.2.0", ["1.3.0"], ["2.0.0"]), ("2.x", ["2.4.0"], ["1.0.0"]),
    ("1.0.0 - 1.5.0", ["1.5.0"], ["1.5.1"]), ("*", ["0.1.0"], []),
    // What Dependabot wrote into real files when it moved them to version 2.
    (">= 4.a", ["4.0.0-0", "4.0.0", "5.1.0"], ["3.9.9"]),
    (">= 13.a, < 14", ["13.0.0-beta.1", "13.2.0"], ["12.9.9", "14.0.0"]),
    ("< 4, >= 3.2.a", ["3.2.0-rc.1", "3.9.0"], ["3.1.9", "4.0.0"]),
    // With an operator in front, Dependabot compares as RubyGems does.
    ("> 4", ["4.0.1", "5.0.0"], ["4.0.0"]), ("<= 4", ["4.0.0"], ["4.0.1"]),
    (">= 4", ["4.0.0"], ["4.0.0-beta.1"]), ("< 5", ["5.0.0-beta.1"], ["5.0.0"]),
    ("= 4", ["4.0.0"], ["4.1.0"]), ("4", ["4.0.0", "4.1.0"], ["5.0.0"]),
    ("~> 4.1", ["4.1.0", "4.9.0"], ["4.0.9", "5.0.0"]), ("~> 4.1.2", ["4.1.9"], ["4.2.0"]),
    (">= 4.x", ["4.0.0"], ["3.9.9"]), ("> v4.1", ["4.1.1"], ["4.1.0"]),
  ])
  func `contains the versions within all its bounds`(
    range: String, inside: [String], outside: [String]
  ) throws {
    let satisfies = EcosystemDescription.npm.satisfies
    for version in inside { #expect(try satisfies(version, range), "\(version)") }
    for version in outside { #expect(try !satisfies(version, range), "\(version)") }
  }

  @Test(arguments: [
    "", "  ", ">= 1.2.0,", ",", "latest", ">= banana", ">= a", "4.a.1", ">", "1.2.0, nonsense",
    "1 ||",
  ])
  func `is an error if a part of it is malformed`(range: String) {
    #expect(throws: Problem.self) { try EcosystemDescription.npm.satisfies("1.0.0", range) }
  }
}
