import Configuration
import Text
import Testing

/// A file before and after its conversion to `.martlet.yml`.
private func converted(
  _ text: String, from file: String = ".gitlab/dependabot.yml"
) -> ImportedFile {
  imported(SourceText(file: file, text), ecosystems: ecosystems)
}

@Suite struct `A file in Dependabot's format, when it is imported,` {
  private static let start = """
    # ours
    version: 2
    updates:
      - package-ecosystem: npm  # the pages
        directory: /
        schedule: {interval: weekly}

    """

  @Test func `stays as it is, with its comments`() {
    let result = converted(Self.start, from: ".github/dependabot.yml")
    #expect(result.text == Self.start)
    #expect(result.findings.isEmpty)
  }

  @Test func `reports each option for all entries, and loses no entry`() {
    let options = "update-options:\n  reviewers: [ann]\n  auto-merge: true\n"
    let text = Self.start.replacing("updates:", with: options + "updates:")
    let result = converted(text)
    #expect(result.text == Self.start)
    #expect(
      result.findings.map(\.description) == [
        ".gitlab/dependabot.yml:4:3: warning: 'update-options.reviewers' isn't carried over: write "
          + "'reviewers' in each entry",
        ".gitlab/dependabot.yml:5:3: warning: 'update-options.auto-merge' isn't carried over: write "
          + "'auto-merge' in each entry",
      ])
  }

  @Test(arguments: [
    (
      "    auto-merge: {squash: true}\n",
      "    automerge: {update-types: [major, minor, patch], method: squash}\n",
      "becomes 'automerge'"
    ),
    (
      "    auto-merge:\n      squash: true\n",
      "    automerge: {update-types: [major, minor, patch], method: squash}\n",
      "becomes 'automerge'"
    ),
    ("    auto-merge: true\n", "    automerge: {update-types: [major, minor, patch]}\n", "becomes"),
    (
      "    approvers: [ann]\n    labels: [deps]\n", "    reviewers: [ann]\n    labels: [deps]\n",
      "becomes 'reviewers'"
    ),
    (
      "    approvers: [ann]\n    reviewers: [bob]\n", "    reviewers: [bob, ann]\n",
      "becomes 'reviewers'"
    ),
    ("    open-security-pull-requests-limit: 4\n", "", "no limit of their own"),
    ("    vulnerability-alerts: {enabled: true}\n", "", "'vulnerability-alerts' has no effect"),
    (
      "    commit-message: {trailers: [a: b], prefix: deps}\n",
      "    commit-message: {prefix: deps}\n", "'trailers'"
    ),
    ("    rebase-strategy: none\n", "    rebase-strategy: disabled\n", ""),
    ("    rebase-strategy: all\n", "    rebase-strategy: auto\n", ""),
    ("    rebase-strategy: {strategy: none}\n", "    rebase-strategy: disabled\n", ""),
    ("    milestone: next\n", "", "'milestone' has no effect"),
  ])
  func `loses the keys of another service, and says so`(
    before: String, after: String, finding: String
  ) {
    let result = converted(Self.start + before)
    #expect(result.text == Self.start + after)
    let locations = result.findings.filter { $0.message.contains(finding) }.map(\.location)
    #expect(finding.isEmpty == result.findings.isEmpty, "\(result.findings)")
    #expect(locations.allSatisfy { $0.file == ".gitlab/dependabot.yml" && $0.line >= 7 })
    #expect(finding.isEmpty || !locations.isEmpty)
  }

  @Test(arguments: [
    ("{on-approval: true}", "nothing is merged"), ("{merge-train: true}", "'merge-train'"),
    ("{ignore: [{frob: 1}]}", "so that nothing is merged"),
    ("{allow: [{frob: 1}]}", "isn't carried over"),
  ])
  func `merges no more than its service`(value: String, reason: String) {
    let result = converted(Self.start + "    auto-merge: \(value)\n")
    #expect(result.findings.contains { $0.message.contains(reason) }, "\(result.findings)")
    let merges = result.text?.contains("update-types: [major") == true
    #expect(merges == value.hasPrefix("{merge-train"), "\(result.text ?? "")")
  }

  @Test func `has rules for what its service merges`() {
    let result = converted(
      Self.start + """
            auto-merge:
              squash: true
              allow:
                - {dependency-name: aster, update-types: ["version-update:semver-minor"]}
              ignore:
                - {dependency-type: development, versions: [">= 2"]}
            labels: [a]

        """)
    #expect(
      result.text?.hasSuffix(
        """
            automerge: {update-types: [], method: squash}
            rules:
              - match: {name: aster, update-type: [minor]}
                automerge: {update-types: [major, minor, patch], method: squash}
              - {match: {section: development, to: [">= 2"]}, automerge: {update-types: [], method: squash}}
            labels: [a]

        """) == true, "\(result.text ?? "")")
  }

  @Test func `keeps the style of an entry`() {
    let result = converted(
      """
      version: 2
      updates:
        - {package-ecosystem: npm, auto-merge: true, directory: /, schedule: {interval: daily}}
        - auto-merge: {squash: false}
          package-ecosystem: bundler
          directory: /
          schedule: {interval: daily}

      """)
    let merge = "automerge: {update-types: [major, minor, patch]}"
    #expect(result.text?.contains("{package-ecosystem: npm, \(merge), directory: /") == true)
    #expect(result.text?.contains("  - \(merge)\n    package-ecosystem: bundler\n") == true)
  }

  @Test func `loses a key that begins an entry`() {
    let text = """
      version: 2
      fork: true
      updates:
        - fork: true
          package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}

      """
    let expected = """
      version: 2
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}

      """
    #expect(converted(text).text == expected)
  }

  @Test(arguments: ["version: 2\nupdates: [", "version: 2\nupdates:\n  - frob: 1\n", ""])
  func `isn't converted if it has errors, which are reported`(text: String) {
    let result = converted(text)
    #expect(result.text == nil)
    #expect(result.findings.haveErrors)
  }
}
