import Configuration
import Ecosystem
import Forges
import Synchronization
import Testing
import Text
import Updates

/// What Renovate's options say, and what martlet does with the imported file.
///
/// The repository has `a`, `b` and `c` at 1.0.0, with a patch, a minor and a major step, and `z` at
/// 0.1.0 with a patch. A row has the options and the pull requests after a visit with green checks:
/// `a 1.0.1` for an open one, `a 1.0.1!` for one that was merged, `[x]` for its labels.
private let rows: [(options: String, expected: String)] = [
  ("", "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  ("enabled: false", ""), ("enabledManagers: ['bundler']", ""), ("npm: {enabled: false}", ""),
  ("enabledManagers: ['npm']", "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  ("ignoreDeps: ['a']", "b 1.1.0, c 2.0.0, z 0.1.1"),
  ("ignorePaths: ['deps.txt']", ""), ("includePaths: ['web/**']", ""),
  ("major: {enabled: false}", "a 1.0.1, b 1.1.0, z 0.1.1"),
  ("minor: {enabled: false}, patch: {enabled: false}", "c 2.0.0"),
  ("extends: [':disableMajorUpdates']", "a 1.0.1, b 1.1.0, z 0.1.1"),
  (rule("matchPackageNames: ['a'], enabled: false"), "b 1.1.0, c 2.0.0, z 0.1.1"),
  (
    rule("matchPackageNames: ['*'], enabled: false", "matchDepNames: ['b'], enabled: true"),
    "b 1.1.0"
  ),
  (rule("matchPackageNames: ['!a'], enabled: false"), "a 1.0.1"),
  (rule("matchPackageNames: ['/^[ab]$/'], enabled: false"), "c 2.0.0, z 0.1.1"),
  (rule("matchPackageNames: ['{a,b}'], enabled: false"), "c 2.0.0, z 0.1.1"),
  (rule("excludePackageNames: ['a', 'b'], enabled: false"), "a 1.0.1, b 1.1.0"),
  (rule("matchPackagePrefixes: ['a'], enabled: false"), "b 1.1.0, c 2.0.0, z 0.1.1"),
  (rule("matchUpdateTypes: ['major'], enabled: false"), "a 1.0.1, b 1.1.0, z 0.1.1"),
  (rule("matchManagers: ['npm'], enabled: false"), ""),
  (
    rule("matchManagers: ['npm'], enabled: false", "matchPackageNames: ['c'], enabled: true"),
    "c 2.0.0"
  ),
  (rule("matchManagers: ['gomod'], enabled: false"), "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  (rule("matchFileNames: ['deps.txt'], enabled: false"), ""),
  (rule("matchPackageNames: ['b'], minor: {enabled: false}"), "a 1.0.1, c 2.0.0, z 0.1.1"),
  (rule("matchPackageNames: [], enabled: false"), "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  ("labels: ['x']", "a 1.0.1[x], b 1.1.0[x], c 2.0.0[x], z 0.1.1[x]"),
  ("extends: [':label(x)']", "a 1.0.1[x], b 1.1.0[x], c 2.0.0[x], z 0.1.1[x]"),
  (
    "labels: ['x'], " + rule("matchPackageNames: ['a'], addLabels: ['y']"),
    "a 1.0.1[x y], b 1.1.0[x], c 2.0.0[x], z 0.1.1[x]"
  ),
  (
    rule("matchUpdateTypes: ['major'], labels: ['m']"),
    "a 1.0.1, b 1.1.0, c 2.0.0[m], z 0.1.1"
  ),
  ("prConcurrentLimit: 1", "a 1.0.1"),
  ("prConcurrentLimit: 0", "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  (
    "prConcurrentLimit: 1, " + rule("matchPackageNames: ['c'], prPriority: 5"), "c 2.0.0"
  ),
  ("automerge: true", "a 1.0.1!, b 1.1.0!, c 2.0.0!, z 0.1.1!"),
  ("automerge: true, major: {automerge: false}", "a 1.0.1!, b 1.1.0!, c 2.0.0, z 0.1.1!"),
  ("extends: [':automergeMinor']", "a 1.0.1!, b 1.1.0!, c 2.0.0, z 0.1.1!"),
  ("patch: {automerge: true}", "a 1.0.1!, b 1.1.0, c 2.0.0, z 0.1.1!"),
  (rule("matchPackageNames: ['a'], automerge: true"), "a 1.0.1!, b 1.1.0, c 2.0.0, z 0.1.1"),
  (
    "automerge: true, " + rule("matchPackageNames: ['a'], automerge: false"),
    "a 1.0.1, b 1.1.0!, c 2.0.0!, z 0.1.1!"
  ),
  (
    rule(
      "matchUpdateTypes: ['patch'], automerge: true", "matchPackageNames: ['z'], automerge: false"),
    "a 1.0.1!, b 1.1.0, c 2.0.0, z 0.1.1"
  ),
  (
    "automerge: true, " + rule("matchSourceUrls: ['x'], matchPackageNames: ['c'], enabled: false"),
    "a 1.0.1!, b 1.1.0!, c 2.0.0, z 0.1.1!"
  ),
  (rule("extends: ['packages:linters'], automerge: true"), "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  ("dependencyDashboard: true, dependencyDashboardApproval: true", ""),
  (
    "dependencyDashboard: true, extends: [':approveMajorUpdates']", "a 1.0.1, b 1.1.0, z 0.1.1"
  ),
  (
    "groupName: 'all', separateMajorMinor: false", "the all group across 1 directory with 4 updates"
  ),
  (
    rule("matchPackageNames: ['a', 'b'], groupName: 'g'"),
    "the g group across 1 directory with 2 updates, c 2.0.0, z 0.1.1"
  ),
  (
    "semanticCommits: 'enabled'",
    "chore(deps): a 1.0.1, chore(deps): b 1.1.0, chore(deps): c 2.0.0, chore(deps): z 0.1.1"
  ),
]

private func rule(_ rules: String...) -> String {
  "packageRules: [\(rules.map { "{\($0)}" }.joined(separator: ", "))]"
}

@Suite struct `Renovate's options on a repository` {
  @Test(arguments: rows)
  func `mean the same for martlet`(options: String, expected: String) async throws {
    let found = try await roundTrip("renovate.json", "{\(options)}")
    #expect(found.pulls == expected, "\(found.file)")
  }
}

/// What martlet does with the configuration of another bot, as rows describe it, and the imported file.
func roundTrip(
  _ path: String, _ configuration: String
) async throws -> (pulls: String, file: String) {
  let scene = try await Scene("", ["deps.txt": "a 1.0.0\nb 1.0.0\nc 1.0.0\nz 0.1.0\n"])
  let source = SourceText(file: path, configuration)
  let catalog = EcosystemCatalog([scene.npm.description, scene.gems.description])
  let file = OtherBotFile(path).imported(source, ecosystems: catalog)
  let text = try #require(file.text, "\(file.findings)")
  try await scene.push([".github/dependabot.yml": nil, ".github/martlet.yml": text])
  for (name, versions) in [
    ("a", ["1.0.0", "1.0.1"]), ("b", ["1.0.0", "1.1.0"]), ("c", ["1.0.0", "2.0.0"]),
    ("z", ["0.1.0", "0.1.1"]),
  ] {
    scene.npm.publish(name, versions[0], versions[1])
  }
  let forge = try scene.forge()
  for name in ["x", "y", "m"] {
    _ = try await forge.createLabel(Label(name: name), in: scene.repository)
  }
  _ = try await scene.run()
  // A merge moves the base, and the others are tested again.
  for _ in 0..<5 {
    scene.wait(hours: 1)
    for pull in try await scene.pullRequests() where pull.state == .open {
      let check = Check(name: "build", state: Check.State(word: "success"))
      try await forge.report(check, of: pull.headSHA, in: scene.repository)
    }
    _ = try await scene.run()
  }
  let pulls = try await scene.pullRequests().filter { $0.state != .closed }
  return (pulls.map(summary).joined(separator: ", "), text)
}

private func summary(_ pull: PullRequest) -> String {
  let title = pull.title.replacing("Bump ", with: "").replacing("bump ", with: "")
    .replacing(" from 1.0.0 to ", with: " ").replacing(" from 0.1.0 to ", with: " ")
  let merged = pull.state == .merged ? "!" : ""
  let labels = pull.labels.isEmpty ? "" : "[\(pull.labels.joined(separator: " "))]"
  return title + merged + labels
}
