import Ecosystem
import Git
import HTTP
import References
import Testing

/// A registry with one package of npm, and repositories with tags.
private let resources = EcosystemResources(
  http: HTTP.Client { request throws(HTTPError) in
    guard request.url == "https://registry.npmjs.org/wren" else { return Response(status: 404) }
    return Response(
      status: 200, body: Array(#"{"versions": {"1.0.0": {}, "1.1.0": {}, "2.0.0": {}}}"#.utf8))
  },
  git: Git.Client(
    references: { remote throws(GitError) in
      guard remote == "https://github.com/acme/tool" else {
        throw GitError(.notFound, subject: remote)
      }
      return ["v1.0", "v1.1"].map {
        Reference(name: "refs/tags/\($0)", commit: String(repeating: "a", count: 40))
      }
    },
    files: { _, _, _ throws(GitError) in [:] }, times: { _, _ throws(GitError) in [:] }))

private let ecosystems: [any PackageEcosystem] = [
  ReferenceEcosystem(.custom, resources), ReferenceEcosystem(.buildkite, resources),
]

private let entry = #"""
  updates:
    - package-ecosystem: custom
      directory: /
      schedule: {interval: daily}
      cooldown: {default-days: 0}
      custom:
        - files: ["ci/*.env"]
          match: '^# (?<source>\S+) (?<name>\S+)\n\w+=(?<current>\S+)'

  """#

private let files = [
  "ci/a.env": "# npm wren\nA=1.0.0\n# github-tags acme/tool\nB=v1.0\n# pypi black\nC=1\n",
  "b.env": "# npm wren\nA=1.0.0\n", ".buildkite/pipeline.yml": "steps: []\n",
]

@Suite struct `A repository with files that its configuration describes` {
  @Test func `gets pull requests that change exactly the versions`() async throws {
    let scene = try await Scene(entry, files, others: ecosystems)
    let report = try await scene.run()
    #expect(
      try await scene.open() == [
        "#1 Bump acme/tool from 1.0 to 1.1", "#2 Bump wren from 1.0.0 to 2.0.0",
      ], "\(report)")
    #expect(
      try await scene.text("ci/a.env", of: 2)
        == files["ci/a.env"]?.replacing("A=1.0.0", with: "A=2.0.0"))
    #expect(report.contains { $0.contains("has an unknown source: 'pypi'") }, "\(report)")
    try await scene.run()
    #expect(try await scene.open().count == 2)
  }

  @Test func `keeps them when its state is lost, and closes them with the entry`() async throws {
    let scene = try await Scene(entry, files, others: ecosystems)
    try await scene.run()
    try await scene.loseState()
    try await scene.run()
    #expect(try await scene.open().count == 2)
    try await scene.push([
      ".github/dependabot.yml": """
      version: 2
      updates: [{package-ecosystem: npm, directory: /, schedule: {interval: daily}}]

      """
    ])
    try await scene.run()
    #expect(try await scene.open() == [])
  }

  @Test func `has no updates of files that no entry names`() async throws {
    let text = entry.replacing("custom\n", with: "npm\n")
    let plain = String(
      text.prefix(upTo: try #require(text.firstRange(of: "    custom:")).lowerBound))
    let scene = try await Scene(plain, files, others: ecosystems)
    #expect(try await scene.run().filter { $0.contains("wren") || $0.contains("buildkite") } == [])
    #expect(try await scene.open() == [])
  }
}
