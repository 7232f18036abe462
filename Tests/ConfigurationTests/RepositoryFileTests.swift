import Configuration
import Ecosystem
import NPM
import Testing
import Text
import Time
import Versioning

private func read(_ text: String) -> Decoded<RepositoryFile> {
  RepositoryFile.read(SourceText(file: "dependabot.yml", text), ecosystems: ecosystems)
}

/// A file with one entry for npm, to which lines are added.
private func entry(_ lines: String = "", ecosystem: String = "npm") -> String {
  """
  version: 2
  updates:
    - package-ecosystem: \(ecosystem)
      directory: /
      schedule: {interval: weekly}

  """ + lines.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
}

private func findings(_ text: String) -> [String] {
  read(text).findings.map { $0.description.replacing("dependabot.yml:", with: "") }
}

struct `A repository's file` {
  static let everything = """
    version: 2
    registries:
      npm-acme:
        type: npm-registry
        url: https://npm.acme.dev
        token: ${{secrets.NPM_TOKEN}}
        replaces-base: yes
    multi-ecosystem-groups:
      all: {schedule: {interval: monthly}, labels: [deps]}
    updates:
      - package-ecosystem: npm
        directories: [/web, "/packages/*"]
        exclude-paths: [vendor, "**/test/**"]
        schedule: {interval: cron, cronjob: "30 5 * * mon-fri", timezone: Europe/Prague}
        allow:
          - {dependency-name: "@types/*", dependency-type: development}
          - {dependency-type: direct, update-types: ["version-update:semver-minor"]}
        ignore:
          - {dependency-name: left-pad, versions: ["> 1", "< 0.5"]}
          - {dependency-name: "re*", update-types: ["version-update:semver-major"]}
        groups:
          types: {patterns: ["@types/*"], exclude-patterns: ["@types/node"]}
          rest: {applies-to: security-updates, dependency-type: production, update-types: [minor]}
        cooldown: {default-days: 7, semver-major-days: 30, exclude: ["@acme/*"]}
        versioning-strategy: increase-if-necessary
        open-pull-requests-limit: 0
        target-branch: next
        commit-message: {prefix: "npm: ", prefix-development: "", include: scope}
        labels: []
        assignees: [ann]
        reviewers: bob
        milestone: 4
        pull-request-branch-name: {separator: "-"}
        rebase-strategy: disabled
        registries: [npm-acme]
        automerge: {update-types: [patch, minor], method: squash}
        ci: {timeout: 1h30m, required: [build]}
      - package-ecosystem: swift
        directory: ios/
        schedule: {interval: weekly, day: friday, time: "05:30"}
        multi-ecosystem-group: all
        patterns: ["*"]
        registries: "*"
    """

  @Test func `every option is read`() throws {
    let file = try #require(read(Self.everything).value)
    let npm = try #require(file.updates.first)
    #expect(npm.location.description == "dependabot.yml:11:5")
    #expect(npm.ecosystem?.ids == [.npm])
    #expect(npm.directories.map(\.text) == ["/web", "/packages/*"])
    #expect(npm.schedule.interval == .cron)
    #expect(npm.schedule.cron?.minutes == [30])
    #expect(npm.schedule.timezone == "Europe/Prague")
    #expect(npm.allow.map(\.dependencyType) == [.development, .direct])
    #expect(npm.allow[1].updateTypes == [.minor])
    #expect(npm.ignore[0].versions == ["> 1", "< 0.5"])
    #expect(npm.ignore[1].updateTypes == [.major])
    #expect(npm.groups.map(\.name) == ["types", "rest"])
    #expect(npm.groups[1].appliesTo == .securityUpdates)
    #expect(npm.cooldown.days(for: "x", step: .major) == 30)
    #expect(npm.cooldown.days(for: "x", step: .patch) == 7)
    #expect(npm.cooldown.days(for: "@acme/x", step: .patch) == 0)
    #expect(npm.cooldown.days(for: ["example.com/x", "@acme/x"], step: .patch) == 0)
    #expect(npm.versioningStrategy == .increaseIfNecessary)
    #expect(npm.openPullRequestsLimit == 0)
    #expect(npm.targetBranch == "next")
    #expect(npm.commitMessage.prefix == "npm: ")
    #expect(npm.commitMessage.prefixDevelopment == "")
    #expect(npm.commitMessage.includesScope)
    #expect(npm.labels == [])
    #expect(npm.reviewers == [])
    #expect(npm.milestone == 4)
    #expect(npm.branchName.separator == "-")
    #expect(npm.rebaseStrategy == .disabled)
    #expect(npm.registries == .named(["npm-acme"]))
    #expect(npm.automerge?.method == .squash)
    #expect(npm.ci.timeout.seconds == 5400)
    #expect(npm.ci.required == ["build"])
    #expect(file.registries[0].replacesBase)
  }

