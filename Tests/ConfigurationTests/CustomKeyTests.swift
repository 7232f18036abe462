import Configuration
import Testing
import Text
import Versioning

/// The findings of a file with one entry for `custom`, without its path.
private func findings(_ custom: String, ecosystem: String = "custom") -> [String] {
  let text = """
    version: 2
    updates:
      - package-ecosystem: \(ecosystem)
        directory: /
        schedule: {interval: weekly}
    \(custom)
    """
  let source = SourceText(file: ".github/martlet.yml", text)
  return check(source, ecosystems: ecosystems, as: .repository).map {
    $0.description.replacing(".github/martlet.yml:", with: "")
  }
}

private let groups = "(?<name>a)(?<current>b)"

@Suite struct `The key custom` {
  @Test(arguments: [
    #"{files: [a.env], match: '(?<name>\S+)=(?<current>\S+)', source: npm}"#,
    #"{files: a.env, match: '(?<current>\S+) (?<source>\w+)', name: wren}"#,
    #"{files: ['/\.env$/'], match: '(?<name>\S+)=(?<current>\S+)', source: docker, versioning: docker}"#,
  ])
  func `is read`(element: String) {
    #expect(findings("    custom:\n      - \(element)") == [])
  }

  @Test(arguments: [
    (
      "{files: [a], match: '(?<name>', source: npm}", "7:29",
      "expected a regular expression with the groups 'name' and 'current', found '(?<name>': "
        + "it isn't well formed: check its brackets"
    ),
    (
      "{files: [a], match: '(?<name>b)', source: npm}", "7:29",
      "'match' needs one group 'current': (?<current>...)"
    ),
    (
      "{files: [a], match: '(?<current>b)', source: npm}", "7:29",
      "'match' needs one group 'name', or the entry the key 'name'"
    ),
    (
      "{files: [a], match: '\(groups)'}", "7:9",
      "the key 'source' is missing, and 'match' has no group 'source'"
    ),
    (
      "{files: [a], match: '\(groups)', source: pypi}", "7:64",
      "expected one of docker, github-releases, github-tags, npm, rubygems, swift, found 'pypi'"
    ),
    (
      "{files: [a], match: '\(groups)', source: npm, versioning: docker}", "7:81",
      "the versioning 'docker' needs the source 'docker'"
    ),
    (
      "{files: ['/(/'], match: '\(groups)', source: npm}", "7:18",
      "expected a path with wildcards or a /regular expression/, found '/(/': "
        + "the regular expression has '(' without ')'"
    ),
  ])
  func `is checked with the position of each mistake`(
    element: String, position: String, message: String
  ) {
    #expect(findings("    custom:\n      - \(element)").contains("\(position): error: \(message)"))
  }

  @Test func `belongs to its own ecosystem, in one entry for each directory`() {
    let custom = "    custom: [{files: a, match: '\(groups)', source: npm}]"
    #expect(
      findings(custom, ecosystem: "npm").contains(
        "6:13: error: 'custom' has no effect for 'npm': write 'package-ecosystem: custom'"))
    #expect(findings("").contains("3:5: error: the key 'custom' is missing"))
    let twice =
      custom + """

          - package-ecosystem: custom
            directory: /
            schedule: {interval: weekly}
        \(custom)
        """
    #expect(
      findings(twice).contains(
        "7:5: error: another entry has 'custom' for /: write all of it there"))
  }

  @Test func `isn't necessary for approval, which runtimes ask for by default`() throws {
    let text = """
      version: 2
      updates:
        - {package-ecosystem: runtimes, directory: /, schedule: {interval: weekly}}
        - {package-ecosystem: runtimes, directory: /a, schedule: {interval: weekly}, approval: []}
      """
    let read = RepositoryFile.read(
      SourceText(file: ".github/martlet.yml", text), ecosystems: ecosystems)
    let file = try #require(read.value)
    #expect(file.updates.map(\.approval) == [[.major], []])
    #expect(
      read.findings.map(\.description) == [
        ".github/martlet.yml:3:5: note: major versions of 'runtimes' wait for approval, which needs "
          + "'dashboard: true'; 'approval: []' opens them at once"
      ])
  }
}
