import Configuration
import Ecosystem
import Testing
import Text
import Versioning

/// Reads `martlet.yml` with presets, by their text in `extends`.
private func read(
  _ text: String, _ presets: [String: String] = [:], operator other: String = "",
  named name: String = ".github/martlet.yml"
) -> Decoded<RepositoryFile> {
  let limits = OperatorFile.read(
    SourceText(file: "operator.yml", other), ecosystems: ecosystems, placeholders: .none)
  var reading = RepositoryReading(
    SourceText(file: name, text), FileRules(of: name), ecosystems: ecosystems,
    within: limits.value ?? OperatorFile())
  while let preset = reading.wanted {
    if let text = presets["\(preset.reference)"] {
      reading.add(SourceText(file: "\(preset.reference)", text))
    } else {
      reading.fail("no such file")
    }
  }
  return reading.decoded()
}

private let base = """
  version: 2
  updates:
    - package-ecosystem: npm
      directory: /
      schedule: {interval: weekly, day: friday}
      labels: [base]
      ignore:
        - dependency-name: left-pad
      groups:
        types: {patterns: ["@types/*"]}
    - package-ecosystem: bundler
      directory: /
      schedule: {interval: monthly}
  """

struct `A preset` {
  @Test func `a file that only extends a preset has the preset's entries`() throws {
    let decoded = read("extends: acme/config//base.yml", ["acme/config//base.yml": base])
    let file = try #require(decoded.value)
    #expect(file.updates.map(\.ecosystem?.word) == ["npm", "bundler"])
    #expect(file.updates.map(\.isInherited) == [true, true])
    #expect(decoded.findings == [])
  }

  @Test func `an entry gets the keys that it lacks from the preset's entry`() throws {
    let text = """
      extends: acme/config//base.yml
      updates:
        - package-ecosystem: npm
          directory: /web
          labels: [web]
          ignore:
            - dependency-name: right-pad
          groups:
            lint: {patterns: ["eslint*"]}
      """
    let file = try #require(read(text, ["acme/config//base.yml": base]).value)
    #expect(file.updates.count == 2)
    let npm = try #require(file.updates.first)
    #expect(npm.directories.map(\.text) == ["/web"])
    #expect(npm.labels == ["web"])
    #expect(npm.schedule.day == .friday)
    #expect(npm.ignore.map(\.name.text) == ["left-pad", "right-pad"])
    #expect(npm.groups.map(\.name) == ["lint", "types"])
    #expect(file.updates.map(\.isInherited) == [false, true])
  }

  @Test func `presets extend presets, and those of the operator by name`() throws {
    let presets = ["acme/config//web.yml": "extends: library"]
    let other = """
      presets:
        library:
          updates:
            - package-ecosystem: npm
              directory: /
              schedule: {interval: quarterly}
      """
    let decoded = read("extends: acme/config//web.yml", presets, operator: other)
    #expect(decoded.value?.updates.first?.schedule.interval == .quarterly)
  }

  @Test(arguments: [
    (
      "extends: acme/config//none.yml",
      ".github/martlet.yml:1:10: error: the preset 'acme/config//none.yml' cannot be used: no such file"
    ),
    (
      "extends: acme/config//loop.yml",
      "acme/config//loop.yml:1:10: error: 'extends' leads back to acme/config//loop.yml"
    ),
    (
      "extends: libary",
      ".github/martlet.yml:1:10: error: the operator's file has no preset 'libary'; did you mean "
        + "'library'?"
    ),
    (
      "extends: acme//../x",
      ".github/martlet.yml:1:10: error: expected a preset such as OWNER/REPO//path, or the name of "
        + "one of the operator's, found 'acme//../x'"
    ),
    (
      "extends: acme/config//broken.yml",
      "acme/config//broken.yml:1:"
    ),
  ])
  func `a preset that cannot be used is an error by name`(text: String, expected: String) {
    let presets = [
      "acme/config//loop.yml": "extends: acme/config//loop.yml",
      "acme/config//broken.yml": "updates: [a: b",
    ]
    let other = "presets:\n  library: {updates: []}\n"
    let decoded = read(text, presets, operator: other)
    #expect(decoded.value == nil)
    #expect(decoded.findings.count == 1)
    #expect(decoded.findings.first?.description.hasPrefix(expected) == true)
  }

  @Test(arguments: [(2_000, 2_000, 0), (900, 1, 1_000)])
  func `a file with too many entries for its preset is an error`(
    own: Int, base: Int, ignored: Int
  ) {
    func file(_ count: Int, _ ignored: Int) -> String {
      let entry = "- package-ecosystem: npm\n  directory: /\n  schedule: {interval: daily}\n"
      let rules = String(repeating: "  - {dependency-name: a}\n", count: ignored)
      return "version: 2\nupdates:\n" + String(repeating: entry, count: count)
        + (ignored > 0 ? "  ignore:\n" + rules : "")
    }
    let decoded = read(
      "extends: acme/config//base.yml\n" + file(own, 0),
      ["acme/config//base.yml": file(base, ignored)])
    #expect(decoded.value == nil)
    #expect(
      decoded.findings.map(\.message) == [
        "has too many entries to merge with 'acme/config//base.yml'"
      ])
  }

  @Test func `a preset doesn't exceed the operator's limits`() throws {
    let preset = """
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: daily}
          automerge: {update-types: [major]}
          rules:
            - dependency-name: "react*"
              automerge: {update-types: [major, patch]}
      """
    let limits = OperatorFile.read(
      SourceText(file: "operator.yml", "limits: {automerge: [patch]}"), ecosystems: ecosystems,
      placeholders: .none)
    let decoded = read("extends: a/b//c", ["a/b//c": preset])
    let narrowed = decoded.narrowed(by: try #require(limits.value))
    let entry = try #require(narrowed.value?.updates.first)
    #expect(entry.automerge == nil)
    #expect(entry.automerge(of: RuleSubject(["react-dom"]))?.updateTypes == [.patch])
    #expect(entry.automerge(of: RuleSubject(["vue"])) == nil)
  }

  @Test func `defaults that always apply fill in missing keys`() throws {
    let other = """
      defaults-apply: always
      defaults:
        schedule: {interval: monthly}
        open-pull-requests-limit: 2
        labels: [ours]
      """
    let text = """
      version: 2
      updates:
        - package-ecosystem: npm
          directory: /
          labels: [theirs]
        - package-ecosystem: bundler
          directory: /
          schedule: {interval: weekly}
      """
    let file = try #require(read(text, operator: other, named: ".github/dependabot.yml").value)
    #expect(file.updates.map(\.schedule.interval) == [.monthly, .weekly])
    #expect(file.updates.map(\.openPullRequestsLimit) == [2, 2])
    #expect(file.updates.map(\.labels) == [["theirs"], ["ours"]])
    let without = other.replacing("always", with: "without-file")
    #expect(read(text, operator: without).value?.updates.first?.refusal != nil)
  }

  @Test func `without the preset, keys that may be in it are not missed`() {
    let text = "extends: a/b//c\nupdates:\n  - package-ecosystem: npm\n    labels: [x]\n"
    let source = SourceText(file: ".github/martlet.yml", text)
    #expect(check(source, ecosystems: ecosystems) == [])
  }
}