  @Test func `missing options have Dependabot's defaults`() throws {
    let file = try #require(read(Self.everything).value)
    let swift = try #require(file.updates.last)
    #expect(swift.directories.map(\.text) == ["/ios"])
    #expect(swift.schedule.day == .friday)
    #expect(swift.schedule.timezone == "UTC")
    #expect(swift.cooldown.days(for: "x", step: nil) == 3)
    #expect(swift.openPullRequestsLimit == 5)
    #expect(swift.labels == nil)
    #expect(swift.automerge == nil)
    #expect(swift.versioningStrategy == .auto)
    #expect(swift.commitMessage.prefix == nil)
    #expect(swift.registries == .all)
  }

  @Test(
    arguments: [
      ("updates: []\n", ["1:1: error: the key 'version' is missing"]),
      ("version: 1\nupdates: []\n", ["1:10: error: expected '2', found '1'"]),
      ("version: 2\n", ["1:1: error: the key 'updates' is missing"]),
      ("", ["1:1: error: the file is empty"]),
      (
        "- 1\n",
        [
          "1:1: error: expected a mapping with dashboard, enable-beta-ecosystems, extends, language, multi-ecosystem-groups, notifications, registries, updates, version, found a list"
        ]
      ),
      (
        "version: 2\nupdates: [\n",
        ["2:10: error: the '[' is never closed: add a ']'"]
      ),
      (
        "version: 2\nupdates: [a: {b: 1]\n",
        ["2:14: error: the '{' is never closed: add a '}'"]
      ),
      (entry("  ignor: []"), ["6:5: error: unknown key 'ignor'; did you mean 'ignore'?"]),
      (
        entry("  labels: [a]\n  labels: [b]"),
        ["7:5: warning: the key 'labels' is repeated, first at line 6; this value counts"]
      ),
      (
        entry("  directories: [/a]"),
        ["6:18: error: 'directory' and 'directories' exclude each other"]
      ),
      (
        entry("  open-pull-requests-limit: -1\n  milestone: x"),
        [
          "6:31: error: expected a number from 0 to 1000, found '-1'",
          "7:16: error: expected a number from 1 on, found 'x'",
        ]
      ),
      (
        entry("  rebase-strategy: disable"),
        [
          "6:22: error: expected one of auto, behind-base-branch, disabled (did you mean "
            + "'disabled'?), found 'disable'"
        ]
      ),
      (
        entry("  allow: [{update-types: [major]}]"),
        [
          "6:29: error: expected one of version-update:semver-major, version-update:semver-minor, version-update:semver-patch, found 'major'"
        ]
      ),
      (
        entry(ecosystem: "nmp"),
        [
          "3:24: error: expected one of azure-pipelines, bitrise, brew, buildkite, bun, bundler, "
            + "carthage, circleci, cocoapods, custom, devcontainers, docker, docker-compose, github-actions, "
            + "gitlab-ci, gitsubmodule, helm, kustomize, mint, npm, pre-commit, runtimes, swift, terraform "
            + "(did you mean 'npm'?), found 'nmp'"
        ]
      ),
      (
        entry(ecosystem: "yarn"),
        [
          "3:24: error: expected one of azure-pipelines, bitrise, brew, buildkite, bun, bundler, "
            + "carthage, circleci, cocoapods, custom, devcontainers, docker, docker-compose, github-actions, "
            + "gitlab-ci, gitsubmodule, helm, kustomize, mint, npm, pre-commit, runtimes, swift, terraform "
            + "(write 'npm', which covers Yarn), found 'yarn'"
        ]
      ),
      (entry("  groups: {a: {patterns: x}}"), ["6:28: error: expected a list, found 'x'"]),
      (entry("  registries: [acme]"), ["3:5: error: the registry 'acme' is not defined"]),
      (entry("  patterns: [a]"), ["6:15: error: 'patterns' needs 'multi-ecosystem-group'"]),
      (entry("  target-branch: a b"), ["6:20: error: expected a branch's name, found 'a b'"]),
      (
        entry("  ci: {timeout: 5 minutes}"),
        ["6:19: error: expected a duration such as 30m, found '5 minutes'"]
      ),
      (
        entry("  vendor: true"),
        ["6:13: warning: 'vendor' has no effect: of martlet's ecosystems only Bundler vendors"]
      ),
      (
        entry("  vendor: true", ecosystem: "bundler"),
        [
          "6:13: refused: 'vendor: true' is refused: martlet does not write vendor/cache, and a lock without it would break the repository; the entry is not used"
        ]
      ),
      (
        entry("  reviewers: [ann]"),
        [
          "6:16: note: 'reviewers' has no effect, as with Dependabot since 2025: a CODEOWNERS file does it, "
            + "or 'reviewers' in martlet.yml"
        ]
      ),
      (
        entry("  commit-message: {include: scope, prefix-development: x}"),
        [
          "6:31: note: 'include' needs a 'prefix'",
          "6:58: note: 'prefix-development' needs a 'prefix'",
        ]
      ),
      (
        entry("  target-branch: next\n  groups: {a: {applies-to: security-updates}}"),
        [
          "6:20: note: an entry with a 'target-branch' makes no security updates; add an entry without it for security updates of the default branch",
          "7:30: note: the group a has no effect: an entry with a 'target-branch' makes no security updates",
        ]
      ),
      (
        entry("  target-branch: next")
          + entry("  labels: [a]").replacing("version: 2\nupdates:\n", with: ""), []
      ),
      (entry("  target-branch: next", ecosystem: "docker"), []),
      (
        entry("  groups: {a: {group-by: dependency-name}}"),
        ["6:28: note: 'group-by' counts only with several 'directories'"]
      ),
      (
        entry("  versioning-strategy: widen", ecosystem: "swift"),
        ["6:26: note: for Swift, 'widen' does what 'increase-if-necessary' does"]
      ),
      (
        entry("  versioning-strategy: lockfile-only", ecosystem: "docker"),
        ["6:26: warning: 'lockfile-only' has no effect: Docker has no lock file"]
      ),
      (entry("  pin: true"), ["6:10: note: 'pin' has no effect for JavaScript"]),
      (entry("  pin: true", ecosystem: "github-actions"), []),
      (
        entry().replacing("directory: /", with: "directory: /packages/*"),
        ["4:16: warning: 'directory' takes no pattern: 'directories' does"]
      ),
      (
        entry().replacing("    schedule: {interval: weekly}\n", with: ""),
        ["3:5: error: the key 'schedule' is missing"]
      ),
      (
        "multi-ecosystem-groups: {web: {schedule: {interval: daily}}}\n" + entry(),
        ["1:31: note: no entry belongs to the group 'web': it has no effect"]
      ),
      (entry("  vendor: no"), []),
      (
        entry("  insecure-external-code-execution: allow"),
        [
          "6:39: note: 'insecure-external-code-execution' has no effect: martlet never runs a repository's code"
        ]
      ),
      (
        entry("  cooldown:"),
        [
          "6:14: error: expected a mapping with default-days, default-days-before-reopen, exclude, include, semver-major-days, semver-minor-days, semver-patch-days, found nothing"
        ]
      ),
      (
        entry("  groups: {a: {dependency-type: production}}", ecosystem: "swift"), []
      ),
      (
        entry("- package-ecosystem: npm\n  directory: \"\"\n  schedule: {interval: daily}"),
        [
          "6:5: error: the directory / is already in the entry of line 3, which holds"
        ]
      ),
    ] as [(String, [String])])
  func `every mistake is reported with its location`(text: String, expected: [String]) {
    #expect(findings(text) == expected)
  }

