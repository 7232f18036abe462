import Configuration
import Testing
import Text
import Versioning

private func imported(_ rules: String) -> ImportedFile {
  importedMergify(SourceText(file: ".mergify.yml", rules), ecosystems: ecosystems)
}

@Suite struct `Mergify's rules` {
  @Test func `about bots become automatic merges`() throws {
    let file = imported(
      #"""
      queue_rules:
        - name: default
          merge_method: squash
          merge_conditions: [check-success=lint]
      pull_request_rules:
        - name: bots
          conditions:
            - author~=^dependabot(|-preview)\[bot\]$
            - check-success = build
            - base=main
            - label=dependencies
            - title~=^Bump [^\s]+ from ([\d]+)\..+ to \1\.
          actions:
            queue: {name: default}
            delete_head_branch: {}
      """#)
    let source = SourceText(file: ".github/martlet.yml", try #require(file.text))
    let read = try #require(RepositoryFile.read(source, ecosystems: ecosystems).value)
    let entry = try #require(read.updates.first)
    #expect(entry.automerge?.updateTypes == [.minor, .patch])
    #expect(entry.automerge?.method == .squash)
    #expect(entry.ci.required == ["build", "lint"])
    #expect(file.carried.map(\.key) == ["automerge"])
    #expect(file.findings.map(\.severity) == [.note])
  }

  @Test(arguments: [
    ("conditions: [author=ann]\n    actions: {merge: {}}", "isn't only about pull requests"),
    (
      "conditions: [author=dependabot[bot], label=safe]\n    actions: {merge: {}}",
      "has the condition 'label=safe'"
    ),
    ("conditions: [author=dependabot[bot]]\n    actions: {label: {add: [a]}}", "doesn't merge"),
  ])
  func `that mean something else are reported, and merge nothing`(rule: String, message: String) {
    let quoted = rule.replacing("author=dependabot[bot]", with: "\"author=dependabot[bot]\"")
    let file = imported("pull_request_rules:\n  - name: a\n    \(quoted)\n")
    #expect(file.findings.contains { $0.message.contains(message) }, "\(file.findings)")
    #expect(file.text?.contains("automerge") == false)
  }

  @Test(arguments: [".mergify.yml", ".github/mergify.yml", "a/.mergify/config.yml"])
  func `are recognized by their path`(path: String) {
    #expect(isMergify(path))
    #expect(!isMergify("renovate.json"))
  }
}
