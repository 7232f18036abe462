import Ecosystem
import References
import Testing

/// A chart with one dependency, from a repository with this index.
private func chart(_ index: String) async throws -> any OpenProject {
  try await Outside(["https://charts.example/index.yaml": index]).open(
    .helm,
    [
      "Chart.yaml":
        "dependencies: [{name: redis, version: 17.0.0, repository: https://charts.example}]\n"
    ])
}

/// The error that the list of the only dependency ends with; nil without one.
private func failure(_ project: any OpenProject) async throws -> String? {
  let dependency = try #require(try await project.dependencies().first)
  do {
    _ = try await project.releases(of: dependency)
    return nil
  } catch { return error.message }
}

private let indexes = [
  // JSON, as other servers than Helm write it.
  #"{"apiVersion":"v1","entries":{"zoo":[{"version":"9.0.0"}],"redis":[{"version":"18.1.0","#
    + #""urls":["https:\/\/a.example\/é"]},{"version":"17.0.0"}]}}"#,
  "{\n\t\"entries\": {\n\t\t\"redis\": [\n\t\t\t{\"version\": \"18.1.0\"}\n\t\t]\n\t}\n}\n",
  "entries: {redis: [{version: 18.1.0}, {version: 17.0.0}]}\n",
  "entries:\n  redis: [{version: 18.1.0}]\n",
  "entries:\n    \"redis\":\n        - version: 18.1.0\n",
  "entries:\n  'redis':\n  - version: 18.1.0\n",
  "# é\n---\nentries:\n  redis :\n  - version: 18.1.0\n",
  // A key of the same name elsewhere isn't the chart.
  "annotations:\n  redis: none\nentries:\n  redis:\n  - version: 18.1.0\n",
  "entries:\n  a:\n  - description: |\n      x\n    redis: 1\n  redis:\n  - version: 18.1.0\n",
  "entries:\r\n  redis:\r\n  - version: 18.1.0\r\n",
]

@Suite struct `Lists of versions` {
  @Test(arguments: indexes)
  func `of charts are read in any form of YAML`(index: String) async throws {
    #expect(try await chart(index).steps() == ["redis: 17.0.0 -> 18.1.0 major"])
  }

  @Test(arguments: [
    ("entries: {zoo: []}\n", "is not a chart of https://charts.example"),
    ("annotations: {redis: []}\nentries: {}\n", "is not a chart of https://charts.example"),
    ("entries:\n  redis: {version: 1.0.0}\n", "has an index whose versions aren't a list"),
    ("entries:\n  redis:\n", "has an index whose versions aren't a list"),
    ("entries:\n  redis:\n  - {name: redis}\n", "has an index with an entry without a version"),
    ("apiVersion: v1\n", "has an index without entries"),
    ("<html><body>Sign in</body></html>", "has an index without entries"),
    ("", "has an index without entries"),
    ("[1, 2]\n", "has an index without entries"),
    ("entries: [a]\n", "has an index without entries"),
    ("entries: {redis: [}\n", "has an index that can't be read: did not find expected"),
    ("entries:\n  redis:\n  - version: 1.0.0\n   x: {\n", "has an index that can't be read: "),
    ("entries:\n  a: &x []\n  redis: *x\n", "has an index that can't be read: the alias *x"),
    ("entries: {}\n---\nentries: {}\n", "has an index that can't be read: a second document"),
    (
      "entries: {a: " + String(repeating: "[", count: 100),
      "has an index that can't be read: lists and mappings nested"
    ),
  ]) func `of charts that can't be read fail by name`(index: String, reason: String) async throws {
    let message = try #require(try await failure(try await chart(index)))
    #expect(message.hasPrefix(reason), "\(message)")
  }

  @Test(arguments: [
    (
      ReferenceKind.circleCI, ".circleci/config.yml", "orbs: {a: acme/a@1.0.0}",
      "https://circleci.com/graphql-unstable",
      [
        #"{"data": null, "errors": [{"message": "Too many requests"}]}"#:
          "can't be listed by CircleCI: Too many requests",
        #"{"message": "down"}"#: "has a list that isn't CircleCI's",
        #"{"data": {"orb": null}}"#: "is not an orb that CircleCI lists",
        #"{"data": {"orb": {"versions": {}}}}"#: "has a list that isn't CircleCI's",
      ]
    ),
    (
      .runtimes, ".nvmrc", "20.1.0", "https://nodejs.org/dist/index.json",
      [#"{"message": "down"}"#: "has a list that isn't an array"]
    ),
    (
      .runtimes, ".swift-version", "6.0", "https://www.swift.org/api/v1/install/releases.json",
      [#"{"message": "down"}"#: "has a list that isn't an array"]
    ),
    (
      .runtimes, "mise.toml", "[tools]\n\"gem:rails\" = \"7.0.0\"\n",
      "https://rubygems.org/api/v1/versions/rails.json",
      [#"{"message": "down"}"#: "has a list that isn't an array"]
    ),
    (
      .bitrise, "bitrise.yml", "workflows: {a: {steps: [script@1.0.0: {}]}}",
      "https://api.github.com/repos/bitrise-io/bitrise-steplib/contents/steps/script",
      [#"{"message": "down"}"#: "has a list that isn't an array"]
    ),
  ]) func `of another shape fail instead of being empty`(
    kind: ReferenceKind, path: String, text: String, url: String, answers: [String: String]
  ) async throws {
    for (answer, message) in answers {
      let project = try await Outside([url: answer]).open(kind, [path: text])
      #expect(try await failure(project) == message)
    }
  }
}