  @Test func `the folder of workflows means the root for actions`() throws {
    let text = entry(ecosystem: "github-actions").replacing(
      "directory: /", with: "directory: .github/workflows/")
    let actions = try #require(read(text).value?.updates.first)
    #expect(actions.directories.map(\.text) == ["/"])
    let docker = try #require(read(text.replacing("github-actions", with: "docker")).value)
    #expect(docker.updates.first?.directories.map(\.text) == ["/.github/workflows"])
  }

  @Test func `a multi-ecosystem group has one schedule for its entries`() throws {
    let text =
      "multi-ecosystem-groups: {web: {schedule: {interval: daily}}}\n"
      + entry("  multi-ecosystem-group: web\n  patterns: [\"*\"]")
      .replacing("    schedule: {interval: weekly}\n", with: "")
    #expect(findings(text) == [])
    let file = try #require(read(text).value)
    #expect(file.updates.map { file.schedule(of: $0).interval } == [.daily])
  }

  @Test func `an entry for what an earlier one has leaves the file in force`() throws {
    let again = "- package-ecosystem: npm\n  directory: /\n  schedule: {interval: daily}\n"
    let decoded = read(entry(again))
    let updates = try #require(decoded.value?.updates)
    #expect(updates.map(\.schedule.interval) == [.weekly, .daily])
    #expect(updates.map { $0.refusal?.location.description } == [nil, "dependabot.yml:6:5"])
    #expect(updates[1].refusal == decoded.findings.first)
  }

