import Resolution
import Testing

/// Returns `^1` for versions in tens: 1.0 is 10, 1.1 is 11, and `caret(10)` is `>=1.0 <2.0`.
private func caret(_ version: Int) -> Versions { .from(version, to: (version / 10 + 1) * 10) }

/// An example of the paper that has a solution.
private struct Example: CustomTestStringConvertible {
  var testDescription: String
  var universe: Universe
  var solution: [String]
}

private let examples = [
  Example(
    testDescription: "no conflicts",
    universe: Universe(
      root: [("foo", caret(10))],
      packages: ["foo": [10: [("bar", caret(10))]], "bar": [10: [], 20: []]]),
    solution: ["foo 10", "bar 10"]),
  Example(
    testDescription: "avoiding a conflict during decision making",
    universe: Universe(
      root: [("foo", caret(10)), ("bar", caret(10))],
      packages: [
        "foo": [11: [("bar", caret(20))], 10: []],
        "bar": [10: [], 11: [], 20: []],
      ]),
    solution: ["foo 10", "bar 11"]),
  Example(
    testDescription: "performing conflict resolution",
    universe: Universe(
      root: [("foo", .above(10))],
      packages: ["foo": [20: [("bar", caret(10))], 10: []], "bar": [10: [("foo", caret(10))]]]),
    solution: ["foo 10"]),
  Example(
    testDescription: "conflict resolution with a partial satisfier",
    universe: Universe(
      root: [("foo", caret(10)), ("target", caret(20))],
      packages: [
        "foo": [11: [("left", caret(10)), ("right", caret(10))], 10: []],
        "left": [10: [("shared", .above(10))]],
        "right": [10: [("shared", .below(20))]],
        "shared": [20: [], 10: [("target", caret(10))]],
        "target": [20: [], 10: []],
      ]),
    solution: ["foo 10", "target 20"]),
]

@Suite struct `The examples of the PubGrub paper` {
  @Test(arguments: examples)
  private func `The paper's examples have the solutions given in the paper`(example: Example) {
    #expect(solve(example.universe).versions == Outcome.solved(example.solution).versions)
  }

  @Test func `A chain of dependencies ends in a contradiction`() {
    let universe = Universe(
      root: [("foo", caret(10)), ("baz", caret(10))],
      packages: [
        "foo": [10: [("bar", caret(20))]], "bar": [20: [("baz", caret(30))]],
        "baz": [10: [], 30: []],
      ])
    guard case .failed(let derivation) = solve(universe) else {
      Issue.record("found a solution where none exists")
      return
    }
    #expect(derivation.root == "root")
    #expect(derivation.facts.count { $0.cause == .dependency } == 4)
  }
}
