import Ecosystem
import Testing
import Text

@Suite struct `A budget` {
  @Test func `is spent up to its limit, and refused beyond it with construct and place`() throws {
    var steps = Budget("steps", 5)
    try steps.spend(on: "a")
    try steps.spend(4, on: "b")
    #expect(steps.spent == 5)
    let location = Location(file: "package.json", line: 3, column: 1)
    let problem = #expect(throws: Problem.self) { try steps.spend(on: "c", at: location) }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == "c")
    #expect(problem?.location == location)
    #expect(problem?.message == "takes more than 5 steps, which is as much as one visit may use")
  }

  @Test func `stays spent after a refusal`() {
    var bytes = Budget("bytes", 10)
    #expect(throws: Problem.self) { try bytes.spend(.max, on: "a") }
    #expect(throws: Problem.self) { try bytes.spend(on: "b") }
  }
}
