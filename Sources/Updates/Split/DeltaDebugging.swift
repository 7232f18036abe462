package import Store

/// Delta debugging: finds a smallest failing set of elements by judging subsets.
///
/// The algorithm is ddmin of Andreas Zeller and Ralf Hildebrandt, "Simplifying and Isolating
/// Failure-Inducing Input" (IEEE Transactions on Software Engineering 28(2), 2002). It keeps nothing
/// but the outcomes: each call starts again with what is known, so that a process may end between any
/// two of them. A superset of a failing set counts as failing, and a subset of a passing one as
/// passing, as far as no outcome says otherwise.
///
///     a b c d fail, because of c
///     judge {a b} and {c d}     the first passes, the second fails
///     judge {c} and {d}         the first fails
///     found {c}
///
/// For one culprit among n elements, at most 2·⌈log2 n⌉ sets are judged.
package struct DeltaDebugging: Sendable {
  /// What to do next.
  package enum Step: Hashable, Sendable {
    /// Find the outcomes of these sets, the first ones first.
    case judge([[String]])
    /// The set fails, and no set without one of its elements does.
    case found([String])
  }

  /// All elements, which fail together.
  private let elements: [String]
  private let outcomes: [Set<String>: SplitOutcome]

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - elements: the failing set, without duplicates; the most suspicious first.
  ///   - outcomes: the known outcomes of subsets.
  package init(_ elements: [String], knowing outcomes: [Set<String>: SplitOutcome]) {
    self.elements = elements
    self.outcomes = outcomes
  }

  /// The next step.
  package var step: Step {
    var (failing, count) = (elements, 2)
    while failing.count > 1 {
      let parts = failing.parts(count)
      let rests = count == 2 ? [] : parts.map { part in failing.filter { !part.contains($0) } }
      let (part, rest) = (search(parts), search(rests))
      if case .fails(let found) = part {
        (failing, count) = (found, 2)
      } else if case .unknown(let sets) = part {
        return .judge(sets)
      } else if case .fails(let found) = rest {
        (failing, count) = (found, max(count - 1, 2))
      } else if case .unknown(let sets) = rest {
        return .judge(sets)
      } else if count < failing.count {
        count = min(failing.count, count * 2)
      } else {
        break
      }
    }
    return .found(failing)
  }

  private enum Search {
    case fails([String])
    case unknown([[String]])
    case nothing
  }

  /// Returns the first set that fails, else those without an outcome.
  private func search(_ sets: [[String]]) -> Search {
    if let found = sets.first(where: { outcome(of: $0) == .fails }) { return .fails(found) }
    let unknown = sets.filter { outcome(of: $0) == nil }
    return unknown.isEmpty ? .nothing : .unknown(unknown)
  }

  private func outcome(of elements: [String]) -> SplitOutcome? {
    let set = Set(elements)
    if let known = outcomes[set] { return known }
    if outcomes.contains(where: { $0.value == .fails && $0.key.isSubset(of: set) }) {
      return .fails
    }
    let passes = outcomes.contains { $0.value == .passes && $0.key.isSuperset(of: set) }
    return passes ? .passes : nil
  }
}

extension DeltaDebugging {
  /// Returns the next step of a search whose elements are sets that stay together.
  ///
  ///     [react react-dom] [vue]: judge {react react-dom} and {vue}
  ///
  /// - Parameters:
  ///   - units: sets without common elements; the most suspicious first.
  ///   - outcomes: the known outcomes of sets of elements; those that divide a unit are left out.
  /// - Returns: the step, whose sets consist of whole units.
  package static func step(
    _ units: [[String]], knowing outcomes: [Set<String>: SplitOutcome]
  ) -> Step {
    let all = Dictionary(units.map { ($0.first ?? "", $0) }) { first, _ in first }
    var known: [Set<String>: SplitOutcome] = [:]
    for (set, outcome) in outcomes {
      let names = all.filter { set.isSuperset(of: $0.value) }
      if Set(names.values.flatMap(\.self)) == set { known[Set(names.keys)] = outcome }
    }
    let whole = { (names: [String]) in names.flatMap { all[$0] ?? [] } }
    switch DeltaDebugging(units.compactMap(\.first), knowing: known).step {
    case .judge(let sets): return .judge(sets.map(whole))
    case .found(let names): return .found(whole(names))
    }
  }
}

extension [String] {
  /// Splits the elements into a number of parts, whose sizes differ by one at most.
  fileprivate func parts(_ count: Int) -> [[String]] {
    (0..<count).map { index in
      Array(self[(index * self.count / count)..<((index + 1) * self.count / count)])
    }
  }
}
