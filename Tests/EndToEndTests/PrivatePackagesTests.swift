import HTTP
import TestSupport
import Testing

/// An npm project with a public and a private package from one registry.
@Suite struct `A package that the operator declares private` {
  private let server: LoopbackServer
  private let folder: Folder

  init() throws {
    server = try LoopbackServer { request in
      if request.path == "/v1/querybatch" { return .text(#"{"results": [{}]}"#) }
      let name = request.path.dropFirst()
      return .text(
        #"{"name": "\#(name)", "dist-tags": {"latest": "1.0.0"}, "#
          + #""versions": {"1.0.0": {"name": "\#(name)", "version": "1.0.0"}}}"#)
    }
    folder = try Folder([
      "app/package.json": #"{"dependencies": {"ours-kit": "^1.0.0", "theirs": "^1.0.0"}}"#,
      "app/package-lock.json": """
      {
        "lockfileVersion": 3,
        "requires": true,
        "packages": {
          "": {"dependencies": {"ours-kit": "^1.0.0", "theirs": "^1.0.0"}},
          "node_modules/ours-kit": {"version": "1.0.0"},
          "node_modules/theirs": {"version": "1.0.0"}
        }
      }

      """,
    ])
    try folder.write("registry=\(server.url())\n", to: "app/.npmrc")
    try folder.write(
      """
      registries:
        - {url: "\(server.url())", private-packages: [ours-*]}
      mirrors:
        - {from: "https://api.osv.dev/", to: "\(server.url())"}

      """, to: "martlet.yml")
  }

  @Test func `is looked up in its registry and not sent to advisory databases`() async throws {
    let outcome = try await Program.run(
      "check", "app", "--config", "martlet.yml", in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    let questions = server.requests.filter { $0.path == "/v1/querybatch" }.map(\.text)
    #expect(questions.count == 1)
    #expect(questions.allSatisfy { $0.contains("theirs") && !$0.contains("ours") })
    #expect(server.requests.contains { $0.path == "/ours-kit" })
  }

  @Test(arguments: [["why", "app", "ours-kit"], ["update", "app", "ours-kit", "--latest"]])
  func `isn't sent to advisory databases if it is named`(words: [String]) async throws {
    _ = try await Program.run(words + ["--config", "martlet.yml"], in: folder.path)
    #expect(server.requests.contains { $0.path == "/ours-kit" })
    #expect(!server.requests.contains { $0.path == "/v1/querybatch" })
  }
}
