import Configuration
import Ecosystem
import NPM
import Testing
import Text
import Versioning

/// The file of a repository with rules in its only entry, for npm in the root; the first rule starts
/// in line 6.
private func read(_ rules: String, extra: String = "") -> Decoded<RepositoryFile> {
  let lines = rules.split(separator: "\n").map { "      \($0)\n" }.joined()
  return RepositoryFile.read(
    SourceText(
      file: ".martlet.yml",
      """
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: daily}
          rules:
      \(lines)\(extra)
      """), ecosystems: ecosystems)
}

private func rules(_ text: String) throws -> [PackageRule] {
  let decoded = read(text)
  return try #require(decoded.value?.updates.first?.rules, "\(decoded.findings)")
}

/// A minor update of react in the manifest of the folder web.
private let react: RuleSubject = {
  var subject = RuleSubject(["react"])
  subject.ecosystem = .npm
  subject.manifests = ["web/package.json"]
  subject.sections = ["direct", "production", "dependencies"]
  subject.current = "18.2.0"
  subject.host = "npmjs.com"
  subject.isAdvised = false
  subject.version = "18.3.0"
  subject.step = .minor
  subject.age = .days(5)
  subject.licence = "MIT"
  subject.currentLicence = "MIT"
  subject.impact = .affected
  return subject
}()

private func satisfies(_ version: String, _ range: String) throws -> Bool {
  try ecosystems.version(version, satisfies: range, in: ecosystems["npm"])
}

/// `yes`, `no`, or `open` if the match can't be decided.
private func judge(_ match: String, _ subject: RuleSubject = react) throws -> String {
  let rule = try #require(try rules("- {match: \(match), labels: [a]}").first)
  let applied = AppliedRules([rule], to: subject, satisfies: satisfies)
  guard let judged = applied.rules.first else { return "no" }
  return judged.judgement == .matches ? "yes" : "open"
}

private func findings(_ rules: String, extra: String = "") -> [String] {
  read(rules, extra: extra).findings.map {
    "\($0.location.line) \($0.severity.rawValue): \($0.message)"
  }
}

