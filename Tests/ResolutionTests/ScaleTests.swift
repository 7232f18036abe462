import Resolution
import Testing

/// A thousand packages of fifty versions each.
///
/// Package `n` needs some of those after it; every third release needs the newest of a popular
/// package that others keep back, so that there is something to take back.
private struct LargeProvider: DependencyProvider {
  static let count = 1000
  static let releases = 50

  func priority(of package: Int, in versions: Versions) -> Answer<Priority, Never> {
    .known(Priority(count: (1...Self.releases).count { versions.contains($0) }))
  }

  func choice(of package: Int, in versions: Versions) -> Answer<Choice<Int, Never>, Never> {
    let best = (1...Self.releases).last { versions.contains($0) }
    return .known(best.map(Choice.version) ?? .none)
  }

  func constraints(
    of package: Int, at version: Int
  ) -> Answer<[Constraint<Int, Versions, Never>], Never> {
    var constraints: [Constraint<Int, Versions, Never>] = []
    for step in [1, 2, 3, 17, 101] where package + step < Self.count {
      let low = (package * 7 + version * 3 + step) % 30
      let range = Versions.from(low, to: low + (version % 3 == 0 ? 12 : 40))
      constraints.append(.dependency(of: .exactly(version), on: package + step, range))
    }
    return .known(constraints)
  }
}

@Suite struct ScaleTests {
  @Test func `A thousand packages of fifty versions cost work in proportion`() {
    var solver = Solver(root: 0, at: 50, provider: LargeProvider())
    guard case .solved(let decisions) = solver.advance() else {
      Issue.record("no solution")
      return
    }
    #expect(decisions.count == LargeProvider.count - 1)
    #expect(solver.effort.decisions < 5 * LargeProvider.count, "\(solver.effort)")
    #expect(solver.effort.visits < 500 * LargeProvider.count, "\(solver.effort)")
  }

  @Test func `A derivation thousands of facts deep is told without deep recursion`() {
    let depth = 3000
    var packages: [String: [Int: Universe.Dependencies]] = [:]
    for place in 0..<depth { packages["p\(place)"] = [1: [("p\(place + 1)", .exactly(1))]] }
    let universe = Universe(root: [("p0", .all)], packages: packages)
    guard case .failed(let derivation) = solve(universe) else {
      Issue.record("solved what has no solution")
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
