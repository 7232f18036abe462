import Configuration
import FoundationEssentials
import Testing
import Text

/// An option of `dependabot.yml` and what becomes of it.
private struct Option: CustomTestStringConvertible {
  var path: String
  /// Lines of the entry, or of the top of the file, that use it.
  var entry = ""
  var top = ""
  var ecosystem = "npm"
  /// The finding about it; an option without one is used.
  var findings: [String] = []

  var testDescription: String { path }

  /// Uses an option of an entry.
  init(_ path: String, _ entry: String, in ecosystem: String = "npm", _ findings: String...) {
    (self.path, self.entry, self.ecosystem, self.findings) = (path, entry, ecosystem, findings)
  }

  /// Uses an option of the file.
  init(_ path: String, top: String, entry: String = "", _ findings: String...) {
    (self.path, self.top, self.entry, self.findings) = (path, top, entry, findings)
  }

  /// A file with the option; a directory or schedule in the entry replaces
  /// the usual one.
  var text: String {
    let usual = ["directory: /", "schedule: {interval: weekly}"].filter { line in
      let key = line.prefix { $0 != ":" }
      return !entry.contains("\(key):")
        && !(key == "directory" && entry.contains("directories:"))
    }
    let lines =
      ["package-ecosystem: \(ecosystem)"] + usual + entry.split(separator: "\n").map(String.init)
    return "version: 2\n\(top.isEmpty ? "" : top + "\n")updates:\n  - "
      + lines.joined(separator: "\n    ") + "\n"
  }
}

private let registry = "registries: {acme: {type: npm-registry, url: https://npm.acme.dev"
private let elsewhere = "is not read: the operator's file has the credential, by the URL"
private let group = "multi-ecosystem-groups: {web: {schedule: {interval: daily}"
private let named = "a branch is named after what it updates, at any version"

/// martlet's own keys of entries, with a line that uses each.
private let ownKeys: [(String, String)] = [
  ("automerge.type", "automerge: {update-types: [patch], type: branch}"),
  (
    "automerge.schedule",
    "schedule: {interval: weekly}\nautomerge: {update-types: [patch], schedule: {interval: daily}}"
  ),
  ("automerge.except", "automerge: {update-types: [patch], except: [2026-12-20/2027-01-03]}"),
  ("automerge.min-age", "automerge: {update-types: [patch], min-age: 7d}"),
  ("automerge.evidence", "automerge: {update-types: [patch], evidence: {}}"),
  ("automerge.evidence.green", "automerge: {update-types: [patch], evidence: {green: 5}}"),
  ("automerge.impact", "impact: on\nautomerge: {update-types: [patch], impact: none}"),
  ("automerge.evidence.red", "automerge: {update-types: [patch], evidence: {red: 1}}"),
  ("limits", "limits: {per-hour: 2}"), ("limits.open", "limits: {open: 2}"),
  ("limits.per-hour", "limits: {per-hour: 2}"), ("limits.branches", "limits: {branches: 2}"),
  ("minimum-group-size", "groups: {all: {}}\nminimum-group-size: 2"),
  ("groups.NAME.minimum-group-size", "groups: {all: {minimum-group-size: 2}}"),
  ("lock-file-maintenance", "lock-file-maintenance: {}"),
  (
    "lock-file-maintenance.schedule",
    "schedule: {interval: weekly}\nlock-file-maintenance: {schedule: {interval: monthly}}"
  ),
  ("separate", "separate: [major]"), ("major", "major: one-at-a-time"),
  ("replace", "replace: offer"), ("open", "open: when-green"), ("draft", "draft: until-green"),
  ("impact", "impact: on"),
  ("rules.match", "rules: [{match: {name: a}, labels: [b]}]"),
]

/// The conditions of rules, each with a value.
private let conditions: [(String, String)] = [
  ("name", "/b/"), ("ecosystem", "npm"), ("path", "web/**"), ("section", "production"),
  ("current", "<2"), ("to", ">=2"), ("update-type", "major"), ("age", "7d"), ("host", "a.dev"),
  ("licence", "MIT"),
]

