import Ecosystem
import Testing
import Text

@testable import References

/// A file and what is reported of it, each with its place.
private let cases: [(kind: ReferenceKind, path: String, text: String, reported: [String])] = [
  (
    .gitlabCI, ".gitlab-ci.yml", "a: {image: Node:20}\nb: {image: \"node@sha256:12ab\"}\n",
    [
      "Node:20: has capital letters, which names of images can't have at 1:12",
      "node@sha256:12ab: isn't the name of an image at 2:12",
    ]
  ),
  (
    .gitlabCI, ".gitlab-ci.yml",
    "a: {trigger: {include: [{project: acme/x, file: /b.yml}, {local: /c.yml}]}}\n",
    ["acme/x: is included without a ref: it follows the default branch at 1:25"]
  ),
  (
    .azurePipelines, "azure-pipelines.yml",
    "resources: {repositories: [{repository: t, type: github, name: acme/templates}]}\n",
    ["acme/templates: is included without a ref: it follows the default branch at 1:28"]
  ),
  (
    .azurePipelines, "azure-pipelines.yml",
    "jobs: [{job: a, container: default}, {job: b, container: \"${{ parameters.image }}\"}]\n",
    ["${{ parameters.image }}: has a variable at 1:58"]
  ),
  (
    .bitrise, "bitrise.yml",
    "workflows: {a: {steps: [{with: {container: x, steps: [{deploy: {}}, wait]}}, within: {}]}}\n",
    [
      "deploy: has no version: it takes the newest one at 1:56",
      "wait: has no version: it takes the newest one at 1:69",
      "within: has no version: it takes the newest one at 1:78",
    ]
  ),
  (
    .helm, "Chart.yaml", "dependencies: [{name: redis, repository: https://charts.example}]\n",
    ["redis: has no version: Helm takes the newest one at 1:16"]
  ),
  (
    .docker, "kustomization.yaml",
    """
    images:
      - {name: app, newTag: "1.0", digest: "sha256:\(imageDigest("1").dropFirst(7))"}
      - {name: web, digest: "sha256:12ab"}

    """,
    [
      "app:1.0: has a digest of its own beside the tag, which stays at 2:25",
      "web@sha256:12ab: isn't the name of an image at 3:25",
    ]
  ),
  (
    .circleCI, ".circleci/templates/stack.yml", "Resources:\n  A: !Sub \"${B}\"\n", []
  ),
  (
    .circleCI, ".circleci/parts/test.yml", "jobs:\n  a: !Sub b\n",
    [
      ".circleci/parts/test.yml: isn't valid YAML: the tag !Sub is not part of YAML's core schema "
        + "at 2:6"
    ]
  ),
  (
    .runtimes, "mise.toml",
    """
    [tools]
    node = ["20", "18"]
    jq = {prefix = "1.6"}
    python = [
      {version = "3.12", venv = ".venv"}, # "x"
      "3.11",
    ]

    """,
    [
      "jq: has no version at 3:1",
      "node 18: is a further version of the tool, which stays at 2:1",
      "python 3.11: is a further version of the tool, which stays at 5:1",
      "python 3.12: is a tool whose versions martlet doesn't list at 5:1",
    ]
  ),
  (
    .runtimes, ".tool-versions", "nodejs 20.11.0 18.1.0 # 1\n",
    ["nodejs 18.1.0: is a further version of the tool, which stays at 1:1"]
  ),
]

@Suite struct `What a file names without a version that can move` {
  @Test(arguments: cases)
  func `is reported with its place`(
    kind: ReferenceKind, path: String, text: String, reported: [String]
  ) throws {
    var found: [String] = []
    do throws(Problem) {
      let file = try kind.parse(SourceText(file: path, text), ReferenceKind.Host(nil))
      found = file.refusingDigests.unread.map { unread in
        "\(unread.text): \(unread.problem.message) at \(position(unread.problem.location))"
      }
    } catch {
      found = ["\(path): \(error.message) at \(position(error.location))"]
    }
    #expect(found.sorted() == reported)
  }

  @Test func `ends the search for versions with a refusal if that takes too many steps`() throws {
    let source = SourceText(file: "Gemfile", String(repeating: "a", count: 60))
    let error = #expect(throws: Problem.self) { try source.matches(of: "(a|aa)+b") }
    #expect(error?.message == "takes too many steps to be searched for versions")
  }
}