@Suite struct `The match of a rule` {
  @Test func `with a word that looks like a misspelt section is reported`() {
    let rules = "- {match: {section: [devDependecies, test, production]}, labels: [a]}"
    #expect(
      findings(rules).map { $0.split(separator: " ", maxSplits: 1).last ?? "" } == [
        "warning: no manifest is known to have the section 'devDependecies'; did you mean "
          + "'devDependencies'?"
      ])
  }

  @Test(arguments: [
    ("{name: react}", "yes"), ("{name: \"rea*\"}", "yes"), ("{name: React}", "yes"),
    ("{name: [vue, react]}", "yes"), ("{name: vue}", "no"), ("{name: \"/^re(act|dux)$/\"}", "yes"),
    ("{name: \"/^vue/\"}", "no"), ("{name: \"/^REACT$/i\"}", "yes"), ("{ecosystem: npm}", "yes"),
    ("{ecosystem: [bundler, swift]}", "no"), ("{path: \"web/**\"}", "yes"),
    ("{path: package.json}", "no"), ("{section: production}", "yes"),
    ("{section: devDependencies}", "no"), ("{section: [indirect, dependencies]}", "yes"),
    ("{current: \"<19\"}", "yes"), ("{current: \">=19\"}", "no"), ("{to: \"^18.3\"}", "yes"),
    ("{to: \">=19\"}", "no"), ("{update-type: minor}", "yes"), ("{update-type: [major]}", "no"),
    ("{age: 3d}", "yes"), ("{age: \"< 3d\"}", "no"), ("{age: \">= 5d\"}", "yes"),
    ("{host: npmjs.com}", "yes"), ("{host: \"*.acme.dev\"}", "no"), ("{licence: MIT}", "yes"),
    ("{licence: \"GPL-*\"}", "no"), ("{licence: changed}", "no"), ("{advisory: false}", "yes"),
    ("{advisory: true}", "no"), ("{name: react, update-type: major}", "no"),
    ("{impact: affected}", "yes"), ("{impact: [not-affected, unknown]}", "no"),
    ("{name: react, update-type: minor, section: production}", "yes"),
  ])
  func `needs every condition`(match: String, expected: String) throws {
    #expect(try judge(match) == expected)
  }

  @Test(arguments: [
    "{ecosystem: npm}", "{path: a}", "{section: production}", "{current: \"1\"}", "{to: \"1\"}",
    "{update-type: major}", "{age: 3d}", "{host: a}", "{licence: MIT}", "{licence: changed}",
    "{advisory: true}", "{impact: affected}",
  ])
  func `is open if a fact isn't known, unless another condition fails`(match: String) throws {
    #expect(try judge(match, RuleSubject(["react"])) == "open")
    let both = match.replacing("{", with: "{name: vue, ")
    #expect(try judge(both, RuleSubject(["react"])) == "no")
  }

  @Test func `compares expressions of licences by their names, and with the former one`() throws {
    var subject = react
    subject.licence = "(MIT OR GPL-2.0)"
    #expect(try judge("{licence: \"GPL-*\"}", subject) == "yes")
    #expect(try judge("{licence: changed}", subject) == "yes")
    subject.currentLicence = nil
    #expect(try judge("{licence: changed}", subject) == "open")
    #expect(try judge("{licence: [changed, MIT]}", subject) == "yes")
  }

  @Test(arguments: [
    ("- {labels: [a]}", "6 error: the key 'match' is missing"),
    (
      "- {match: {name: a}, dependency-name: a, labels: [a]}",
      "6 error: 'dependency-name' and 'match' exclude each other: write 'match: {name: …}'"
    ),
    ("- {match: {name: a}}", "6 note: the rule has no effect: it only has a 'match'"),
    ("- {match: {}, labels: [a]}", "6 note: without conditions the rule applies to everything"),
    (
      "- {match: {name: \"/(/\"}, labels: [a]}",
      "6 error: the regular expression has '(' without ')'"
    ),
    (
      "- {match: {name: \"/a/g\"}, labels: [a]}",
      "6 error: the regular expression has flags other than 'i': 'g'"
    ),
    (
      "- {match: {impact: affected}, group: web}",
      "6 error: 'group' can't depend on 'impact', which is known only after the pull request was "
        + "made: labels, reviewers, assignees, automerge and draft can"
    ),
    (
      "- {match: {impact: affected}, labels: [a]}",
      "6 warning: the condition 'impact' needs 'impact: on' in the entry: without it, the impact "
        + "is never known"
    ),
    ("- {match: {name: []}, labels: [a]}", "6 error: expected at least one value for 'name'"),
    (
      "- {match: {age: soon}, labels: [a]}",
      "6 error: expected an age such as \"7d\" or \"< 3d\", found 'soon'"
    ),
    (
      "- {match: {name: a}, ignore: true, labels: [a]}",
      "6 note: 'labels' has no effect in this rule, because it also has 'ignore'"
    ),
  ])
  func `is checked`(rule: String, expected: String) {
    #expect(findings(rule).contains(expected), "\(findings(rule))")
  }
}

@Suite struct `Rules in order` {
  private func applied(_ text: String, _ subject: RuleSubject = react) throws -> AppliedRules {
    AppliedRules(try rules(text), to: subject, satisfies: satisfies)
  }

  @Test func `replace single values and add lists`() throws {
    let text = """
      - {match: {name: "*"}, priority: 1, labels: [a], group: all}
      - {match: {name: react}, priority: 5, labels: [b], assignees: [ann]}
      - {match: {name: vue}, priority: 9, labels: [c]}
      - {match: {update-type: minor}, group: none}
      """
    let applied = try applied(text)
    #expect(applied.setting(\.priority).value == 5)
    #expect(applied.setting(\.group).value == "none")
    #expect(applied.matching.flatMap(\.labels) == ["a", "b"])
    #expect(applied.matching.flatMap(\.assignees) == ["ann"])
  }