/// The settings of rules, each with a value.
private let settings: [(String, String)] = [
  ("ignore", "true"), ("group", "web"), ("assignees", "[ann]"), ("cooldown", "{default-days: 9}"),
  ("versioning-strategy", "increase"), ("priority", "3"), ("separate", "[major]"),
  ("major", "one-at-a-time"), ("replace", "offer"), ("open", "when-green"),
  ("draft", "until-green"),
]

private let ownOptions: [Option] =
  ownKeys.map { Option($0, $1) }
  + conditions.map { key, value in
    Option("rules.match.\(key)", "rules: [{match: {\(key): \"\(value)\"}, labels: [b]}]")
  }
  + [
    Option("rules.match.advisory", "rules: [{match: {advisory: true}, labels: [b]}]"),
    Option(
      "rules.match.impact", "impact: on\nrules: [{match: {impact: affected}, labels: [b]}]"),
    Option("groups.NAME.on-failure", "groups: {all: {on-failure: split}}"),
    Option(
      "/multi-ecosystem-groups.NAME.on-failure", top: group + ", on-failure: split}}",
      entry: "multi-ecosystem-group: web\npatterns: [\"*\"]"),
    Option("/dashboard", top: "dashboard: true"), Option("/language", top: "language: ja"),
    Option("language", "language: ja"),
    Option("approval", top: "dashboard: true", entry: "approval: [major]"),
    Option(
      "rules.approval", top: "dashboard: true",
      entry: "rules: [{match: {name: a}, approval: [major]}]"),
  ]
  + settings.map { key, value in
    Option("rules.\(key)", "rules: [{match: {name: a}, \(key): \(value)}]")
  }

