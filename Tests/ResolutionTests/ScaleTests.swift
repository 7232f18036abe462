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

  @Test func `The work for conflicts at the end of a long chain grows with their number`() {
    var solver = DeepUniverse.solver()
    guard case .solved(let decisions) = solver.advance() else {
      Issue.record("no solution")
      return
    }
    #expect(decisions.map(\.version) == Array(repeating: 1, count: DeepUniverse.count))
    let versions = DeepUniverse.releases.count
    #expect(solver.effort.conflicts == versions - 1, "\(solver.effort)")
    #expect(solver.effort.decisions <= versions * DeepUniverse.count, "\(solver.effort)")
  }

  @Test func `The constraints of a version are requested once`() {
    struct Counting: DependencyProvider {
      typealias Versions = VersionRanges<Int>
      var base = LargeUniverse()
      var requests: [[Int]: Int] = [:]

      func priority(of package: Int, in versions: Versions) -> Answer<Priority, Never> {
        base.priority(of: package, in: versions)
      }

      func choice(of package: Int, in versions: Versions) -> Answer<Choice<Int, Never>, Never> {
        base.choice(of: package, in: versions)
      }

      mutating func constraints(
        of package: Int, at version: Int
      ) -> Answer<[Constraint<Int, Versions, Never>], Never> {
        requests[[package, version], default: 0] += 1
        return base.constraints(of: package, at: version)
      }
    }
    var solver = Solver(root: 0, at: 50, provider: Counting())
    _ = solver.advance()
    #expect(solver.provider.requests.count > LargeUniverse.count)
    #expect(solver.provider.requests.values.allSatisfy { $0 == 1 })
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
