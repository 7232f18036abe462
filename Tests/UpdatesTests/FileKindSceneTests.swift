import Ecosystem
import Git
import HTTP
import References
import Testing

private let charts = """
  entries:
    redis:
    - version: 17.0.0
    - version: 18.1.0
  """

private let orb =
  #"{"data": {"orb": {"versions": [{"version": "18.1.0"}, {"version": "17.0.0"}]}}}"#

/// The releases of Node.js, an orb, a package of npm, a repository of charts, and git repositories of `acme`.
private let resources = EcosystemResources(
  http: HTTP.Client { request throws(HTTPError) in
    if request.url == "https://charts.example/index.yaml" {
      return Response(status: 200, body: Array(charts.utf8))
    }
    if request.url == "https://circleci.com/graphql-unstable" {
      return Response(status: 200, body: Array(orb.utf8))
    }
    if request.url == "https://registry.npmjs.org/tool" {
      let versions = #"{"versions": {"1.0.0": {}, "1.1.0": {}}}"#
      return Response(status: 200, body: Array(versions.utf8))
    }
    guard request.url == "https://nodejs.org/dist/index.json" else { return Response(status: 404) }
    let list = """
      [{"version": "v24.2.0", "lts": "Krypton"}, {"version": "v20.19.0", "lts": "Iron"},
       {"version": "v20.11.0", "lts": "Iron"}]
      """
    return Response(status: 200, body: Array(list.utf8))
  },
  git: Git.Client(
    references: { remote throws(GitError) in
      guard
        ["https://forge.example/acme/", "https://github.com/acme/"].contains(
          where: remote.hasPrefix)
      else {
        throw GitError(.notFound, subject: remote)
      }
      return ["v1.0.0", "v1.1.0"].map {
        Reference(name: "refs/tags/\($0)", commit: String(repeating: "a", count: 40))
      }
    },
    files: { _, _, _ throws(GitError) in [:] }, times: { _, _ throws(GitError) in [:] }))

private let ecosystems: [any PackageEcosystem] = [
  ReferenceKind.runtimes, .gitlabCI, .buildkite, .azurePipelines, .bitrise, .helm, .kustomize,
  .circleCI,
].map { ReferenceEcosystem($0, resources) }

/// A file with a dashboard and an entry.
private func entry(_ ecosystem: String) -> String {
  """
  dashboard: true
  updates:
    - package-ecosystem: \(ecosystem)
      directory: /
      schedule: {interval: weekly}
      cooldown: {default-days: 0}

  """
}

@Suite struct `A repository with files beside its manifests` {
  @Test func `gets major versions of a runtime once approved, in all files that agreed`()
    async throws
  {
    let scene = try await Scene(
      entry("runtimes"),
      [
        ".nvmrc": "20\n", "package.json": #"{"engines": {"node": "20.x"}}"#,
        "old/.nvmrc": "v24.2.0\n",
      ], others: ecosystems)
    try scene.settings(#"{"permissions": {"ann": "write"}}"#)
    try await scene.run()
    #expect(try await scene.open() == [])
    try await scene.tick("`node`")
    try await scene.run()
    let open = try await scene.open()
    #expect(open == ["#1 Bump node from 20 to 24.2.0"])
    #expect(try await scene.text(".nvmrc", of: 1) == "24\n")
    #expect(try await scene.text("package.json", of: 1) == #"{"engines": {"node": "24.x"}}"#)
    try await scene.run()
    #expect(try await scene.open().count == 1)
  }

  @Test func `follows projects of its own forge that a pipeline includes`() async throws {
    let text = "include: [{project: acme/templates, ref: v1.0.0, file: /a.yml}]\n"
    let scene = try await Scene(
      entry("gitlab-ci"), [".gitlab-ci.yml": text], others: ecosystems)
    let report = try await scene.run()
    #expect(
      try await scene.open().map { $0.drop { $0 != " " } } == [
        " Bump acme/templates from 1.0.0 to 1.1.0"
      ], "\(report)")
  }

  @Test(arguments: [
    ("circleci", ".circleci/config.yml", "version: 2.1\norbs: {tool: acme/tool@17.0.0}\n"),
    ("buildkite", ".buildkite/pipeline.yml", "steps: [{plugins: [\"acme/tool#v1.0.0\"]}]\n"),
    (
      "azure-pipelines", "azure-pipelines.yml",
      """
      resources:
        repositories: [{repository: t, type: github, name: acme/t, ref: refs/tags/v1.0.0}]

      """
    ),
    (
      "bitrise", "bitrise.yml",
      "workflows: {a: {steps: [\"git::https://github.com/acme/step.git@v1.0.0\": {}]}}\n"
    ),
    (
      "runtimes", "mise.toml", "[tools]\n\"npm:tool\" = \"1.0.0\" # why\nruff = \"0.4.1\"\n"
    ),
    (
      "kustomize", "kustomization.yaml",
      "resources: [\"https://github.com/acme/base//config?ref=v1.0.0\"]\n"
    ),
    (
      "helm", "Chart.yaml",
      """
      dependencies: [{name: redis, version: 17.0.0, repository: "https://charts.example"}]

      """
    ),
  ])
  func `gets one pull request for a version in it`(kind: String, path: String, text: String)
    async throws
  {
    let scene = try await Scene(entry(kind), [path: text], others: ecosystems)
    let report = try await scene.run()
    #expect(try await scene.open().count == 1, "\(report)")
    let after = text.replacing("1.0.0", with: "1.1.0").replacing("17.0.0", with: "18.1.0")
    #expect(try await scene.text(path, of: 1) == after)
    try await scene.run()
    #expect(try await scene.open().count == 1)
  }
}