private let options =
  [
    Option("package-ecosystem", "", in: "bundler"),
    Option("directory", "directory: /web"),
    Option("directories", "directories: [/web, \"/packages/*\"]"),
    Option("pin", "pin: true", in: "github-actions"),
    Option("exclude-paths", "exclude-paths: [vendor]"),
    Option("schedule", "schedule: {interval: daily}"),
    Option("schedule.interval", "schedule: {interval: quarterly}"),
    Option("schedule.day", "schedule: {interval: weekly, day: friday}"),
    Option("schedule.time", "schedule: {interval: weekly, time: \"05:30\"}"),
    Option("schedule.timezone", "schedule: {interval: weekly, timezone: Asia/Tokyo}"),
    Option("schedule.cronjob", "schedule: {interval: cron, cronjob: \"0 9 * * mon\"}"),
    Option("allow", "allow: [{dependency-name: a}]"),
    Option("allow.dependency-name", "allow: [{dependency-name: \"a*\"}]"),
    Option("allow.dependency-type", "allow: [{dependency-type: indirect}]"),
    Option("allow.dependency-type", "allow: [{dependency-type: production}]", in: "swift"),
    Option("allow.update-types", "allow: [{update-types: [\"version-update:semver-patch\"]}]"),
    Option("ignore", "ignore: [{dependency-name: a}]"),
    Option("ignore.dependency-name", "ignore: [{dependency-name: \"a*\"}]"),
    Option("ignore.versions", "ignore: [{dependency-name: a, versions: [\">= 2\"]}]"),
    Option("ignore.update-types", "ignore: [{update-types: [\"version-update:semver-major\"]}]"),
    Option("groups", "groups: {all: {}}"),
    Option("groups.NAME.applies-to", "groups: {all: {applies-to: security-updates}}"),
    Option("groups.NAME.patterns", "groups: {all: {patterns: [\"a*\"]}}"),
    Option("groups.NAME.exclude-patterns", "groups: {all: {exclude-patterns: [\"a*\"]}}"),
    Option("groups.NAME.dependency-type", "groups: {all: {dependency-type: development}}"),
    Option(
      "groups.NAME.dependency-type", "groups: {all: {dependency-type: development}}", in: "swift"),
    Option("groups.NAME.update-types", "groups: {all: {update-types: [minor]}}"),
    Option(
      "groups.NAME.group-by",
      "directories: [/a, /b]\ngroups: {all: {group-by: dependency-name}}"),
    Option(
      "groups.NAME.group-by", "groups: {all: {group-by: dependency-name}}",
      "'group-by' counts only with several 'directories'"),
    Option(
      "multi-ecosystem-group", top: group + "}}",
      entry: "multi-ecosystem-group: web\npatterns: [\"*\"]"),
    Option("patterns", top: group + "}}", entry: "multi-ecosystem-group: web\npatterns: [\"*\"]"),
    Option("cooldown", "cooldown: {default-days: 7}"),
    Option("cooldown.default-days", "cooldown: {default-days: 0}"),
    Option("cooldown.semver-major-days", "cooldown: {semver-major-days: 30}"),
    Option("cooldown.semver-minor-days", "cooldown: {semver-minor-days: 30}"),
    Option("cooldown.semver-patch-days", "cooldown: {semver-patch-days: 30}"),
    Option(
      "cooldown.default-days-before-reopen", "cooldown: {default-days-before-reopen: 30}",
      "'default-days-before-reopen' has no effect: martlet reopens no pull request"),
    Option("cooldown.include", "cooldown: {include: [a]}"),
    Option("cooldown.exclude", "cooldown: {exclude: [a]}"),
    Option("versioning-strategy", "versioning-strategy: widen"),
    Option(
      "versioning-strategy", "versioning-strategy: widen", in: "swift",
      "for Swift, 'widen' does what 'increase-if-necessary' does"),
    Option("open-pull-requests-limit", "open-pull-requests-limit: 0"),
    Option("rebase-strategy", "rebase-strategy: disabled"),
    Option(
      "target-branch", "target-branch: next",
      "an entry with a 'target-branch' makes no security updates; add an entry without it for "
        + "security updates of the default branch"),
    Option("commit-message", "commit-message: {prefix: npm}"),
    Option("commit-message.prefix", "commit-message: {prefix: \"\"}"),
    Option(
      "commit-message.prefix-development", "commit-message: {prefix: a, prefix-development: b}"),
    Option(
      "commit-message.prefix-development", "commit-message: {prefix-development: b}",
      "'prefix-development' needs a 'prefix'"),
    Option("commit-message.include", "commit-message: {prefix: a, include: scope}"),
    Option(
      "commit-message.include", "commit-message: {include: scope}",
      "'include' needs a 'prefix'"),
    Option("pull-request-branch-name", "pull-request-branch-name: {separator: \"-\"}"),
    Option("pull-request-branch-name.separator", "pull-request-branch-name: {separator: _}"),
    Option(
      "pull-request-branch-name.template", "pull-request-branch-name: {template: x}",
      "'template' has no effect: \(named)"),
    Option(
      "pull-request-branch-name.word-separator", "pull-request-branch-name: {word-separator: _}",
      "'word-separator' has no effect: \(named)"),
    Option(
      "pull-request-branch-name.case", "pull-request-branch-name: {case: lower}",
      "'case' has no effect: \(named)"),
    Option(
      "pull-request-branch-name.max-length", "pull-request-branch-name: {max-length: 50}",
      "'max-length' has no effect: \(named)"),
    Option(
      "pull-request-branch-name.prefix", "pull-request-branch-name: {prefix: deps}",
      "'prefix' has no effect: \(named)"),
    Option("labels", "labels: []"),
    Option("assignees", "assignees: [ann]"),
    Option("milestone", "milestone: 4"),
    Option(
      "reviewers", "reviewers: [ann]",
      "'reviewers' has no effect, as with Dependabot since 2025: a CODEOWNERS file does it, "
        + "or 'reviewers' in martlet.yml"),
    Option(
      "vendor", "vendor: true", in: "bundler",
      "'vendor: true' is refused: martlet does not write vendor/cache, and a lock without it would "
        + "break the repository; the entry is not used"),
    Option(
      "vendor", "vendor: true",
      "'vendor' has no effect: of martlet's ecosystems only Bundler vendors"),
    Option(
      "insecure-external-code-execution", "insecure-external-code-execution: allow",
      "'insecure-external-code-execution' has no effect: martlet never runs a repository's code"),
    Option("registries", top: registry + "}}", entry: "registries: [acme]"),
    Option("registries", top: registry + "}}", entry: "registries: \"*\""),
    Option("automerge", "automerge: {update-types: [patch]}"),
    Option("automerge.update-types", "automerge: {update-types: [minor]}"),
    Option("automerge.method", "automerge: {update-types: [minor], method: squash}"),
    Option("ci", "ci: {timeout: 5m}"),
    Option("ci.timeout", "ci: {timeout: 5m}"),
    Option("ci.required", "ci: {required: [build]}"),
    Option("rules", "rules: [{dependency-name: a, labels: [b]}]"),
    Option("rules.dependency-name", "rules: [{dependency-name: [a, b], labels: [c]}]"),
    Option("rules.labels", "rules: [{dependency-name: a, labels: [b]}]"),
    Option("rules.reviewers", "rules: [{dependency-name: a, reviewers: ann}]"),
    Option(
      "rules.automerge", "rules: [{dependency-name: a, automerge: {update-types: [patch]}}]"),
    Option(
      "rules.automerge.update-types",
      "rules: [{dependency-name: a, automerge: {update-types: []}}]"),
    Option(
      "rules.automerge.method",
      "rules: [{dependency-name: a, automerge: {update-types: [patch], method: squash}}]"),
    Option(
      "rules.schedule",
      "schedule: {interval: weekly}\nrules: [{dependency-name: a, schedule: {interval: monthly}}]"),
    Option("/extends", top: "extends: acme/config//base.yml"),
    Option("/dashboard", top: "dashboard: true"),
    Option("/notifications", top: "notifications: [{to: web}]"),
    Option("/notifications.to", top: "notifications: [{to: web}]"),
    Option("/notifications.events", top: "notifications: [{to: web, events: [red]}]"),
    Option("/notifications.severity", top: "notifications: [{to: web, severity: high}]"),
    Option("approval", top: "dashboard: true", entry: "approval: [major]"),
    Option(
      "/enable-beta-ecosystems", top: "enable-beta-ecosystems: true",
      "'enable-beta-ecosystems' has no effect: none of martlet's ecosystems is a beta"),
    Option("/registries", top: registry + "}}", "no entry's 'registries' selects 'acme'"),
    Option(
      "/registries.NAME.type",
      top: "registries: {acme: {type: helm-registry, url: https://a.dev}}",
      "martlet has no use for a 'helm-registry'"),
    Option("/registries.NAME.url", top: registry + "}}", entry: "registries: [acme]"),
    Option(
      "/registries.NAME.replaces-base", top: registry + ", replaces-base: true}}",
      entry: "registries: [acme]",
      "'replaces-base' has no effect: a mirror of the operator's file does it, or the project's own "
        + "settings (.npmrc, .yarnrc, .yarnrc.yml, Gemfile, "
        + "Podfile, bunfig.toml)"),
    Option(
      "/multi-ecosystem-groups", top: group + "}}",
      "no entry belongs to the group 'web': it has no effect"),
    Option(
      "/multi-ecosystem-groups.NAME.schedule", top: group + "}}",
      entry: "multi-ecosystem-group: web\npatterns: [\"*\"]"),
  ]
  + [
    ("labels", "[a]"), ("assignees", "[ann]"), ("milestone", "4"), ("target-branch", "next"),
    ("cooldown", "{default-days: 9}"),
    ("commit-message", "{prefix: x}"), ("commit-message.prefix", "{prefix: x}"),
    ("commit-message.prefix-development", "{prefix: x, prefix-development: y}"),
    ("commit-message.include", "{prefix: x, include: scope}"),
    ("pull-request-branch-name", "{separator: _}"),
    ("pull-request-branch-name.separator", "{separator: _}"),
  ].map { key, value in
    let first = key.prefix { $0 != "." }
    return Option(
      "/multi-ecosystem-groups.NAME.\(key)", top: "\(group), \(first): \(value)}}",
      entry: "multi-ecosystem-group: web\npatterns: [\"*\"]")
  }
  + ["", ".files", ".match", ".name", ".source", ".versioning"].map { key in
    Option(
      "custom\(key)",
      "custom: [{files: a, match: '(?<current>b)', name: c, source: npm, versioning: loose}]",
      in: "custom", "'custom' is martlet's own: Dependabot refuses the file")
  }
  + [
    "username", "password", "key", "token", "auth-key", "organization", "repo", "registry",
    "scope", "public-key-fingerprint", "tenant-id", "client-id", "jfrog-oidc-provider-name",
    "identity-mapping-name", "audience", "aws-region", "account-id", "role-name", "domain",
    "domain-owner",
  ].map { key in
    Option(
      "/registries.NAME.\(key)", top: "\(registry), \(key): \"${{secrets.X}}\"}}",
      entry: "registries: [acme]", "'\(key)' \(elsewhere)")
  }

