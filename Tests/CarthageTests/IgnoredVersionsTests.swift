import Carthage
import Ecosystem
import Testing

@Suite struct `Versions that a configuration ignores` {
  private func ignores(_ version: String, _ condition: String) throws -> Bool {
    try EcosystemDescription.carthage.satisfies(version, condition)
  }

  @Test(arguments: [
    (">= 2", ["v2.0.0", "3.1"]), (">= 1.2, < 2", ["1.2.0", "1.9.9"]), ("5.x", ["5.0", "v5.9.1"]),
    ("5.2.*", ["5.2.0", "5.2.7"]), ("~> 1.2", ["1.2.0", "1.9.0"]), ("~> 0.2", ["0.2.5"]),
    ("== 1.0.0", ["1.0.0", "v1.0.0"]), ("1.0", ["1.0.0"]), ("> 1.0, != 1.5.0", ["1.4.0", "2.0.0"]),
  ])
  func `match every clause of a condition`(condition: String, versions: [String]) throws {
    let all = [
      "0.1.0", "0.2.5", "0.3.0", "1.0.0", "v1.0.0", "1.2.0", "1.4.0", "1.5.0", "1.9.0", "1.9.9",
      "v2.0.0", "2.0.0", "3.1", "5.0", "5.2.0", "5.2.7", "v5.9.1",
    ]
    for version in versions { #expect(try ignores(version, condition)) }
    #expect(try all.contains { try !ignores($0, condition) })
  }

  @Test func `stay outside bounds that they don't meet`() throws {
    #expect(try !ignores("2.0.0", ">= 1.2, < 2"))
    #expect(try !ignores("0.3.0", "~> 0.2"))
    #expect(try !ignores("6.0.0", "5.x"))
  }

  @Test(arguments: ["", ">=", "newest", ">= 5.x", ">= 1,", "x", "1.x.3", "1.x.3.4.5"])
  func `are a problem if the condition can't be read`(condition: String) {
    let problem = #expect(throws: Problem.self) { try ignores("1.0.0", condition) }
    #expect(problem?.kind == .usage)
  }
}
