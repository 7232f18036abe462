import Configuration
import JSON
import Text
import Testing

/// Converts a text with all keys of the contract.
private func converted(_ text: String, file: String = "renovate.json5") -> ImportedFile {
  importedRenovate(SourceText(file: file, text), ecosystems: ecosystems)
}

/// The lines of the first entry that set a key, without comments.
private func lines(_ result: ImportedFile, with key: String) -> [String] {
  (result.text ?? "").split(separator: "\n").map { $0.trimmingPrefix { " -".contains($0) } }
    .filter { $0.hasPrefix("\(key):") }.map(String.init)
}

@Suite struct `Renovate's configuration, when it is imported,` {
  @Test func `becomes a file with a comment for every choice`() {
    let result = converted(
      """
      // our bot
      {
        enabledManagers: ['npm'],
        labels: ["deps"],
        prConcurrentLimit: 3,
        schedule: ["before 4am on monday"],
        timezone: "Europe/Berlin",
        automerge: true, automergeType: 'pr',
        packageRules: [
          {matchPackageNames: ["lodash"], enabled: false},
        ],
      }
      """)
    #expect(
      result.text
        == """
        # Converted from renovate.json5 by 'martlet config import'.
        # Presets are those of Renovate 44 (August 2026).
        updates:
          - package-ecosystem: npm
            # Renovate's default
            directories: ["/**"]
            # renovate.json5:6: schedule
            # 'before 4am on monday': at the beginning of the window
            schedule: {interval: weekly, day: monday, time: "00:00", timezone: "Europe/Berlin"}
            # renovate.json5:5: prConcurrentLimit
            open-pull-requests-limit: 3
            # renovate.json5:4: labels
            labels: [deps]
            # Renovate's default
            cooldown: {default-days: 0}
            # Renovate's default
            versioning-strategy: increase-if-necessary
            # Renovate's default
            separate: [major]
            # renovate.json5:8: automerge
            # renovate.json5:8: automergeType
            automerge: {update-types: [major, minor, patch], type: pull-request}
            ignore:
              # renovate.json5:10: packageRules[0]
              - {dependency-name: lodash}

        """.replacing("timezone: \"Europe/Berlin\"", with: "timezone: Europe/Berlin"))
    #expect(
      result.findings.map { "\($0.location.line) \($0.severity.rawValue)" } == ["4 note"],
      "\(result.findings)")
  }

  @Test(arguments: [
    ("labels: ['a', 'b c']", "labels", "labels: [a, b c]"),
    ("prConcurrentLimit: 0", "open-pull-requests-limit", "open-pull-requests-limit: 1000"),
    ("minimumReleaseAge: '7 days'", "cooldown", "cooldown: {default-days: 7}"),
    ("stabilityDays: 3", "cooldown", "cooldown: {default-days: 3}"),
    ("minimumReleaseAge: '36 hours'", "cooldown", "cooldown: {default-days: 2}"),
    ("rangeStrategy: 'bump'", "versioning-strategy", "versioning-strategy: increase"),
    ("reviewers: ['ann', 'team:@acme/web']", "reviewers", "reviewers: [ann, acme/web]"),
    ("assignees: ['ann']", "assignees", "assignees: [ann]"),
    ("rebaseWhen: 'never'", "rebase-strategy", "rebase-strategy: disabled"),
    (
      "rebaseWhen: 'behind-base-branch'", "rebase-strategy", "rebase-strategy: behind-base-branch"
    ),
    ("rebaseStalePrs: true", "rebase-strategy", "rebase-strategy: behind-base-branch"),
    ("dependencyDashboard: true", "dashboard", "dashboard: true"),
    ("ignorePaths: ['docs/**']", "exclude-paths", "exclude-paths: [\"docs/**\"]"),
    ("includePaths: ['app/**']", "directories", "directories: [\"/app/**\"]"),
    ("dependencyDashboardApproval: true", "approval", "approval: [major, minor, patch]"),
    ("major: {dependencyDashboardApproval: true}", "rules", ""),
    ("prCreation: 'status-success'", "open", "open: when-green"),
    ("separateMultipleMajor: true", "major", "major: one-at-a-time"),
    ("separateMinorPatch: true", "separate", "separate: [major, minor]"),
    ("baseBranches: ['next']", "target-branch", "target-branch: next"),
    ("pinDigests: true", "pin", "pin: true"),
    ("prHourlyLimit: 2", "limits", "limits:"),
    (
      "semanticCommits: 'enabled'", "commit-message",
      "commit-message: {prefix: chore, include: scope}"
    ),
    (
      "semanticCommits: 'enabled', semanticCommitType: 'ci', semanticCommitScope: null",
      "commit-message", "commit-message: {prefix: ci}"
    ),
    ("extends: [':label(bot)']", "labels", "labels: [bot]"),
    (
      "extends: [':semanticCommits', ':semanticPrefixFixDepsChoreOthers']", "commit-message",
      "commit-message: {prefix: fix, prefix-development: chore, include: scope}"
    ),
    (
      "extends: ['schedule:monthly']", "schedule",
      "schedule: {interval: cron, cronjob: \"0 0 1 * *\"}"
    ),
    ("extends: [':automergeMinor']", "automerge", "automerge: {update-types: [minor, patch]}"),
    (
      "extends: [':automergeAll'], automergeStrategy: 'squash'", "automerge",
      "automerge: {update-types: [major, minor, patch], method: squash}"
    ),
  ])
  func `carries an option over`(option: String, key: String, line: String) {
    let result = converted("{enabledManagers: ['npm'], \(option)}")
    let found = lines(result, with: key)
    if line.isEmpty { #expect(!found.isEmpty) } else { #expect(found == [line], "\(result)") }
  }

  @Test func `has groups, one of them for major updates`() {
    let result = converted(
      """
      {enabledManagers: ["npm"], packageRules: [
        {matchPackageNames: ["eslint", "@eslint/**"], groupName: "lint"},
        {matchPackagePatterns: ["^jest"], matchUpdateTypes: ["minor", "patch"], groupName: "jest"},
      ]}
      """)
    #expect(
      lines(result, with: "lint") == [
        "lint: {patterns: [eslint, \"@eslint/*\"], update-types: [minor, patch]}"
      ])
    #expect(
      lines(result, with: "major-lint") == [
        "major-lint: {patterns: [eslint, \"@eslint/*\"], update-types: [major]}"
      ])
    #expect(result.text?.contains("{patterns: [\"jest*\"], update-types: [minor, patch]}") == true)
  }

  @Test func `gives the steps of a later group for all names to that group`() {
    let result = converted(
      """
      {enabledManagers: ["npm"], packageRules: [
        {matchPackageNames: ["eslint"], groupName: "lint"},
        {matchUpdateTypes: ["minor", "patch"], groupName: "all"},
      ]}
      """)
    #expect(lines(result, with: "lint").isEmpty)
    #expect(lines(result, with: "major-lint").count == 1)
    #expect(
      lines(result, with: "all") == ["all: {patterns: [\"*\"], update-types: [minor, patch]}"])
  }

  @Test func `reports a name that Renovate moves to a later group`() {
    let result = converted(
      """
      {enabledManagers: ["npm"], separateMajorMinor: false, packageRules: [
        {matchPackageNames: ["birch", "ash"], groupName: "one"},
        {matchPackageNames: ["birch", "c*"], groupName: "two"},
        {matchPackageNames: ["a*"], matchDepTypes: ["devDependencies"], groupName: "three"},
        {matchPackageNames: ["c*"], matchUpdateTypes: ["major"], groupName: "two"},
      ]}
      """)
    let found = result.findings.filter { $0.message.contains("stays in the group") }
    #expect(
      found.map { "\($0.location.line) \($0.message.prefix { $0 != ":" })" } == [
        "3 'packageRules[1]' 'birch' stays in the group 'one'",
        "4 'packageRules[2]' 'ash' stays in the group 'one'",
      ], "\(result.findings)")
  }

  @Test(arguments: [
    ("[deps]", "prefix: \"[deps] \""), ("chore(deps):", "prefix: \"chore(deps):\""),
    ("deps", "prefix: \"deps \""),
  ]) func `adds no colon to a prefix`(prefix: String, line: String) {
    let result = converted("{enabledManagers: ['npm'], commitMessagePrefix: '\(prefix)'}")
    #expect(result.text?.contains(line) == true, "\(result)")
  }

  @Test func `says that labels have to exist`() {
    let result = converted("{enabledManagers: ['npm'], labels: ['deps']}")
    #expect(
      result.findings.contains { $0.severity == .note && $0.message.contains("adds only labels") })
  }

  @Test func `has rules if conditions are about more than names`() {
    let result = converted(
      """
      {enabledManagers: ["npm"], packageRules: [
        {description: "not the old app", matchFileNames: ["old/**"], enabled: false},
        {matchPackageNames: ["/^@acme//", "kit"], matchCurrentVersion: "!/^0/", automerge: true},
        {matchPackageNames: ["vite"], allowedVersions: "<9"},
        {matchDepTypes: ["devDependencies"], labels: ["dev"]},
      ]}
      """)
    let text = result.text ?? ""
    #expect(text.contains("# not the old app\n"))
    #expect(text.contains("- {match: {path: [\"old/**\"]}, ignore: true}"), "\(text)")
    #expect(text.contains("- match: {name: [\"/^@acme//\", kit], current: \">= 1\"}"), "\(text)")
    #expect(text.contains("- {dependency-name: vite, versions: [\">= 9\"]}"), "\(text)")
    #expect(text.contains("- {match: {section: [devDependencies]}, labels: [dev]}"), "\(text)")
  }

  @Test(arguments: [
    ("hostRules: []", "'hostRules' is for the operator"),
    ("extends: ['local>acme/renovate']", "is a preset of another repository"),
    ("extends: [':nonsense']", "is not in martlet's table of presets"),
    ("postUpdateOptions: ['npmDedupe']", "'postUpdateOptions' has no counterpart"),
    ("frobnicate: 1", "'frobnicate' is unknown"),
    ("schedule: ['every 2 weeks on wednesday']", "'every 2 weeks on wednesday'"),
    ("reviewers: ['team:web']", "names the team 'web' without its owner"),
    ("labels: ['{{depName}}']", "has the template"),
    (
      "packageRules: [{matchSourceUrls: ['x'], labels: ['a']}]",
      "'matchSourceUrls' has no counterpart"
    ),
    ("packageRules: [{matchManagers: ['gomod'], labels: ['a']}]", "is only for 'gomod'"),
    ("gomod: {enabled: false}", "is only for 'gomod'"),
    ("rangeStrategy: 'pin'", "doesn't turn ranges into exact versions"),
    ("labels: ['a'], labels: ['b']", "is repeated"),
    ("prConcurrentLimit: 'x'", "is not a number"),
    (
      "lockFileMaintenance: {automerge: true}", "'lockFileMaintenance.automerge' has no counterpart"
    ),
  ])
  func `reports what has no counterpart, with its place`(option: String, message: String) {
    let result = converted("{\n  \(option)\n}")
    let found = result.findings.filter { $0.description.contains(message) }
    #expect(!found.isEmpty, "\(result.findings)")
    #expect(found.allSatisfy { $0.location.file == "renovate.json5" && $0.location.line == 2 })
  }

  @Test func `combines the times of several windows, and reports those that differ`() {
    let result = converted(
      "{enabledManagers: ['npm'], extends: ['schedule:nonOfficeHours']}")
    #expect(
      lines(result, with: "schedule") == [
        "schedule: {interval: cron, cronjob: \"0 22,0 * * 1,2,3,4,5\"}"
      ])
    #expect(result.findings.contains { $0.message.contains("'every weekend'") })
  }

  @Test func `can be a preset of any name`() {
    #expect(isRenovate("js.json") && isRenovate("presets/base.json5") && !isRenovate("a.yml"))
  }

  @Test func `is read from a package's manifest`() {
    let manifest = #"{"name": "a", "renovate": {"extends": [":label(x)"]}}"#
    let result = converted(manifest, file: "app/package.json")
    #expect(result.text?.contains("# package.json:1: preset ':label(x)'") == true)
    #expect(converted("{\"name\": \"a\"}", file: "package.json").text == nil)
  }

  @Test func `is a file that martlet reads without errors`() {
    let schema = FileKind.repository.schema(ecosystems)
    for options in everything {
      let source = SourceText(file: "renovate.json", "{\(options)}")
      let result = importedRenovate(source, ecosystems: ecosystems, schema: schema)
      #expect(result.text != nil, "\(options): \(result.findings)")
    }
  }

  @Test(arguments: [
    ("{a: }", "renovate.json5:1:5"), ("{\n  'a': [1, 2\n", "renovate.json5:3:1"),
    ("", "renovate.json5:1:1"), ("[]", "renovate.json5:1:1"), ("{a: 'b\n'}", "renovate.json5:1:7"),
    ("/* open", "renovate.json5:1:1"), ("{a: 1} x", "renovate.json5:1:8"),
  ])
  func `is an error with its place if it isn't JSON5`(text: String, location: String) {
    let result = converted(text)
    #expect(result.text == nil)
    #expect(result.findings.map { "\($0.location)" } == [location], "\(result.findings)")
  }

  @Test func `is refused if it is nested too deeply or too large`() {
    let deep = String(repeating: "[", count: 10_000)
    #expect(converted("{a: \(deep)").findings.first?.message.contains("64 levels") == true)
    let large = "{a: '" + String(repeating: "x", count: 2 << 20) + "'}"
    #expect(converted(large).findings.first?.message.contains("larger than") == true)
  }
}