extension SchemaType {
  /// Every key as the table calls it: those of an entry by themselves, others after a slash.
  fileprivate func paths(_ path: String = "/") -> [String] {
    switch self {
    case .list(let element): element.paths(path)
    case .map(let element): element.paths(path + ".NAME")
    case .either(let types): types.flatMap { $0.paths(path) }
    case .section(let keys):
      keys.flatMap { key in
        let own = path.hasSuffix("/") || path.isEmpty ? path + key.name : "\(path).\(key.name)"
        return own == "/updates" ? key.type.paths("") : [own] + key.type.paths(own)
      }
    default: []
    }
  }
}

@Suite struct `Each option of dependabot.yml` {
  private static func read(_ text: String) -> Decoded<RepositoryFile> {
    RepositoryFile.read(SourceText(file: "dependabot.yml", text), ecosystems: ecosystems)
  }

  @Test(arguments: options + ownOptions)
  private func `is honoured, or said not to be`(option: Option) throws {
    let decoded = Self.read(option.text)
    #expect(decoded.findings.map(\.message) == option.findings, "\(option.text)")
    let file = try #require(decoded.value, "\(option.text)")
    guard option.findings.isEmpty else { return }
    var plain = option
    (plain.entry, plain.top, plain.ecosystem) = ("", "", "npm")
    #expect(file != Self.read(plain.text).value, "it changes nothing")
  }

