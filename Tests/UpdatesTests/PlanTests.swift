import Bundler
import Configuration
import Ecosystem
import Forges
import NPM
import Testing
import TestSupport
import Text
import Updates
import Versioning

/// A candidate set in one line: `lodash 4.0.0 > 4.1.0 5.0.0` with every newer version, oldest first.
///
/// A leading `dev:` marks a development dependency, `indirect:` an indirect one.
private func candidateSet(_ line: String, _ policy: Policy) -> CandidateSet {
  var words = line.split(separator: " ").map(String.init)
  let isDevelopment = words[0].hasPrefix("dev:")
  let isIndirect = words[0].hasPrefix("indirect:")
  let name = words.removeFirst().split(separator: ":").last.map(String.init) ?? ""
  let current = words.removeFirst()
  let dependency = Dependency(
    name: name, kind: isIndirect ? .indirect : .direct,
    group: isDevelopment ? .development : .production, current: current,
    source: "https://www.npmjs.com/package/\(name)")
  let releases = words.dropFirst().map { version in
    Release(version: version, satisfiesRequirement: true, step: step(current, version))
  }
  return CandidateSet(dependency, releases: Array(releases), policy: policy, now: 1_000_000_000)
}

/// A directory with its candidate sets, for the entry at `index`.
private struct Folder {
  var directory: String
  var lines: [String]
  var index = 0
}

/// Plans for the entries of a file with npm directories.
private func plan(_ updates: String, _ folders: [Folder]) throws -> [String] {
  let text = "version: 2\n\(updates)"
  let decoded = RepositoryFile.read(
    SourceText(file: "dependabot.yml", text), ecosystems: EcosystemCatalog([.bundler, .npm]))
  let file = try #require(decoded.value, "\(decoded.findings)")
  let entries = file.updates.map { entry in
    Entry(entry, in: file) { version, requirement in version == requirement }
  }
  let states = folders.map { folder in
    let entry = entries[folder.index]
    let project = Project(
      ecosystem: entry.ecosystem?.ids.first ?? .npm, directory: folder.directory, manifest: "m",
      lock: "l")
    var state = ProjectState(
      ConfiguredProject(
        project: project, ecosystem: ScriptedEcosystem(), entry: entry, entryIndex: folder.index))
    state.candidateSets = folder.lines.map { candidateSet($0, entry.policy) }
    return state
  }
  let target = Plan.Target(repository: "hub/acme/app", base: "main")
  let plan = Plan(states, at: target)
  return plan.plannedPullRequests.map(\.line) + plan.notProposed.map(\.line)
}

extension PlannedPullRequest {
  /// For example `npm / group web: react@18.0.0, vue@3.0.0`.
  fileprivate var line: String {
    let members = members.map { member in
      let directory = member.state.project.directory
      let version = member.candidateSet.candidates.first?.version ?? ""
      return (directory == "/" ? "" : directory + " ") + member.candidateSet.dependency.name + "@"
        + version
    }
    return "\(key.scope.ecosystemWord) \(key.scope.directoryWord) \(key.subject.kind) "
      + "\(key.subject.name): \(members.joined(separator: ", "))"
  }
}

extension Plan.NotProposed {
  fileprivate var line: String { "\(candidateSet.dependency.name): \(reason)" }
}

/// An entry for npm at the root with further lines, indented by four.
private func entry(_ lines: String, directory: String = "directory: /") -> String {
  """
  updates:
    - package-ecosystem: npm
      \(directory)
      schedule: {interval: weekly}
      cooldown: {default-days: 0}
  \(lines)
  """
}