  @Test(arguments: ["  registries: [acme]", "  multi-ecosystem-group: all"])
  func `an entry with an unknown name leaves the others in force`(line: String) throws {
    let other = "- package-ecosystem: swift\n  directory: /\n  schedule: {interval: daily}\n"
    let text = entry(other + line)
    let updates = try #require(read(text).value?.updates)
    #expect(updates.map(\.ecosystem?.word) == ["npm", "swift"])
    #expect(updates.map { $0.refusal == nil } == [true, false])
  }

  @Test func `a mistake in an entry leaves the others in force`() throws {
    let text = entry(
      """
        open-pull-requests-limit: many
      - package-ecosystem: swift
        directory: /
        schedule: {interval: daily}
      """)
    let updates = try #require(read(text).value?.updates)
    #expect(updates.map(\.ecosystem?.word) == ["npm", "swift"])
    #expect(updates.map { $0.refusal?.location.description } == ["dependabot.yml:6:31", nil])
  }

  @Test(
    arguments: [
      ("package-ecosystem: nmp\n  directory: /b", nil, "/b"), ("directory: /b", nil, "/b"),
      ("package-ecosystem: swift", "swift", "/**"),
      ("package-ecosystem: swift\n  directory: /b\n  directories: [/a]", "swift", "/**"),
    ] as [(String, String?, String)])
  func `an entry without an ecosystem is kept, unused`(
    lines: String, ecosystem: String?, directory: String
  ) throws {
    let text = entry("- " + lines + "\n  schedule: {interval: daily}")
    let updates = try #require(read(text).value?.updates)
    #expect(updates.map { $0.refusal == nil } == [true, false])
    #expect(updates[1].ecosystem?.word == ecosystem)
    #expect(updates[1].directories.map(\.text) == [directory])
  }