/// Options of all kinds, right and wrong.
private let everything: [String] = [
  "extends: ['config:recommended']", "extends: ['config:best-practices', ':semanticCommits']",
  "extends: ['config:js-lib', 'schedule:weekly', ':timezone(Europe/Paris)']",
  "extends: ['group:allNonMajor', ':automergeMinor', ':pinDevDependencies']",
  "enabled: false", "enabledManagers: ['npm', 'gomod', 'github-actions']",
  "ignoreDeps: ['a', '@b/c']", "ignorePaths: ['x/**']", "baseBranches: ['main', '$default']",
  "automerge: true, automergeType: 'branch', automergeSchedule: ['every weekend']",
  "major: {enabled: false}, patch: {automerge: true}", "npm: {labels: ['js']}",
  "lockFileMaintenance: {enabled: true, schedule: ['on the first day of the month']}",
  "vulnerabilityAlerts: {labels: ['security'], enabled: true}", "description: ['one', 'two']",
  "groupName: 'all', separateMajorMinor: false", "prHourlyLimit: 2, branchConcurrentLimit: 4",
  "packageRules: [{matchPackageNames: ['a', '!b'], groupName: 'g', automerge: true}]",
  "packageRules: [{matchPackageNames: ['/a|b/'], enabled: false, prPriority: 5}]",
  "packageRules: [{matchUpdateTypes: ['major'], labels: ['m'], schedule: ['* 0-3 1 * *']}]",
  "packageRules: [{matchDepTypes: ['devDependencies'], groupName: 'dev', extends: [':label(x)']}]",
  "packageRules: [{matchUpdateTypes: ['pin', 'digest'], automerge: true}, 7]",
  "labels: 7, schedule: {}, packageRules: {}, extends: [1], automerge: 'x'",
  "regexManagers: [{fileMatch: ['a'], matchStrings: ['b']}], hostRules: [{token: 'x'}]",
  "packageRules: [{matchPackageNames: ['a'], enabled: true}, {matchPackageNames: ['b'], enabled: false}]",
]

