import Ecosystem
import Gems
import Testing

@testable import Bundler

@Suite struct `A condition of dependabot_yml on a gem` {
  @Test(arguments: ["", " ", ">= 1,", "1, nonsense!", "> 1 || < 3"])
  func `is an error if a part is not readable`(text: String) {
    #expect(throws: Problem.self) { try GemRequirement.condition(text) }
  }
}
