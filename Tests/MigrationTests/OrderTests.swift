import Ecosystem
import Testing

@testable import Migration

/// Dependencies of a project: `"A 1.0": "B, C"` needs B and C.
///
/// A name in parentheses isn't named by the manifest. A mark behind the needs: `!` has an obstacle,
/// `?` couldn't be looked up, `+B` has a package that depends on that of B.
private struct Pods {
  var lines: [(String, String)]

  init(_ lines: KeyValuePairs<String, String>) {
    self.lines = lines.map { ($0.key, $0.value) }
  }

  private func row(_ key: String, _ value: String) -> MigrationPlan.Row {
    let isDirect = !key.hasPrefix("(")
    let name = key.filter { !"()".contains($0) }
    let words = value.split(separator: " ").map(String.init)
    var candidate = MigrationCandidate(
      name: name, kind: isDirect ? .direct : .indirect, written: "", requirement: .any,
      version: "1.0.0", origin: .success(nil))
    candidate.needs = Set(words.filter { !"!?+".contains($0.first ?? " ") })
    let obstacles = words.contains("!") ? [MigrationObstacle(.noManifest, "has no package")] : []
    var row = MigrationPlan.Row(candidate: candidate, obstacles: obstacles)
    if words.contains("?") { row.problem = Problem(.failed, "did not respond", subject: name) }
    if obstacles.isEmpty, row.problem == nil {
      let origin = MigrationOrigin(
        repository: "https://example.com/\(name)", reference: .tag("1.0.0"), version: "1.0.0")
      var offer = PackageOffer(origin: origin, version: "1.0.0", commit: name, tools: "5.9.0")
      offer.dependencies = words.filter { $0.hasPrefix("+") }.map {
        "https://example.com/\($0.dropFirst())"
      }
      row.offer = offer
    }
    return row
  }

  var plan: MigrationPlan {
    MigrationPlan(lines.map { row($0.0, $0.1) }) { $0 == $1 }
  }

  /// The steps, with `+` between those that move together.
  var order: String {
    plan.steps.map { $0.joined(separator: "+") }.joined(separator: " ")
  }

  /// The states that aren't `movable`.
  var stays: [String] {
    plan.rows.filter { $0.status != .movable }.map { row in
      "\(row.name) \(row.status)"
        + (row.obstacles.isEmpty ? "" : ": " + row.obstacles.map(\.message).joined(separator: "; "))
    }
  }
}

@Suite struct `The order of a move` {
  @Test func `independent dependencies move one by one, by name`() {
    #expect(Pods(["A": "", "B": "", "C": ""]).order == "A B C")
  }

  @Test func `a dependency moves after those that need it`() {
    #expect(Pods(["A": "", "B": "A", "C": "B"]).order == "C B A")
  }

  @Test func `a package that brings another one moves together with it`() {
    #expect(Pods(["A": "", "B": "A +A", "C": ""]).order == "B+A C")
  }

  @Test func `those that share an indirect dependency move together if a package brings it`() {
    let pods: KeyValuePairs = ["A": "S +S", "B": "S", "C": "", "(S)": ""]
    #expect(Pods(pods).order == "A+B C")
    #expect(Pods(["A": "S", "B": "S", "(S)": ""]).order == "A B")
  }

  @Test func `what need each other is named as a cycle and moves together`() {
    let pods = Pods(["A": "B", "B": "A", "C": ""])
    #expect(pods.plan.cycles == [["A", "B"]])
    #expect(pods.order == "A+B C")
  }

  @Test func `what another one needs stays if that one stays`() {
    let pods = Pods(["A": "", "B": "A !", "C": ""])
    #expect(pods.order == "C")
    #expect(
      pods.stays == ["A blocked: is needed by B, which stays", "B blocked: has no package"])
  }

  @Test func `what couldn't be looked up stays, and so does what it needs`() {
    let pods = Pods(["A": "", "B": "A ?"])
    #expect(pods.stays == ["A blocked: is needed by B, which stays", "B unknown"])
  }

  @Test func `a package that brings something that stays doesn't move`() {
    let pods = Pods(["A": "S +S", "B": "S !", "(S)": ""])
    #expect(pods.order == "")
    #expect(
      pods.stays == [
        "A blocked: has a package with S, which stays", "B blocked: has no package",
        "S blocked: is needed by A, B, which stay",
      ])
  }

  @Test func `an indirect dependency follows, whatever its repository has`() {
    let pods = Pods(["A": "S", "(S)": "!"])
    #expect(pods.order == "A")
    #expect(pods.stays == ["S follows: has no package"])
  }

  @Test func `long chains don't end the program`() {
    let lines = (0..<1_000).map { ("P\($0)", $0 == 0 ? "" : "P\($0 - 1)") }
    var pods = Pods([:])
    pods.lines = lines
    #expect(pods.plan.cycles.isEmpty)
  }
}
