import Configuration
import Testing
import Text

/// Converts options for these ecosystems: the `commit-message` of every entry by its word, and the
/// messages of the reports.
private func titles(
  _ options: String, managers: String = "'npm', 'github-actions'"
) -> (lines: [String], findings: [String]) {
  let text = "{enabledManagers: [\(managers)], \(options)}"
  let result = importedRenovate(
    SourceText(file: "renovate.json", text), ecosystems: ecosystems,
    schema: FileKind.repository.schema(ecosystems))
  let lines = (result.text ?? "none").split(separator: "\n").map { String($0.trimmingPrefix(" ")) }
  let found = lines.compactMap { line in
    line.firstRange(of: "package-ecosystem: ").map { String(line[$0.upperBound...]) }
      ?? line.firstRange(of: "commit-message: ").map { "  " + line[$0.upperBound...] }
  }
  return (found, result.findings.map(\.message))
}

@Suite struct `The beginning of titles, when it is imported,` {
  @Test func `is that of a rule for whole ecosystems`() {
    let rule = "matchManagers: ['github-actions'], semanticCommitType: 'ci'"
    let result = titles("semanticCommits: 'enabled', packageRules: [{\(rule)}]")
    #expect(
      result.lines == [
        "npm", "  {prefix: chore, include: scope}", "github-actions",
        "  {prefix: ci, include: scope}",
      ])
    #expect(result.findings == [])
  }

  @Test func `combines the repository's options with those of a rule`() {
    let rule = "matchManagers: ['github-actions'], semanticCommitScope: 'actions'"
    let result = titles(
      "semanticCommits: 'enabled', semanticCommitType: 'build', packageRules: [{\(rule)}]")
    #expect(
      result.lines == [
        "npm", "  {prefix: build, include: scope}", "github-actions", "  {prefix: build(actions)}",
      ])
  }

  @Test(arguments: [
    "semanticCommits: 'enabled', commitMessagePrefix: 'deps: '",
    "commitMessagePrefix: 'deps: ', semanticCommits: 'enabled', semanticCommitType: 'fix'",
  ]) func `has a prefix rather than a type, in any order`(options: String) {
    #expect(
      titles(options, managers: "'npm'").lines == ["npm", "  {prefix: \"deps: \"}"], "\(options)")
  }

  @Test func `isn't that of a rule for some dependencies or steps`() {
    for condition in ["matchPackageNames: ['ash']", "matchUpdateTypes: ['major']"] {
      let rule = "\(condition), semanticCommitType: 'feat'"
      let options = "semanticCommits: 'enabled', packageRules: [{\(rule)}]"
      let result = titles(options, managers: "'npm'")
      #expect(result.lines == ["npm", "  {prefix: chore, include: scope}"])
      #expect(result.findings.contains { $0.hasSuffix("titles of an entry begin alike") })
    }
  }

  @Test func `is reported in a rule without semantic commits`() {
    let rule = "matchManagers: ['npm'], semanticCommitType: 'build'"
    let result = titles("packageRules: [{\(rule)}]", managers: "'npm'")
    #expect(result.lines == ["npm"])
    #expect(result.findings.contains { $0.contains("isn't carried over without 'semanticCommits") })
  }
}
