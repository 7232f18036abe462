import Configuration
import Ecosystem
import Forges
import Testing
import Updates
import Versioning

/// An entry with automatic merges of patches, and other rules for some packages.
private func entry() -> Updates.Entry {
  var entry = Updates.Entry()
  entry.automerge = automerge(.patch)
  entry.rules = RuleBook([
    rule("react*", automerge(.minor, .patch)), rule("react-native", automerge()),
  ])
  return entry
}

private func rule(_ name: String, _ automerge: Automerge) -> PackageRule {
  var rule = PackageRule()
  rule.match.names = [NameMatcher(NamePattern(name))]
  rule.automerge = automerge
  return rule
}

private func automerge(_ steps: Step...) -> Automerge {
  var automerge = Automerge()
  automerge.updateTypes = Set(steps)
  automerge.method = steps.isEmpty ? .merge : .squash
  return automerge
}

@Suite struct `A rule for packages` {
  @Test func `adds labels, and asks for a review once`() async throws {
    let scene = try await Scene(
      """
      labels: [own]
      rules:
        - {dependency-name: "a*", labels: [front], reviewers: [ann]}
      """, ["deps.txt": "ab 1.0.0\nb 1.0.0\n"])
    let labelling = try #require(try scene.forge().labelling)
    for name in ["own", "front"] {
      _ = try await labelling.createLabel(Label(name: name), in: scene.repository)
    }
    scene.npm.publish("ab", "1.0.0", "1.0.1")
    scene.npm.publish("b", "1.0.0", "1.0.1")
    try await scene.run()
    #expect(try await scene.pullRequests().map(\.labels) == [["own", "front"], ["own"]])
    #expect(try scene.reviewers(of: 1) == ["ann"])
    #expect(try scene.reviewers(of: 2) == [])
    try await scene.run()
    #expect(try scene.reviewers(of: 1) == ["ann"])
  }

  @Test func `gives the versions of its packages a schedule of their own`() async throws {
    let scene = try await Scene(
      "rules: [{dependency-name: b, schedule: {interval: monthly}}]",
      ["deps.txt": "a 1.0.0\nb 1.0.0\n"])
    scene.npm.publish("a", "1.0.0", "1.0.1")
    scene.npm.publish("b", "1.0.0", "1.0.1")
    #expect(
      try await scene.run(for: .everything, byRule: [.nothing]) == [
        "b: 1.0.1 waits for its schedule", "a: opened #1 for 1.0.1",
      ])
    let later = try await scene.run(for: .nothing, byRule: [.everything])
    #expect(later.contains("b: opened #2 for 1.0.1"), "\(later)")
    #expect(!later.contains { $0.hasPrefix("a: ") && $0.contains("opened") }, "\(later)")
  }

  @Test(arguments: [
    ("patch=vue", true), ("minor=vue", false), ("minor=react", true), ("patch=react-native", false),
    ("minor=react patch=vue", true), ("minor=react patch=react-native", false),
    ("minor=x|react", true),
    ("foreign-host minor=react", false), ("patch", false), ("", false),
  ])
  func `decides for each update whether it is merged automatically`(steps: String, expected: Bool) {
    #expect(WatchRules([entry()]).merges(steps) == expected)
  }

  @Test func `decides how its packages are merged`() {
    #expect(WatchRules([entry()]).method(for: "minor=react") == .squash)
    #expect(WatchRules([Updates.Entry()]).method(for: "minor=react") == .merge)
  }
}
