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

  @Test(arguments: [
    ("    auto-merge: {squash: true}\n", "", "'auto-merge' has no effect"),
    ("    auto-merge:\n      squash: true\n", "", "'auto-merge' has no effect"),
    ("    approvers: [ann]\n    labels: [deps]\n", "    labels: [deps]\n", "'approvers'"),
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

  @Test func `ends with any text`() {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("-:{}[]# \n\tupdatesversion2&*!|>'\"")
    for _ in 0..<500 {
      let text = (0..<60).map { _ in String(letters.randomElement(using: &generator) ?? "a") }
      _ = converted("version: 2\nupdates:\n" + text.joined())
    }
  }
}
