import Resolution
import TestSupport
import Testing

@Suite struct `The solver with large inputs` {
  @Test func `The work for a thousand packages with fifty versions grows linearly`() {
    var solver = LargeUniverse.solver()
    guard case .solved(let decisions) = solver.advance() else {
      Issue.record("no solution")
      return
    }
    #expect(decisions.count == LargeUniverse.count - 1)
    #expect(solver.effort.decisions < 5 * LargeUniverse.count, "\(solver.effort)")
    #expect(solver.effort.visits < 500 * LargeUniverse.count, "\(solver.effort)")
  }

  @Test func `A derivation thousands of facts deep is reported without deep recursion`() {
    let depth = 3000
    var packages: [String: [Int: Universe.Dependencies]] = [:]
    for index in 0..<depth { packages["p\(index)"] = [1: [("p\(index + 1)", .exactly(1))]] }
    let universe = Universe(root: [("p0", .all)], packages: packages)
    guard case .failed(let derivation) = solve(universe) else {
      Issue.record("found a solution where none exists")
      return
    }
    struct Names: Wording {
      typealias Package = String
      typealias Versions = VersionRanges<Int>
      typealias Reason = String
      func requirement(_ versions: Versions, of package: String) -> String { "" }
    }
    #expect(Report(derivation, wording: Names()).lines.count > 1)
  }
}
