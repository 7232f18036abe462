import Resolution
import TestSupport
import Testing

private let ways: [Propagation] = [.paper, .positiveTerms, .goingOn]

/// The solver against all selections of thousands of small universes.
@Suite struct OracleTests {
  @Test(arguments: ways)
  func `A solution is found exactly where there is one, and holds`(way: Propagation) {
    var solved = 0
    for seed in 0..<1000 {
      let universe = Universe.random(seed: seed)
      let versions = solve(universe, propagation: way, merges: seed % 2 == 0).versions
      #expect((versions != nil) == universe.hasSolution(), "seed \(seed)")
      guard let selection = versions?.merging(["root": 1], uniquingKeysWith: { $1 }) else {
        continue
      }
      solved += 1
      #expect(universe.isSolution(selection), "seed \(seed)")
      #expect(Set(selection.keys) == universe.reachable(in: selection), "seed \(seed)")
    }
    #expect((300...950).contains(solved), "the universes are one-sided: \(solved)")
  }

  @Test(arguments: ways)
  func `A failure is a proof: its facts are true and each step follows`(way: Propagation) {
    var steps = 0
    for seed in 0..<400 {
      let universe = Universe.random(seed: seed, upTo: 4)
      guard case .failed(let derivation) = solve(universe, propagation: way) else { continue }
      let selections = universe.selections
      for fact in derivation.facts {
        guard case .derived(let one, let other) = fact.cause else {
          #expect(fact.isTrue(in: universe), "seed \(seed): \(fact)")
          continue
        }
        steps += 1
        let causes = [derivation.facts[one], derivation.facts[other]]
        let unproved = selections.filter { selection in
          fact.rulesOut(selection) && !causes.contains { $0.rulesOut(selection) }
        }
        #expect(unproved.isEmpty, "seed \(seed): \(fact)")
      }
      #expect(selections.allSatisfy { derivation.facts.last?.rulesOut($0) == true })
    }
    #expect(steps > 300)
  }

  @Test func `The result does not depend on the order in which needs are answered`() {
    for seed in 0..<300 {
      let universe = Universe.random(seed: seed)
      let expected = solve(universe)
      for order in 0..<4 {
        #expect(solveInPieces(universe, order: order) == expected, "seed \(seed), order \(order)")
      }
    }
  }

  @Test func `Answering the hints as well saves rounds and changes nothing`() {
    var rounds = (hinted: 0, plain: 0)
    for seed in 0..<300 {
      let universe = Universe.random(seed: seed)
      var plain = closedSolver(universe)
      var hinted = closedSolver(universe)
      let expected = outcome(of: &plain) { provider, needs, _ in
        provider.uncovered.formUnion(needs)
        rounds.plain += 1
      }
      let found = outcome(of: &hinted) { provider, needs, hints in
        provider.uncovered.formUnion(needs + hints)
        rounds.hinted += 1
      }
      #expect(found == expected, "seed \(seed)")
    }
    #expect(rounds.hinted < rounds.plain)
  }

  /// Uncovers a random part of what is asked for, and now and then a hint.
  private func solveInPieces(_ universe: Universe, order: Int) -> Outcome {
    var generator = SeededGenerator(seed: order)
    var solver = closedSolver(universe)
    return outcome(of: &solver) { provider, needs, hints in
      let count = Int.random(in: 1...needs.count, using: &generator)
      provider.uncovered.formUnion(needs.shuffled(using: &generator).prefix(count))
      if Bool.random(using: &generator) { provider.uncovered.formUnion(hints.prefix(1)) }
    }
  }

  private func closedSolver(_ universe: Universe) -> Solver<TableProvider> {
    var provider = TableProvider(universe: universe)
    provider.isOpen = false
    return Solver(root: "root", at: 1, provider: provider)
  }
}