  @Test func `a repeated key is a warning, and its last value counts`() throws {
    let again = "- package-ecosystem: swift\n  directory: /\n  schedule: {interval: daily}\n"
    let text = entry(again + "  labels: [a]\n  labels: [b]")
    #expect(
      findings(text) == [
        "10:5: warning: the key 'labels' is repeated, first at line 9; this value counts"
      ])
    let updates = try #require(read(text).value?.updates)
    #expect(updates.map { $0.refusal == nil } == [true, true])
    #expect(updates[1].labels == ["b"])
  }

  @Test func `entries of one directory differ by group, patterns and branch`() throws {
    let text = """
      version: 2
      multi-ecosystem-groups:
        a: {schedule: {interval: daily}, cooldown: {default-days: 9}}
        b: {schedule: {interval: weekly}}
      updates:
        - {package-ecosystem: npm, directory: /, multi-ecosystem-group: a, patterns: ["x*"]}
        - {package-ecosystem: npm, directory: /, multi-ecosystem-group: a, patterns: ["y*"]}
        - {package-ecosystem: npm, directory: /, multi-ecosystem-group: b, patterns: ["z*"]}
        - {package-ecosystem: npm, directory: /, schedule: {interval: daily}}
        - {package-ecosystem: npm, directory: /, schedule: {interval: daily}, target-branch: next}
        - {package-ecosystem: npm, directory: /, multi-ecosystem-group: b, patterns: ["z*"]}
      """
    let file = try #require(read(text).value)
    #expect(file.updates.map { $0.refusal == nil } == [true, true, true, true, true, false])
    #expect(file.multiEcosystemGroups.map { $0.cooldown?.defaultDays } == [9, nil])
  }

  @Test func `a file of very many entries is not used, and quickly said so`() throws {
    let one = "  - {package-ecosystem: npm, directory: /DIR, schedule: {interval: daily}}\n"
    let many = { (count: Int) in
      "version: 2\nupdates:\n"
        + (0..<count).map { one.replacing("DIR", with: "\($0)") }.joined()
    }
    let clock = ContinuousClock()
    let start = clock.now
    #expect(read(many(1_000)).value?.updates.count == 1_000)
    let decoded = read(many(5_000))
    #expect(decoded.value == nil)
    #expect(
      decoded.findings.map(\.message) == ["expected at most 1000 entries, found 5000"])
    #expect(clock.now - start < .seconds(60))
  }

  @Test(arguments: ["\"x\\nRelease-As: 9\"", "\"a`b\"", "\"<b>\""])
  func `a group's name is one plain line`(name: String) throws {
    let decoded = read(entry("  groups: {\(name): {patterns: [\"*\"]}}"))
    #expect(decoded.findings.map(\.location.line) == [6])
    #expect(try #require(decoded.value).updates.map { $0.refusal == nil } == [false])
  }

  @Test(
    arguments: [
      (
        "registries: {acme: {type: npm-registri, url: \"https://npm.acme.dev\"}}\n",
        "registries: [acme]", "1:27", "the registry 'acme' cannot be used (see line 1)"
      ),
      (
        "registries: {acme: {type: npm-registry}}\n", "registries: [acme]", "1:20",
        "the registry 'acme' cannot be used (see line 1)"
      ),
      (
        "registries: [acme]\n", "registries: [acme]", "1:13",
        "the registry 'acme' cannot be read (see line 1)"
      ),
      (
        "multi-ecosystem-groups: {all: {schedul: {interval: daily}}}\n",
        "multi-ecosystem-group: all", "1:32",
        "the multi-ecosystem group 'all' cannot be used (see line 1)"
      ),
      (
        "multi-ecosystem-groups: {all: }\n", "multi-ecosystem-group: all", "1:31",
        "the multi-ecosystem group 'all' cannot be used (see line 1)"
      ),
    ] as [(String, String, String, String)])
  func `a mistake in a shared part of the file stops the entries that name it, and no others`(
    part: String, line: String, position: String, message: String
  ) throws {
    let other = "- package-ecosystem: swift\n  directory: /\n  schedule: {interval: daily}\n  "
    let decoded = read(part + entry(other + line))
    #expect(decoded.findings.contains { "\($0)".hasPrefix("dependabot.yml:\(position): error: ") })
    let updates = try #require(decoded.value?.updates)
    #expect(updates[0].refusal == nil)
    #expect(updates[1].refusal?.message.hasPrefix(message) == true)
  }

  @Test func `an entry with all registries works without an invalid one`() throws {
    let text = "registries: {acme: {type: 1}}\n" + entry("  registries: \"*\"")
    let decoded = read(text)
    #expect(decoded.findings.haveErrors)
    #expect(try #require(decoded.value?.updates).map(\.refusal) == [nil])
  }

  @Test func `a cooldown that includes one name of a dependency counts`() throws {
    let text = entry("  cooldown: {default-days: 7, include: [\"be*\"]}")
    let cooldown = try #require(read(text).value?.updates.first?.cooldown)
    #expect(cooldown.days(for: ["beta", "www.npmjs.com/package/beta"], step: .patch) == 7)
    #expect(cooldown.days(for: ["alpha", "www.npmjs.com/package/alpha"], step: .patch) == 0)
  }

  @Test(arguments: ["gomod", "mix"])
  func `other ecosystems are noted and skipped, whatever is in them`(word: String) throws {
    let text = entry("- package-ecosystem: \(word)\n  what: ever")
    let decoded = read(text)
    #expect(decoded.value?.updates.map(\.ecosystem?.ids) == [[.npm]])
    #expect(findings(text) == ["6:5: note: martlet doesn't serve '\(word)': the entry is skipped"])
  }

  @Test(arguments: [
    ("{interval: cron}", "5:15: error: the interval 'cron' needs a 'cronjob'"),
    (
      "{interval: daily, cronjob: \"0 0 * * *\"}",
      "5:42: error: 'cronjob' needs the interval 'cron'"
    ),
    (
      "{interval: cron, cronjob: every other day}",
      "5:41: error: expected a schedule such as \"0 9 * * mon\" or \"every monday at 9am\", found 'every other day'"
    ),
    (
      "{interval: daily, day: monday}",
      "5:38: warning: 'day' is used only with the interval 'weekly'"
    ),
    (
      "{interval: weekly, time: 25:00}",
      "5:40: error: expected a time of day such as \"05:30\", found '25:00'"
    ),
    (
      "{interval: weekly, timezone: Mars!}",
      "5:44: error: expected a time zone such as Asia/Tokyo, found 'Mars!'"
    ),
    ("{day: monday}", "5:15: error: the key 'interval' is missing"),
  ])
  func `schedules are judged as a whole`(schedule: String, expected: String) {
    let text = entry().replacing("{interval: weekly}", with: schedule)
    #expect(findings(text).contains(expected), "\(findings(text))")
  }
}