@Suite struct `A plan` {
  @Test func `gives every dependency its own pull request without groups`() throws {
    #expect(
      try plan(
        entry(""),
        [Folder(directory: "/", lines: ["a 1.0.0 > 1.1.0", "b 1.0.0 > 2.0.0", "c 1.0.0"])]
      ) == [
        "npm / dependency a: a@1.1.0", "npm / dependency b: b@2.0.0", "c: up to date",
      ])
  }

  @Test(arguments: [
    ("{all: {patterns: [\"*\"]}}", ["group all: react@18.1.0, react-dom@18.1.0, dev-tool@2.0.0"]),
    (
      "{all: {patterns: [\"*\"]}, react: {patterns: [\"react*\"]}}",
      ["group react: react@18.1.0, react-dom@18.1.0", "group all: dev-tool@2.0.0"]
    ),
    (
      "{a: {patterns: [\"react*\"]}, b: {patterns: [\"react-*\"]}}",
      [
        "group a: react@18.1.0", "group b: react-dom@18.1.0",
        "dependency dev-tool: dev-tool@2.0.0",
      ]
    ),
    (
      "{a: {patterns: [\"*\"], exclude-patterns: [\"react*\"]}}",
      [
        "dependency react: react@18.1.0", "dependency react-dom: react-dom@18.1.0",
        "group a: dev-tool@2.0.0",
      ]
    ),
    (
      "{dev: {dependency-type: development}}",
      [
        "dependency react: react@18.1.0", "dependency react-dom: react-dom@18.1.0",
        "group dev: dev-tool@2.0.0",
      ]
    ),
    (
      "{small: {update-types: [minor, patch]}}",
      ["group small: react@18.1.0, react-dom@18.1.0", "dependency dev-tool: dev-tool@2.0.0"]
    ),
    (
      "{small: {update-types: [minor]}, large: {update-types: [major]}}",
      ["group small: react@18.1.0, react-dom@18.1.0", "group large: dev-tool@2.0.0"]
    ),
    (
      "{fixes: {applies-to: security-updates, patterns: [\"*\"]}}",
      [
        "dependency react: react@18.1.0", "dependency react-dom: react-dom@18.1.0",
        "dependency dev-tool: dev-tool@2.0.0",
      ]
    ),
  ]) func `deals dependencies out to groups`(groups: String, expected: [String]) throws {
    let lines = [
      "react 18.0.0 > 18.1.0", "react-dom 18.0.0 > 18.1.0", "dev:dev-tool 1.0.0 > 1.1.0 2.0.0",
    ]
    #expect(
      try plan(entry("    groups: \(groups)"), [Folder(directory: "/", lines: lines)])
        == expected.map { "npm / " + $0 })
  }

  @Test func `shares a group between the directories of an entry`() throws {
    let folders = [
      Folder(directory: "/a", lines: ["x 1.0.0 > 1.1.0", "y 1.0.0 > 1.1.0"]),
      Folder(directory: "/b", lines: ["x 1.0.0 > 1.1.0", "z 1.0.0 > 1.1.0"]),
    ]
    let both = "directories: [/a, /b]"
    #expect(
      try plan(entry("    groups: {xy: {patterns: [x, y]}}", directory: both), folders) == [
        "npm multi group xy: /a x@1.1.0, /a y@1.1.0, /b x@1.1.0",
        "npm /b dependency z: /b z@1.1.0",
      ])
  }

  @Test func `with group-by name splits directories with different versions`()
    throws
  {
    let folders = [
      Folder(directory: "/a", lines: ["x 1.0.0 > 1.1.0", "y 1.0.0 > 1.1.0"]),
      Folder(directory: "/b", lines: ["x 1.0.0 > 1.1.0 2.0.0"]),
      Folder(directory: "/c", lines: ["x 1.0.0 > 1.1.0"]),
    ]
    let groups = "    groups: {all: {patterns: [\"*\"], group-by: dependency-name}}"
    #expect(
      try plan(entry(groups, directory: "directories: [\"/*\"]"), folders) == [
        "npm multi dependency x: /a x@1.1.0, /c x@1.1.0", "npm /b dependency x: /b x@2.0.0",
        "npm multi dependency y: /a y@1.1.0",
      ])
  }

  @Test func `separates the groups of two entries`() throws {
    let text = """
      updates:
        - package-ecosystem: npm
          directories: [/a, /b]
          schedule: {interval: weekly}
          groups: {all: {patterns: ["*"]}}
          cooldown: {default-days: 0}
        - package-ecosystem: npm
          directories: [/c, /d]
          schedule: {interval: weekly}
          groups: {all: {patterns: ["*"]}}
          cooldown: {default-days: 0}
      """
    #expect(
      try plan(
        text,
        [
          Folder(directory: "/a", lines: ["x 1.0.0 > 1.1.0"]),
          Folder(directory: "/c", lines: ["x 1.0.0 > 1.1.0"], index: 1),
        ]) == [
          "npm multi group all: /a x@1.1.0", "npm multi-2 group all: /c x@1.1.0",
        ])
  }

  @Test func `brings ecosystems together in a multi-ecosystem group`() throws {
    let text = """
      multi-ecosystem-groups:
        infra: {schedule: {interval: weekly}}
      updates:
        - package-ecosystem: npm
          directory: /web
          schedule: {interval: weekly}
          multi-ecosystem-group: infra
          patterns: ["aws*"]
          cooldown: {default-days: 0}
        - package-ecosystem: bundler
          directory: /
          schedule: {interval: weekly}
          multi-ecosystem-group: infra
          cooldown: {default-days: 0}
      """
    #expect(
      try plan(
        text,
        [
          Folder(directory: "/web", lines: ["aws-sdk 1.0.0 > 1.1.0", "react 1.0.0 > 1.1.0"]),
          Folder(directory: "/", lines: ["rails 1.0.0 > 1.1.0"], index: 1),
        ]) == [
          "multi multi group infra: /web aws-sdk@1.1.0, rails@1.1.0",
          "npm /web dependency react: /web react@1.1.0",
        ])
  }

  @Test(arguments: [
    ("", "indirect:a 1.0.0 > 1.1.0", "1.1.0 is excluded by the default of 'allow'"),
    ("    allow: [{dependency-name: b}]", "a 1.0.0 > 1.1.0", "1.1.0 is excluded by 'allow'"),
    (
      "    ignore: [{dependency-name: \"A*\"}]", "a 1.0.0 > 1.1.0",
      "1.1.0 is ignored by the ignore rule 'A*'"
    ),
    (
      "    ignore: [{dependency-name: a, versions: [\"1.1.0\"]}]", "a 1.0.0 > 1.1.0",
      "1.1.0 is ignored by the ignore rule 'a' for versions 1.1.0"
    ),
    (
      "    open-pull-requests-limit: 0", "a 1.0.0 > 1.1.0",
      "1.1.0 is not proposed: version updates are off"
    ),
  ]) func `says what a policy holds back`(rules: String, line: String, words: String) throws {
    let lines = try plan(entry(rules), [Folder(directory: "/", lines: [line])])
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("a: " + words), "\(lines)")
  }
}
