import Testing

/// What the configurations of other bots say, and what martlet does with the imported files; the
/// repository and the notation are those of Renovate's rows.
private let rows: [(path: String, text: String, expected: String)] = [
  (".gitlab/dependabot.yml", gitlab(""), "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  (".gitlab/dependabot.yml", gitlab("auto-merge: true"), "a 1.0.1!, b 1.1.0!, c 2.0.0!, z 0.1.1!"),
  (
    ".gitlab/dependabot.yml", gitlab("auto-merge: {allow: [{dependency-name: b}]}"),
    "a 1.0.1, b 1.1.0!, c 2.0.0, z 0.1.1"
  ),
  (
    ".gitlab/dependabot.yml",
    gitlab(
      "auto-merge: {ignore: [{dependency-name: '*', update-types: ['version-update:semver-major']}]}"
    ), "a 1.0.1!, b 1.1.0!, c 2.0.0, z 0.1.1!"
  ),
  (
    ".gitlab/dependabot.yml", gitlab("auto-merge: {on-approval: true}"),
    "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"
  ),
  (
    ".gitlab/dependabot.yml", gitlab("ignore: [{dependency-name: a}]\n    labels: [x]"),
    "b 1.1.0[x], c 2.0.0[x], z 0.1.1[x]"
  ),
  (".scala-steward.conf", "", "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  (
    ".scala-steward.conf", "pullRequests.customLabels = [x]",
    "a 1.0.1[x], b 1.1.0[x], c 2.0.0[x], z 0.1.1[x]"
  ),
  (".scala-steward.conf", "updates.limit = 1", "a 1.0.1"),
  // Rules about packages are about Maven's.
  (
    ".scala-steward.conf", "updates.ignore = [{groupId = a}]", "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"
  ),
  (
    ".scala-steward.conf",
    "pullRequests.grouping = [{name = small, filter = [{version = minor}, {version = patch}]}]",
    "the small group across 1 directory with 3 updates, c 2.0.0"
  ),
  (".mergify.yml", mergify(""), "a 1.0.1!, b 1.1.0!, c 2.0.0!, z 0.1.1!"),
  (".mergify.yml", mergify(", check-success=build"), "a 1.0.1!, b 1.1.0!, c 2.0.0!, z 0.1.1!"),
  // This check never reports.
  (
    ".mergify.yml", mergify(", check-success=lint"),
    ["a 1.0.1", "b 1.1.0", "c 2.0.0", "z 0.1.1"].map { "\($0)[martlet: ci-failed]" }.joined(
      separator: ", ")
  ),
  (".mergify.yml", mergify(", label=safe"), "a 1.0.1, b 1.1.0, c 2.0.0, z 0.1.1"),
  (
    ".mergify.yml", mergify(#", "title~=^Bump [^\\s]+ from ([\\d]+)\\..+ to \\1\\.""#),
    "a 1.0.1!, b 1.1.0!, c 2.0.0, z 0.1.1!"
  ),
]

private func gitlab(_ key: String) -> String {
  """
  version: 2
  updates:
    - package-ecosystem: npm
      directory: /
      schedule: {interval: daily}
      \(key)

  """
}

private func mergify(_ conditions: String) -> String {
  """
  pull_request_rules:
    - name: bots
      conditions: ["author=dependabot[bot]"\(conditions)]
      actions: {merge: {}}

  """
}

@Suite struct `The configuration of another bot on a repository` {
  @Test(arguments: rows)
  func `means the same for martlet`(path: String, text: String, expected: String) async throws {
    let found = try await roundTrip(path, text)
    // The bots have the same default labels.
    let pulls = found.pulls.replacing("dependencies javascript", with: "")
      .replacing("dependencies", with: "").replacing("[ ", with: "[").replacing("[]", with: "")
    #expect(pulls == expected, "\(found.file)")
  }
}
