import Resolution
import Testing

/// Formats sets of whole numbers.
private struct PlainWords: Wording {
  func requirement(_ versions: Versions, of package: String) -> String {
    versions.ranges.map { range in
      switch (range.lower, range.upper) {
      case (nil, nil): ""
      case (let lower?, let upper?) where lower.version == upper.version: "\(lower.version)"
      case (let lower, let upper):
        [
          lower.map { ($0.isInclusive ? ">=" : ">") + "\($0.version)" },
          upper.map { ($0.isInclusive ? "<=" : "<") + "\($0.version)" },
        ].compactMap(\.self).joined(separator: " ")
      }
    }.joined(separator: " || ")
  }

  func explanation(of reason: String) -> String { "cannot be used: \(reason)" }
}

private func report(_ universe: Universe) -> String {
  guard case .failed(let derivation) = solve(universe) else { return "solved" }
  return Report(derivation, wording: PlainWords()).description
}

@Suite struct `The report of a contradiction` {
  @Test func `A linear chain is reported without numbers`() {
    let universe = Universe(
      root: [("foo", .from(10, to: 20)), ("baz", .from(10, to: 20))],
      packages: [
        "foo": [10: [("bar", .from(20, to: 30))]], "bar": [20: [("baz", .from(30, to: 40))]],
        "baz": [10: [], 30: []],
      ])
    #expect(
      report(universe) == """
        Because every version of foo depends on bar >=20 <30 which depends on baz >=30 <40, \
        every version of foo requires baz >=30 <40.
        So, because root depends on both foo >=10 <20 and baz >=10 <20, version solving failed.
        """)
  }

  @Test func `A branch gets a number if a later line refers to it`() {
    let universe = Universe(
      root: [("foo", .from(10, to: 20))],
      packages: [
        "foo": [
          10: [("a", .from(10, to: 20)), ("b", .from(10, to: 20))],
          11: [("x", .from(10, to: 20)), ("y", .from(10, to: 20))],
        ],
        "a": [10: [("b", .from(20, to: 30))]],
        "b": [10: [], 20: []],
        "x": [10: [("y", .from(20, to: 30))]],
        "y": [10: [], 20: []],
      ])
    #expect(
      report(universe) == """
            Because foo <11 depends on a >=10 <20 which depends on b >=20 <30, \
        foo <11 requires b >=20 <30.
        (1) So, because foo <11 depends on b >=10 <20, foo <11 is forbidden.

            Because foo >=11 depends on x >=10 <20 which depends on y >=20 <30, \
        foo >=11 requires y >=20 <30.
            And because foo >=11 depends on y >=10 <20, foo >=11 is forbidden.
            And because foo <11 is forbidden (1), every version of foo is forbidden.
            So, because root depends on foo >=10 <20, version solving failed.
        """)
  }

  @Test func `A missing package and a missing version are reported`() {
    #expect(
      report(Universe(root: [("ghost", .all)], packages: [:]))
        == "Because root depends on ghost which cannot be used: it does not exist, "
        + "version solving failed.")
    #expect(
      report(Universe(root: [("foo", .above(9))], packages: ["foo": [1: []]]))
        == "Because root depends on foo >=9 which doesn't match any versions, "
        + "version solving failed.")
  }

  @Test func `The report of every failure in a thousand universes reaches the conclusion`() {
    for seed in 0..<1000 {
      guard case .failed(let derivation) = solve(.random(seed: seed)) else { continue }
      let lines = Report(derivation, wording: PlainWords()).lines
      #expect(lines.last?.text.hasSuffix("version solving failed.") == true, "seed \(seed)")
      let numbers = lines.compactMap(\.number)
      #expect(numbers == Array(1...max(1, numbers.count)).prefix(numbers.count).map(\.self))
      #expect(lines.count <= 2 * derivation.facts.count, "seed \(seed)")
    }
  }
}
