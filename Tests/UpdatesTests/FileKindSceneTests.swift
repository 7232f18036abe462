import Ecosystem
import Git
import HTTP
import References
import Testing

/// The releases of Node.js, and a repository at the scene's own forge.
private let resources = EcosystemResources(
  http: HTTP.Client { request throws(HTTPError) in
    guard request.url == "https://nodejs.org/dist/index.json" else { return Response(status: 404) }
    let list = """
      [{"version": "v24.2.0", "lts": "Krypton"}, {"version": "v20.19.0", "lts": "Iron"},
       {"version": "v20.11.0", "lts": "Iron"}]
      """
    return Response(status: 200, body: Array(list.utf8))
  },
  git: Git.Client(
    references: { remote throws(GitError) in
      guard remote == "https://forge.example/acme/templates.git" else {
        throw GitError(.notFound, subject: remote)
      }
      return ["v1.0.0", "v1.1.0"].map {
        Reference(name: "refs/tags/\($0)", commit: String(repeating: "a", count: 40))
      }
    },
    files: { _, _, _ throws(GitError) in [:] }, times: { _, _ throws(GitError) in [:] }))

private let ecosystems: [any PackageEcosystem] = [
  ReferenceEcosystem(.runtimes, resources), ReferenceEcosystem(.gitlabCI, resources),
]

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
}
