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
    #expect(file.findings.map(\.severity) == [.note, .note])
  }

  @Test(arguments: [
    ("conditions: [author=ann]\n    actions: {merge: {}}", "isn't only about pull requests"),
    (
      "conditions: [author=dependabot[bot], label=safe]\n    actions: {merge: {}}",
      "has the condition 'label=safe'"
    ),
    ("conditions: [author=dependabot[bot]]\n    actions: {label: {add: [a]}}", "doesn't merge"),
    (
      #"conditions: ["head~=^dependabot/github_actions/"]"# + "\n    actions: {merge: {}}",
      "isn't only about"
    ),
    (
      #"conditions: ["head~=^renovate/eslint"]"# + "\n    actions: {merge: {}}", "isn't only about"
    ),
    (
      #"conditions: ["head=dependabot/npm_and_yarn/a-2"]"# + "\n    actions: {merge: {}}",
      "isn't only about"
    ),
    (
      #"conditions: ["author~=^dependabot|^ann"]"# + "\n    actions: {merge: {}}",
      "isn't only about"
    ),
    (
      "conditions: [author=dependabot[bot], base=develop]\n    actions: {merge: {}}",
      "has the condition 'base=develop'"
    ),
    (
      #"conditions: [author=dependabot[bot], "title~=^Bump eslint from ([\\d]+)\\..+ to \\1\\."]"#
        + "\n    actions: {merge: {}}", "has the condition 'title~="
    ),
    (
      #"conditions: ["author=renovate[bot]", label=dependencies]"# + "\n    actions: {merge: {}}",
      "has the condition 'label=dependencies'"
    ),
    (
      "conditions: [author=dependabot[bot]]\n    disabled: {reason: x}\n    actions: {merge: {}}",
      "is switched off"
    ),
    (
      "conditions: [author=dependabot[bot]]\n    actions: {queue: {name: none}}",
      "by a queue that the file doesn't describe"
    ),
  ])
  func `that mean something else are reported, and merge nothing`(rule: String, message: String) {
    let quoted = rule.replacing("author=dependabot[bot]", with: "\"author=dependabot[bot]\"")
    let file = imported("pull_request_rules:\n  - name: a\n    \(quoted)\n")
    #expect(file.findings.contains { $0.message.contains(message) }, "\(file.findings)")
    #expect(file.text?.contains("automerge") == false)
  }

  @Test(arguments: ["queue_conditions", "routing_conditions", "merge_conditions", "conditions"])
  func `need the checks of all conditions of their queue`(key: String) throws {
    let file = imported(
      """
      queue_rules:
        - {name: default, \(key): [check-success=test], batch_size: 2}
      pull_request_rules:
        - conditions: ["author=dependabot[bot]", check-success=build]
          actions: {queue: {name: default}}
      """)
    #expect(file.text?.contains("ci: {required: [build, test]}") == true, "\(file)")
    #expect(file.findings.contains { $0.message.contains("'batch_size' of the queue") })
  }

  @Test func `have to be a list`() {
    let file = imported("pull_request_rules: none\n")
    #expect(file.text == nil && file.findings.haveErrors)
  }

  @Test func `merge nothing where protections can forbid it`() {
    let file = imported(
      """
      merge_protections: [{name: freeze, if: [base=main]}]
      pull_request_rules:
        - conditions: ["author=dependabot[bot]"]
          actions: {merge: {method: fast-forward}}
      """)
    #expect(file.text?.contains("automerge") == false)
    #expect(file.findings.contains { $0.message.contains("the method 'fast-forward'") })
    #expect(file.findings.contains { $0.message.contains("nothing is merged automatically") })
  }

  @Test(arguments: [".mergify.yml", ".github/mergify.yml", "a/.mergify/config.yml"])
  func `are recognized by their path`(path: String) {
    #expect(isMergify(path))
    #expect(!isMergify("renovate.json"))
  }
}