  @Test func `is in this table`() {
    let told = Set((options + ownOptions).map(\.path))
    let known = Set(FileKind.repository.schema(ecosystems).paths())
      .subtracting(["/version", "/pull-request-branch-name"])
    let branch = ["template", "word-separator", "case", "max-length", "prefix"].map {
      "/multi-ecosystem-groups.NAME.pull-request-branch-name.\($0)"
    }
    // The keys of schedules, cooldowns and branches have one shape at all places.
    let prefixes = [
      "/multi-ecosystem-groups.NAME.schedule.", "/multi-ecosystem-groups.NAME.cooldown.",
      "rules.schedule.", "rules.cooldown.", "automerge.schedule.", "rules.automerge.",
      "lock-file-maintenance.schedule.",
    ]
    let shared = known.filter { path in
      !told.contains(path) && prefixes.contains { path.hasPrefix($0) }
    }
    #expect(known.subtracting(told).subtracting(shared).subtracting(branch).sorted() == [])
    #expect(told.subtracting(known).sorted() == [])
  }

  @Test func `is documented`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = String(
      decoding: try Data(contentsOf: root.appending(path: "docs/dependabot-yml.md")), as: UTF8.self)
    for option in options + ownOptions where !option.path.hasPrefix("/registries.NAME.") {
      let name = option.path.drop { $0 == "/" }.replacing("NAME.", with: "")
      let last = name.split(separator: ".").last ?? ""
      #expect(page.contains("`\(last)`"), "\(option.path)")
    }
  }

  @Test(arguments: [
    ("https://npm.acme.dev/", true), ("https://npm.acme.dev/team/", false),
    ("https://other.dev/", false), ("http://npm.acme.dev/", false),
  ])
  func `selects among the operator's registries and brings none`(
    operators: String, isKnown: Bool
  ) throws {
    var own = OperatorFile()
    var credential = RegistryCredential()
    credential.url = operators
    own.registries = [credential]
    for url in ["https://NPM.acme.dev", "npm.acme.dev/", "https://npm.acme.dev/x"] {
      let text = Option(
        "", top: "registries: {acme: {type: npm-registry, url: \(url)}}",
        entry: "registries: [acme]"
      ).text
      let findings = Self.read(text).narrowed(by: own).findings
      #expect(findings.isEmpty == isKnown, "\(url)")
      #expect(findings.allSatisfy { $0.severity == .warning && $0.location.line == 2 })
    }
  }
}
