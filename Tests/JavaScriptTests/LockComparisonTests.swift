import Ecosystem
import Testing

@testable import JavaScript

/// Copies in a few lines: the name, the version, and the ranges of dependencies.
///
///     copies("a 1.0.0: b ^1.0.0", "b 1.0.0")
private func copies(_ lines: String..., direct: [String: Int] = [:]) -> LockedCopies {
  let parts = lines.map { $0.split(separator: ":", maxSplits: 1) }
  let heads = parts.map { $0[0].split(separator: " ").map(String.init) }
  let links = parts.map { part in
    LockedLinks(
      part.dropFirst().flatMap { $0.split(separator: ",") }.map { text in
        let words = text.split(separator: " ").map(String.init)
        return LockedLinks.Link(words[0], words[1])
      })
  }
  return LockedCopies(
    heads.map { LockedCopy($0[0], version: $0[1]) }, importers: ["": direct], links: { links[$1] })
}

private func requirement(_ name: String, at version: String?) -> DirectRequirements {
  var result = DirectRequirements()
  result.add(
    DirectRequirements.Entry(
      name,
      Requirement(
        manifest: "package.json", section: "dependencies", text: "*", locked: version)))
  return result
}

extension LockComparison {
  fileprivate init(
    _ before: LockedCopies, _ after: LockedCopies, _ versions: (String, String)? = nil
  ) {
    self.init(
      before: before, after: after, required: requirement("a", at: versions?.0),
      requiredAfter: requirement("a", at: versions?.1), edits: [:], direct: ["a"])
  }

  fileprivate var lines: [String] {
    moves(first: []).map { "\($0.name) \($0.from ?? "-") \($0.to ?? "-") \($0.kind)" }
  }
}

@Suite struct `Two locks` {
  @Test func `differ by pairs of the newest versions`() {
    let comparison = LockComparison(
      copies("b 1.0.0", "b 2.0.0", "c 1.0.0"), copies("b 2.1.0", "c 1.0.0", "d 1.0.0"))
    #expect(
      comparison.lines == [
        "b 2.0.0 2.1.0 indirect", "b 1.0.0 - indirect", "d - 1.0.0 indirect",
      ])
  }

  /// Copies in folders: `node_modules/x 1.0.0`.
  private func tree(_ lines: String...) -> LockedCopies {
    LockedCopies(
      lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        let name = words[0].split(separator: "/").last.map(String.init) ?? ""
        var copy = LockedCopy(name, version: words[1])
        copy.location = words[0]
        return copy
      }, importers: [:], links: { _, _ in LockedLinks() })
  }

  @Test func `don't differ by the folder of a version, and have each move once`() {
    let copied = LockComparison(
      tree("node_modules/x 1.0.0", "node_modules/a 1.0.0"),
      tree(
        "node_modules/x 2.0.0", "node_modules/a 1.0.0", "node_modules/a/node_modules/x 2.0.0"))
    #expect(copied.lines == ["x 1.0.0 2.0.0 indirect"])
    let hoisted = LockComparison(
      tree("node_modules/x 1.0.0", "node_modules/a/node_modules/y 1.0.0"),
      tree("node_modules/a/node_modules/x 2.0.0", "node_modules/y 1.0.0"))
    #expect(hoisted.lines == ["x 1.0.0 2.0.0 indirect"])
    let merged = LockComparison(
      tree("node_modules/x 2.0.0", "node_modules/a/node_modules/x 1.0.0"),
      tree("node_modules/x 2.0.0"))
    #expect(merged.lines == ["x 1.0.0 - indirect"])
    let split = LockComparison(
      tree("node_modules/x 1.0.0"),
      tree("node_modules/x 1.0.0", "node_modules/a/node_modules/x 2.0.0"))
    #expect(split.lines == ["x - 2.0.0 indirect"])
  }

  @Test func `differ by the manifest's versions first`() {
    let comparison = LockComparison(
      copies("a 1.0.0", "a 2.0.0"), copies("a 2.0.0", "a 2.1.0"), ("1.0.0", "2.0.0"))
    #expect(comparison.lines == ["a 1.0.0 2.0.0 direct", "a - 2.1.0 direct"])
  }

  @Test func `differ by folders if they are trees`() {
    let tree = { (versions: [String: String]) in
      LockedCopies(
        versions.sorted { $0.key < $1.key }.map { location, version in
          var copy = LockedCopy("b", version: version)
          copy.location = location
          return copy
        })
    }
    let comparison = LockComparison(
      tree(["node_modules/b": "1.0.0"]),
      tree(["node_modules/b": "2.0.0", "node_modules/a/node_modules/b": "1.0.0"]))
    #expect(comparison.lines == ["b 1.0.0 2.0.0 indirect", "b - 1.0.0 indirect"])
  }

  @Test func `prove a version if the manifest gets it, not only another package`() throws {
    var plan = UpdatePlan(aim: .install)
    plan.targets = [Goal.Target(name: "a", version: "1.1.0")]
    let after = copies("a 1.0.0", "a 1.1.0")
    let problem = #expect(throws: Problem.self) {
      try LockComparison(copies("a 1.0.0"), after, ("1.0.0", "1.0.0"))
        .prove(plan, "cannot be locked") { _, _ in [] }
    }
    #expect(problem?.kind == .unsolvable)
    try LockComparison(copies("a 1.0.0"), after, ("1.0.0", "1.1.0"))
      .prove(plan, "cannot be locked") { _, _ in [] }
  }

  @Test func `must not have another digest for one version`() {
    let locked = { (digest: String) in
      var copy = LockedCopy("a", version: "1.0.0")
      copy.digest = digest
      return LockedCopies([copy])
    }
    #expect(throws: Problem.self) {
      try LockComparison(locked("sha512-AAAA"), locked("sha512-BBBB")).proveDigests()
    }
  }
}