  @Test func `leave a setting open only if the undecided rule changes it`() throws {
    var subject = react
    subject.licence = nil
    let text = """
      - {match: {name: react}, ignore: false, priority: 2}
      - {match: {licence: "GPL-*"}, ignore: true, priority: 2}
      """
    let applied = try applied(text, subject)
    #expect(applied.setting(\.priority).value == 2)
    guard case .undecided(true, otherwise: false, let reason) = applied.setting(\.ignores) else {
      Issue.record("\(applied.setting(\.ignores))")
      return
    }
    #expect(
      reason == "the rule at .martlet.yml:7 can't be decided: the licence of 18.3.0 isn't known")
  }

  @Test func `report a rule that a later one makes pointless, and pairs that disagree`() {
    #expect(
      findings(
        """
        - {match: {name: react-native}, automerge: {update-types: []}}
        - {match: {name: "react*"}, automerge: {update-types: [patch]}}
        """) == [
          "6 warning: 'automerge' of this rule never has an effect: the rule at line 7 matches "
            + "everything that it does, and counts"
        ])
    #expect(
      findings(
        """
        - {match: {name: react, section: production}, priority: 1, group: a}
        - {match: {name: react, update-type: major}, priority: 2, group: b}
        """) == [
          "7 note: this rule and the rule at line 6 can both match an update: this one then "
            + "decides about 'group' and 'priority'"
        ])
  }

  @Test(arguments: [
    // An exception after a wide rule.
    "- {match: {name: \"react*\"}, priority: 1}\n- {match: {name: react-native}, priority: 2}",
    // Nothing can match both.
    "- {match: {name: [a, b]}, priority: 1}\n- {match: {name: c}, priority: 2}",
    "- {match: {update-type: major}, priority: 1}\n- {match: {update-type: patch}, priority: 2}",
    "- {match: {section: production}, priority: 1}\n- {match: {section: development}, priority: 2}",
    // The same value.
    "- {match: {name: a, age: 3d}, priority: 1}\n- {match: {name: a, host: b}, priority: 1}",
  ])
  func `report no usual exception`(rules: String) {
    #expect(findings(rules) == [])
  }

  @Test func `report what the entry ignores anyway`() {
    #expect(
      findings(
        "- {match: {name: react}, labels: [a]}",
        extra: "    ignore: [{dependency-name: \"react*\"}]") == [
          "6 note: the entry's 'ignore' excludes every version that this rule can match"
        ])
  }

  @Test func `are explained with the facts that decide`() throws {
    let all = try rules(
      """
      - {match: {name: "react*"}, labels: [frontend], priority: 1}
      - {match: {name: vue}, priority: 2}
      - {match: {name: react, update-type: major}, priority: 3}
      """)
    let explanation = RuleExplanation(all, for: RuleSubject(["react"]), satisfies: satisfies)
    #expect(
      explanation.rules.flatMap(\.lines) == [
        ".martlet.yml:6:9: applies", "  name: react*: yes, its name is react",
        ".martlet.yml:7:9: doesn't apply", "  name: vue: no, its name is react",
        ".martlet.yml:8:9: depends on the update", "  name: react: yes, its name is react",
        "  update-type: major: open, the step isn't known",
      ])
    #expect(
      explanation.settings == [
        "priority: 1 (line 6)", "priority: 3 (line 8, depends on the update)",
        "labels: frontend (line 6)",
      ])
  }

  @Test func `stay within the operator's limits`() throws {
    var file = OperatorFile()
    file.limits.cooldownDays = 7
    file.limits.automerge = [.patch]
    let decoded = read(
      "- {match: {name: a}, cooldown: {default-days: 0}, automerge: {update-types: [minor, patch]}}"
    )
    let rule = try #require(decoded.narrowed(by: file).value?.updates.first?.rules.first)
    #expect(rule.cooldown?.days(for: "a", step: .minor) == 7)
    #expect(rule.automerge?.updateTypes == [.patch])
  }
}

@Suite struct `Reports on impact` {
  @Test func `can be switched off by the operator, with a note`() throws {
    let text = """
      version: 2
      updates:
        - {package-ecosystem: npm, directory: /, schedule: {interval: weekly}, impact: on}
      """
    let decoded = RepositoryFile.read(
      SourceText(file: ".martlet.yml", text), ecosystems: ecosystems)
    var file = OperatorFile()
    #expect(decoded.narrowed(by: file).value?.updates.first?.impact == .on)
    file.limits.impact = .off
    let narrowed = decoded.narrowed(by: file)
    #expect(narrowed.value?.updates.first?.impact == .off)
    #expect(narrowed.findings.contains { $0.message.contains("'impact' is switched off here") })
  }
}

extension Duration {
  fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
