import Resolution
import TestSupport
import Testing

private let orders: [Propagation] = [.paper, .positiveTerms, .continuing]

/// Compares the solver with an exhaustive search in thousands of small universes.
@Suite struct `Comparison with an exhaustive search` {
  @Test(arguments: orders)
  func `A solution is found if and only if one exists, and it is valid`(order: Propagation) {
    var solved = 0
    for seed in 0..<1000 {
      let universe = Universe.random(seed: seed)
      let versions = solve(universe, propagation: order, merges: seed % 2 == 0).versions
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

  @Test(arguments: orders)
  func `A failure is a valid proof: its facts are true and each step follows`(order: Propagation) {
    var steps = 0
    for seed in 0..<400 {
      let universe = Universe.random(seed: seed, upTo: 4)
      guard case .failed(let derivation) = solve(universe, propagation: order) else { continue }
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

  @Test func `The result does not depend on the order in which missing data arrives`() {
    for seed in 0..<300 {
      let universe = Universe.random(seed: seed)
      let expected = solve(universe)
      for order in 0..<4 {
        #expect(solveInPieces(universe, order: order) == expected, "seed \(seed), order \(order)")
      }
    }
  }

  @Test func `Adding the hinted data saves rounds and does not change the result`() {
    var rounds = (hinted: 0, plain: 0)
    for seed in 0..<300 {
      let universe = Universe.random(seed: seed)
      var plain = closedSolver(universe)
      var hinted = closedSolver(universe)
      let expected = outcome(of: &plain) { provider, needs, _ in
        provider.revealed.formUnion(needs)
        rounds.plain += 1
      }
      let found = outcome(of: &hinted) { provider, needs, hints in
        provider.revealed.formUnion(needs + hints)
        rounds.hinted += 1
      }
      #expect(found == expected, "seed \(seed)")
    }
    #expect(rounds.hinted < rounds.plain)
  }

  /// Reveals a random part of the missing data, and sometimes a hint.
  private func solveInPieces(_ universe: Universe, order: Int) -> Outcome {
    var generator = SeededGenerator(seed: order)
    var solver = closedSolver(universe)
    return outcome(of: &solver) { provider, needs, hints in
      let count = Int.random(in: 1...needs.count, using: &generator)
      provider.revealed.formUnion(needs.shuffled(using: &generator).prefix(count))
      if Bool.random(using: &generator) { provider.revealed.formUnion(hints.prefix(1)) }
    }
  }

  private func closedSolver(_ universe: Universe) -> Solver<TableProvider> {
    var provider = TableProvider(universe: universe)
    provider.isOpen = false
    return Solver(root: "root", at: 1, provider: provider)
  }
}