@Suite struct `The packages of a lock` {
  private let lock = copies(
    "a 1.0.0: b ^1.0.0", "b 1.0.0: c *", "b 2.0.0", "c 1.0.0: b ^2.0.0", "d 1.0.0")

  @Test func `are reached through all copies of a name`() {
    #expect(lock.dependencies(of: "a") == ["b", "c"])
    #expect(lock.dependencies(of: "c") == ["b"])
    #expect(lock.dependencies(of: "d") == [])
  }

  @Test func `have the ranges of their dependents, if the lock has all of them`() {
    #expect(lock.bounds(ReplacementRules([], lock)) == ["b": ["^1.0.0", "^2.0.0"], "c": ["*"]])
    let partial = LockedCopies([LockedCopy("a", version: "1.0.0")]) { _, _ in
      LockedLinks([LockedLinks.Link("b", nil)], peers: ["b": "^1.0.0"])
    }
    #expect(partial.bounds(ReplacementRules([], partial)) == [:])
  }

  @Test(arguments: [
    (ReplacementRule("b", parent: "a", range: "1.0.0"), ["1.0.0", "^2.0.0"]),
    (ReplacementRule("b", parent: "a", isDeep: true, range: "1.0.0"), ["1.0.0"]),
    (ReplacementRule("b", selector: "2", range: "2.0.0"), ["2.0.0", "^1.0.0"]),
    (ReplacementRule("b", selector: "2", parent: "a", range: "2.0.0"), ["^1.0.0", "^2.0.0"]),
  ])
  func `have the ranges that rules give their dependents`(
    rule: ReplacementRule, expected: [String]
  ) {
    #expect(lock.bounds(ReplacementRules([rule], lock))["b"] == expected)
  }

  @Test func `are listed oldest first, and the usual one is the nearest`() {
    #expect(lock.versions(of: "b") == ["1.0.0", "2.0.0"])
    #expect(lock.usual(of: "b")?.version == "2.0.0")
    let alias = copies("b 1.0.0", direct: ["own": 0])
    #expect(alias.versions(of: "own") == ["1.0.0"])
    #expect(alias.names == ["b"])
  }
}
