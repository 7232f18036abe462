import Configuration
import JSON
import Testing
import Text

/// Converts options for the ecosystems of npm, and returns the lines without comments.
private func lines(_ options: String, managers: String = "'npm'") -> String {
  let text = "{enabledManagers: [\(managers)], \(options)}"
  let result = importedRenovate(
    SourceText(file: "renovate.json", text), ecosystems: ecosystems,
    schema: FileKind.repository.schema(ecosystems))
  let lines = (result.text ?? "none").split(separator: "\n")
    .filter { !$0.trimmingPrefix { $0 == " " }.hasPrefix("#") }
  return lines.joined(separator: "\n")
}

/// The reports about options.
private func findings(_ options: String, managers: String = "'npm'") -> [Finding] {
  let text = "{enabledManagers: [\(managers)], \(options)}"
  return importedRenovate(
    SourceText(file: "renovate.json", text), ecosystems: ecosystems,
    schema: FileKind.repository.schema(ecosystems)
  ).findings
}

@Suite struct `A rule of Renovate's, when it is imported,` {
  @Test(arguments: [
    "extends: ['packages:linters'], automerge: true", "extends: ['github>acme/x'], automerge: true",
    "extends: ['monorepo:angular'], enabled: false", "extends: ['local>a/b'], groupName: 'babel'",
    "extends: [':nonsense'], labels: ['a']", "matchPackageNames: [], automerge: true",
    "matchPackageNames: ['a'], matchDepNames: ['b'], automerge: true",
    "matchPackageNames: ['/(?!x)y/'], enabled: false", "matchManagers: ['*'], automerge: true",
    "matchSourceUrls: ['https://github.com/a/b'], enabled: false",
    "matchFileNames: ['docs/[ab]/**'], enabled: false", "matchNewValue: '/x/', automerge: true",
    "matchCurrentVersion: '1.2.3', automerge: true",
    "matchUpdateTypes: ['!major'], automerge: true",
  ])
  func `is reported as a whole if it would apply to more`(rule: String) {
    let text = lines("packageRules: [{\(rule)}]")
    #expect(text == lines(""))
    let found = findings("packageRules: [{\(rule)}]")
    #expect(found.contains { $0.message.hasPrefix("'packageRules[0]' isn't carried over") })
  }

  @Test(arguments: [
    ("matchPackageNames: ['a'], matchSourceUrls: ['x'], enabled: false", "dependency-name: [a]"),
    ("matchCurrentAge: '> 1y', automerge: false", "dependency-name: [\"*\"]"),
    ("matchPackageNames: ['a'], allowedVersions: '/rc/'", "dependency-name: [a]"),
    ("extends: ['local>a/b'], dependencyDashboardApproval: true", "dependency-name: [\"*\"]"),
  ])
  func `merges nothing that it might hold back`(rule: String, condition: String) {
    let text = lines("automerge: true, packageRules: [{\(rule)}]")
    #expect(text.contains("- {\(condition), automerge: {update-types: []}}"), "\(text)")
    let found = findings("automerge: true, packageRules: [{\(rule)}]")
    #expect(found.contains { $0.message.contains("is merged automatically") }, "\(found)")
    // Without automatic merges there is nothing to switch off.
    #expect(!lines("packageRules: [{\(rule)}]").contains("automerge"))
  }

  @Test(arguments: [
    ("labels: ['a'], addLabels: ['b']", "labels: [a, b]"),
    (
      "reviewers: ['@ann', 'team:acme/web'], additionalReviewers: ['carl']", "[ann, acme/web, carl]"
    ),
    ("assignees: ['@ann', 'bob']", "assignees: [ann, bob]"),
    ("allowedVersions: '>1.0'", "versions: [\"<= 1.0\"]"),
    ("allowedVersions: '<=2'", "versions: [\"> 2\"]"),
    ("allowedVersions: '1.2.3'", "versions: [\"< 1.2.3\", \"> 1.2.3\"]"),
    ("allowedVersions: '^0.3.0'", "versions: [\"< 0.3.0\", \">= 0.4\"]"),
    ("allowedVersions: '^0.0.3'", "versions: [\"< 0.0.3\", \">= 0.0.4\"]"),
    ("allowedVersions: '!= 2.0.0'", "versions: [\"= 2.0.0\"]"),
    ("allowedVersions: '/^1\\\\./'", "versions: [\"< 1\", \">= 2\"]"),
    ("allowedVersions: '/^17\\\\.6(\\\\.\\\\d+.*)?$/'", "versions: [\"< 17.6\", \">= 17.7\"]"),
    ("allowedVersions: '/^v?2\\\\..*/'", "versions: [\"< 2\", \">= 3\"]"),
    ("allowedVersions: '!/^0\\\\.23\\\\.0$/'", "versions: [\"= 0.23.0\"]"),
    ("allowedVersions: '!/^5.5.0$/'", "versions: [\"= 5.5.0\"]"),
    ("groupName: 'g', minimumGroupSize: 2", "minimum-group-size: 2"),
    ("major: {enabled: false}", "update-types: [\"version-update:semver-major\"]"),
    ("patch: {automerge: true}", "update-type: [patch]}, automerge: {update-types: [patch]}"),
    ("groupName: null", "group: none"),
  ])
  func `keeps its settings`(options: String, line: String) {
    let text = lines("packageRules: [{matchPackageNames: ['aster'], \(options)}]")
    #expect(text.contains(line), "\(text)")
  }

