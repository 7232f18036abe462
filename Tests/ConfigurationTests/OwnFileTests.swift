import Configuration
import Ecosystem
import Testing
import Text
import Versioning

private func choose(_ folders: [String], _ paths: [String]) -> ConfigurationPaths.Choice? {
  ConfigurationPaths(folders: folders).choose(among: paths)
}

private func read(_ name: String, _ keys: String) -> Decoded<RepositoryFile> {
  let text = """
    updates:
      - package-ecosystem: npm
        directory: /
        schedule: {interval: daily}
    \(keys)
    """
  return RepositoryFile.read(
    SourceText(file: name, name.contains("martlet") ? text : "version: 2\n" + text),
    ecosystems: ecosystems)
}

struct `martlet's own file in a repository` {
  @Test func `martlet's own file is read instead of Dependabot's, which is reported`() throws {
    let choice = try #require(choose([".a"], [".a/dependabot.yml", ".a/martlet.yml", "x"]))
    #expect(choice.path == ".a/martlet.yml")
    #expect(
      choice.findings.map(\.description) == [
        ".a/dependabot.yml:1:1: note: is not read, because .a/martlet.yml exists"
      ])
  }

  @Test(arguments: [
    ([".martlet.yml", ".b/martlet.yml", ".a/dependabot.yml"], ".b/martlet.yml"),
    ([".martlet.yml", ".a/dependabot.yml"], ".martlet.yml"),
    ([".b/dependabot.yml", ".a/dependabot.yaml"], ".a/dependabot.yaml"),
    ([".c/martlet.yml", "martlet.yml", "sub/.martlet.yml"], nil),
  ])
  func `the host's folders come in order, then the root`(paths: [String], expected: String?) {
    #expect(choose([".a", ".b"], paths)?.path == expected)
  }

  @Test func `a second file of our own is a warning`() {
    let findings = choose([".a"], [".a/martlet.yml", ".martlet.yml"])?.findings
    #expect(
      findings?.map(\.description) == [
        ".martlet.yml:1:1: warning: is not read, because .a/martlet.yml exists"
      ])
  }

  @Test func `reviewers count unless Dependabot itself reads the file`() {
    let key = "    reviewers: [ann, acme/web]"
    let reviewers = { read($0, key).value?.updates.first?.reviewers }
    #expect(reviewers(".github/martlet.yml") == ["ann", "acme/web"])
    #expect(reviewers(".gitlab/dependabot.yml") == ["ann", "acme/web"])
    #expect(reviewers(".github/dependabot.yml") == [])
  }

  @Test func `keys of another service's dependabot.yml are reported, and read if martlet has them`()
    throws
  {
    let keys = """
          auto-merge: {squash: true}
          approvers: [ann]
          rebase-strategy: {strategy: none, on-approval: true}
          milestone: "4.2"
          commit-message: {prefix: dep, trailers: [{changelog: dep}]}
      vulnerability-alerts: {enabled: true}
      """
    let decoded = read(".gitlab/dependabot.yml", keys)
    let entry = try #require(decoded.value?.updates.first)
    #expect(entry.refusal == nil)
    #expect(entry.rebaseStrategy == .disabled)
    #expect(entry.commitMessage.prefix == "dep")
    let warnings = decoded.findings.filter { $0.severity == .warning }.map(\.message)
    #expect(
      warnings.map { $0.prefix { $0 != " " } } == [
        "'auto-merge'", "'approvers'", "'on-approval'", "'milestone'", "'trailers'",
        "'vulnerability-alerts'",
      ])
    #expect(read(".github/martlet.yml", "    auto-merge: true").value?.updates[0].refusal != nil)
  }

  @Test func `the last rule that matches decides about automatic merges`() throws {
    let keys = """
          automerge: {update-types: [patch]}
          rules:
            - dependency-name: "react*"
              labels: [frontend]
              automerge: {update-types: [minor, patch], method: squash}
            - dependency-name: [react-native, expo]
              automerge: {update-types: []}
      """
    let entry = try #require(read(".martlet.yml", keys).value?.updates.first)
    #expect(entry.automerge(of: RuleSubject(["react"]))?.method == .squash)
    #expect(entry.automerge(of: RuleSubject(["react-native"])) == nil)
    #expect(entry.automerge(of: RuleSubject(["vue"]))?.updateTypes == [.patch])
    #expect(entry.rules.map { $0.match.names[0].matches("react-dom") } == [true, false])
  }
}