@Suite struct `Every option of Renovate's` {
  /// The paths of all options, down to those that are one value for the importer.
  private func paths(_ text: String) throws -> [String] {
    paths(try JSON5Node(parsing: SourceText(file: "renovate.json", text)), "")
  }

  private func paths(_ node: JSON5Node, _ prefix: String) -> [String] {
    (node.members ?? []).flatMap { member -> [String] in
      let path = prefix + member.name
      if member.value.members?.isEmpty == false { return paths(member.value, path + ".") }
      guard ["packageRules", "extends"].contains(member.name), let elements = member.value.elements
      else { return [path] }
      return elements.enumerated().flatMap { index, element in
        element.members == nil
          ? ["\(path)[\(index)]"] : paths(element, "\(path)[\(index)].")
      }
    }
  }

  /// Whether a path or what contains it is carried over or reported.
  private func isCovered(_ path: String, _ result: ImportedFile) -> Bool {
    result.carried.contains { isPart(path, of: $0.path) }
      || result.findings.contains { finding in
        finding.message.hasPrefix("'")
          && isPart(path, of: String(finding.message.dropFirst().prefix { $0 != "'" }))
      }
  }

  private func isPart(_ path: String, of whole: String) -> Bool {
    path == whole || path.hasPrefix(whole + ".") || path.hasPrefix(whole + "[")
  }