  @Test(arguments: [
    ("'/(?i)aster/'", "\"/aster/i\""), ("'/lodash/i'", "\"/lodash/i\""),
    ("'eslint*'", "\"eslint*\""), ("'*eslint*'", #""/^[^\\/]*eslint[^\\/]*$/i""#),
    ("'@types/**'", "\"@types/*\""), ("'/^@acme/'", "\"/^@acme/\""),
    ("'@{a,b}/c'", "\"@a/c\", \"@b/c\""),
  ])
  func `has the same names`(name: String, text: String) {
    let found = lines("packageRules: [{matchPackageNames: [\(name)], labels: ['x']}]")
    #expect(found.contains("[\(text)]"), "\(found)")
  }

  @Test func `names Swift packages with their host`() {
    let found = lines(
      "packageRules: [{matchPackageNames: ['apple/swift-nio', 'nio'], enabled: false}]",
      managers: "'swift'")
    #expect(found.contains("- {dependency-name: \"*/apple/swift-nio\"}"), "\(found)")
    #expect(!found.contains("dependency-name: nio"))
  }

  @Test func `excludes names by a second rule`() {
    let found = lines(
      """
      automerge: true, packageRules: [{matchPackageNames: ['!aster'], automerge: false},
        {matchPackageNames: ['!birch'], matchUpdateTypes: ['major'], enabled: false}]
      """)
    #expect(
      found.contains(
        """
              - {dependency-name: ["*"], automerge: {update-types: []}}
              - {dependency-name: [aster], automerge: {update-types: [major, minor, patch]}}
              - {match: {update-type: [major]}, ignore: true}
              - {match: {name: [birch], update-type: [major]}, ignore: false}
        """), "\(found)")
  }

  @Test func `for a manager is undone by one for names`() {
    let found = lines(
      """
      packageRules: [{matchManagers: ['npm'], enabled: false},
        {matchManagers: ['npm'], matchPackageNames: ['aster'], enabled: true}]
      """, managers: "'npm', 'bundler'")
    #expect(found.contains("- {dependency-name: \"*\", ignore: true}"), "\(found)")
    #expect(found.contains("- {dependency-name: [aster], ignore: false}"))
    #expect(found.contains("package-ecosystem: npm"))
  }

  @Test func `doesn't switch on what Renovate doesn't read`() {
    let rule = "packageRules: [{matchManagers: ['pre-commit'], enabled: true}]"
    #expect(!lines(rule).contains("pre-commit"))
    let found = lines("enabled: false, \(rule)")
    #expect(found == "updates: []")
  }

  @Test func `counts more than an object of a step`() {
    let found = lines(
      """
      minor: {automerge: true}, major: {automerge: true},
      packageRules: [{matchUpdateTypes: ['minor'], automerge: false}]
      """)
    #expect(found.contains("automerge: {update-types: [major]}"), "\(found)")
  }

  @Test func `counts more than earlier rules about names`() {
    let found = lines(
      """
      packageRules: [{matchPackageNames: ['a'], automerge: true},
        {matchUpdateTypes: ['major'], automerge: false}]
      """)
    #expect(found.contains("- {match: {update-type: [major]}, automerge: {update-types: []}}"))
  }

  @Test func `for a part of an ecosystem merges and disables nothing`() {
    let options = "automerge: true, packageRules: [{matchManagers: ['nvm'], enabled: false}]"
    let found = lines(options, managers: "'nvm', 'asdf'")
    #expect(found.contains("- {dependency-name: [\"*\"], automerge: {update-types: []}}"))
    let part = findings(options, managers: "'nvm', 'asdf'").filter {
      $0.message.contains("only a part of martlet's 'runtimes'")
    }
    #expect(part.count == 2, "\(part)")
  }

  @Test(arguments: ["kubernetes", "helm-values", "tekton"])
  func `for images of manifests is a rule for images`(manager: String) {
    let rule = "{matchManagers: ['\(manager)'], labels: ['k8s']}"
    let found = lines("packageRules: [\(rule)]", managers: "'dockerfile', '\(manager)'")
    #expect(found.contains("labels: [k8s]"), "\(found)")
  }
}

@Suite struct `The schedule of Renovate's merges` {
  @Test(arguments: [
    ("'after 9am and before 5pm every weekday'", "0 9,10,11,12,13,14,15,16 * * 1,2,3,4,5"),
    ("'every weekend'", "0 * * * 0,6"), ("'before 4am'", "0 0,1,2,3 * * *"),
    ("'after 10pm and before 5am'", "0 0,1,2,3,4,22,23 * * *"),
    ("'after 9:30am and before 12pm'", "0 10,11 * * *"), ("'* 0-1 1 * *'", "0 0,1 1 * *"),
    ("'after 10pm', 'before 2am'", "0 0,1,22,23 * * *"),
    ("'before 2am on friday', 'before 2am on saturday'", "0 0,1 * * 5,6"),
  ])
  func `has all hours of its windows`(windows: String, cron: String) {
    let found = lines("automerge: true, automergeSchedule: [\(windows)]")
    #expect(found.contains("schedule: {interval: cron, cronjob: \"\(cron)\"}"), "\(found)")
  }

  @Test(arguments: ["'at any time'", ""])
  func `is left out without a restriction`(windows: String) {
    let found = lines("automerge: true, automergeSchedule: [\(windows)]")
    #expect(found.contains("automerge: {update-types: [major, minor, patch]}"), "\(found)")
  }

  @Test func `that can't be expressed merges nothing`() {
    let found = lines("automerge: true, automergeSchedule: ['every 2 weeks on monday']")
    #expect(found.contains("automerge: {update-types: []}"), "\(found)")
  }
}
