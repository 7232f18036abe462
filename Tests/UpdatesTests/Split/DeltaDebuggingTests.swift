import Store
import Testing
import TestSupport
import Updates

/// Checks that fail as soon as all elements of one of these sets are there.
private struct Checks {
  var failing: [Set<String>]

  func outcome(of set: some Sequence<String>) -> SplitOutcome {
    failing.contains { $0.isSubset(of: set) } ? .fails : .passes
  }

  /// Judges what a search asks for, one set at a time.
  func search(_ elements: [String]) -> (found: [String], runs: Int) {
    var known: [Set<String>: SplitOutcome] = [:]
    while true {
      switch DeltaDebugging(elements, knowing: known).step {
      case .found(let found): return (found, known.count)
      case .judge(let sets):
        guard let set = sets.first, known[Set(set)] == nil else { return ([], known.count) }
        known[Set(set)] = outcome(of: set)
      }
    }
  }

  /// Whether a set fails, and no set without one of its elements does.
  func isMinimal(_ set: [String]) -> Bool {
    outcome(of: set) == .fails
      && set.allSatisfy { element in outcome(of: set.filter { $0 != element }) == .passes }
  }
}

private func names(_ count: Int) -> [String] { (0..<count).map { "p\($0)" } }

/// The subsets of some elements by the bits of numbers.
private func subset(_ bits: Int, of elements: [String]) -> Set<String> {
  Set(elements.indices.filter { bits >> $0 & 1 == 1 }.map { elements[$0] })
}

@Suite struct `Delta debugging` {
  @Test(arguments: 2...40)
  func `finds a single culprit within 2 log2 n + 2 runs`(count: Int) {
    let elements = names(count)
    for culprit in elements {
      let (found, runs) = Checks(failing: [[culprit]]).search(elements)
      #expect(found == [culprit])
      // 2^(runs - 2) <= n^2
      #expect(runs <= 2 || 1 << (runs - 2) <= count * count)
    }
  }

  @Test(arguments: 2...8)
  func `finds a minimal set for each failing set`(count: Int) {
    let elements = names(count)
    for bits in 1..<(1 << count) {
      let checks = Checks(failing: [subset(bits, of: elements)])
      #expect(Set(checks.search(elements).found) == subset(bits, of: elements))
    }
  }

  @Test(arguments: 2...5)
  func `finds a minimal set for each two failing sets`(count: Int) {
    let elements = names(count)
    for first in 1..<(1 << count) {
      for second in first..<(1 << count) {
        let checks = Checks(failing: [subset(first, of: elements), subset(second, of: elements)])
        #expect(checks.isMinimal(checks.search(elements).found), "\(first) \(second)")
      }
    }
  }

  @Test(arguments: 1...300)
  func `finds a minimal set among several failing ones`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let elements = names(Int.random(in: 2...40, using: &random))
    let sets = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Set(elements.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    }
    let checks = Checks(failing: sets)
    #expect(checks.isMinimal(checks.search(elements).found))
  }

  @Test func `keeps elements together that can't be installed alone`() {
    let elements = ["react", "react-dom", "vue", "zod"]
    var known: [Set<String>: SplitOutcome] = [:]
    var runs = 0
    while case .judge(let sets) = DeltaDebugging(elements, knowing: known).step,
      let set = sets.first
    {
      let isApart = set.contains("react") != set.contains("react-dom")
      if !isApart { runs += 1 }
      known[Set(set)] = isApart ? .unresolved : set.contains("react") ? .fails : .passes
    }
    #expect(
      DeltaDebugging(elements, knowing: known).step == .found(["react", "react-dom"]))
    #expect(runs <= 6)
  }

  @Test func `requests no verdict that is known`() {
    let known: [Set<String>: SplitOutcome] = [["a", "b"]: .passes, ["c", "d"]: .fails]
    #expect(
      DeltaDebugging(["a", "b", "c", "d"], knowing: known).step == .judge([["c"], ["d"]]))
  }
}