  @Test(arguments: everything + [everything.joined(separator: ", ")])
  func `is carried over or reported`(options: String) throws {
    let text = "{\(options)}"
    let result = importedRenovate(SourceText(file: "renovate.json", text), ecosystems: ecosystems)
    for path in try paths(text) {
      #expect(isCovered(path, result), "\(path) of \(options)")
    }
  }

  /// Presets with options, groups, conditions, arguments, older names, and unknown ones.
  private static let presets = [
    "config:recommended", ":automergeMinor", ":label(x)", ":semanticCommits", "group:allNonMajor",
    "group:linters", "group:monorepos", "schedule:weekly", "schedule:nonsense", ":pinVersions",
    "helpers:pinGitHubActionDigests", "packages:linters", "monorepo:angular", "replacements:all",
    "workarounds:all", "docker:pinDigests", "docker:disable", "local>acme/x", "github>acme/x:y",
    "acme", ":nonsense", "npm:unpublishSafe", "customManagers:dockerfileVersions", ":gitSignOff",
  ]

  @Test(arguments: presets)
  func `is carried over or reported for presets in a rule`(preset: String) throws {
    for rule in [
      "extends: ['\(preset)'], matchPackageNames: ['a'], automerge: true",
      "extends: '\(preset)', enabled: false", "major: {extends: ['\(preset)'], enabled: false}",
      "matchPackageNames: ['a'], extends: [':label(y)', '\(preset)']",
    ] {
      let text = "{packageRules: [{\(rule)}]}"
      let result = importedRenovate(SourceText(file: "renovate.json", text), ecosystems: ecosystems)
      for path in try paths(text) {
        #expect(isCovered(path, result), "\(path) of \(text)")
        // The rule as a whole isn't enough: each preset is named.
        guard path.contains("extends") else { continue }
        let names = result.carried.map(\.path) + result.findings.map(\.message)
        #expect(names.contains { $0.contains(path) }, "\(path) of \(text)")
      }
    }
  }

  @Test func `is carried over or reported in random combinations`() throws {
    var generator = Seeded(state: 42)
    for _ in 0..<20 {
      let chosen = (0..<6).compactMap { _ in everything.randomElement(using: &generator) }
      let text = "{\(chosen.joined(separator: ", "))}"
      let source = SourceText(file: "renovate.json", text)
      let result = importedRenovate(source, ecosystems: ecosystems)
      let lost = try paths(text).filter { !isCovered($0, result) }
      #expect(lost.isEmpty, "\(lost) of \(text)")
    }
  }

  @Test func `ends with any text`() {
    var generator = Seeded(state: 7)
    let parts = [
      "{", "}", "[", "]", ":", ",", "'", "\"", "\\", "extends", "packageRules", "a", "0x", "1e",
      "//",
      "/*", "*/", "\n", "null", "true", "'config:base'", "\u{FEFF}", "é", "-", ".",
    ]
    for _ in 0..<200 {
      let text = (0..<20).compactMap { _ in parts.randomElement(using: &generator) }.joined()
      let result = importedRenovate(
        SourceText(file: "renovate.json", "{\(text)"), ecosystems: ecosystems)
      #expect(result.text != nil || result.findings.haveErrors)
    }
  }
}

/// A generator with a known sequence.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
