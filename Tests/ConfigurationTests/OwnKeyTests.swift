import Configuration
import Text
import Testing

/// The keys that `config check` calls martlet's own, with their lines.
private func ownKeys(_ text: String, in file: String) -> [String] {
  check(SourceText(file: file, text), ecosystems: ecosystems)
    .filter { $0.severity == .warning && $0.message.contains("refuses the whole file") }
    .map { "\($0.location.line): \($0.message.split(separator: " '")[1].prefix { $0 != "'" })" }
}

@Suite struct `config check of a file that Dependabot reads` {
  private static let file = """
    version: 2
    extends: acme/config//martlet.yml
    updates:
      - package-ecosystem: npm
        directory: /
        schedule: {interval: weekly}
        automerge: {update-types: [patch]}
        groups:
          lint: {patterns: ["eslint*"], on-failure: split}
        labels: [deps]

    """

  @Test(arguments: [".github/dependabot.yml", ".github/dependabot.yaml"])
  func `names martlet's own keys, because Dependabot refuses the file`(file: String) {
    #expect(ownKeys(Self.file, in: file) == ["2: extends", "7: automerge", "9: on-failure"])
  }

  @Test(arguments: [".github/martlet.yml", ".martlet.yml", ".gitlab/dependabot.yml"])
  func `doesn't in other files`(file: String) {
    #expect(ownKeys(Self.file, in: file) == [])
  }

  @Test func `names martlet's own values of Dependabot's keys`() {
    let text = """
      version: 2
      updates:
        - package-ecosystem: npm
          directory: /
          schedule: {interval: weekly}
          rebase-strategy: behind-base-branch
          groups: {all: {patterns: ["*"], group-by: family}}

      """
    #expect(
      ownKeys(text, in: ".github/dependabot.yml") == [
        "6: rebase-strategy: behind-base-branch", "7: group-by: family",
      ])
  }

  @Test func `has nothing to say about Dependabot's keys`() {
    let text = """
      version: 2
      enable-beta-ecosystems: true
      updates:
        - package-ecosystem: npm
          directories: ["/*"]
          schedule: {interval: weekly}
          groups: {all: {patterns: ["*"], update-types: [minor]}}
          cooldown: {default-days: 3}
          reviewers: [ann]

      """
    #expect(ownKeys(text, in: ".github/dependabot.yml") == [])
  }
}
