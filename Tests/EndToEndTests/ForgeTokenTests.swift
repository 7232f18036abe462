import Foundation
import HTTP
import TestSupport
import Testing

/// A forge on loopback whose token is in the operator's file, and a working tree that names its URLs.
@Suite struct `The token of a forge` {
  private let server: LoopbackServer
  private let folder: Folder

  init() throws {
    server = try LoopbackServer { _ in .text("{}") }
    folder = try Folder([:])
  }

  private static let kinds = [
    ("github", "/api/v3/repos/acme/secret/contents/"), ("gitlab", "/api/v4/projects/7/files/"),
    ("gitea", "/api/v1/repos/acme/secret/raw/"), ("forgejo", "/api/v1/repos/acme/secret/raw/"),
    ("bitbucket", "/rest/api/latest/projects/ACME/repos/secret/raw/"),
    ("azure-devops", "/acme/_apis/git/repositories/secret/items/"),
  ]

  private func check(_ kind: String, more: String = "") async throws -> Program.Outcome {
    // Azure DevOps' address has the collection.
    let url = server.url(kind == "azure-devops" ? "/tfs" : "")
    try folder.write(
      """
      forges:
        - {name: hub, kind: \(kind), url: "\(url)", token: s3cret-t0ken, repositories: [acme/app]\(more)}

      """, to: "martlet.yml")
    return try await Program.run(
      "check", "app", "--config", "martlet.yml", "--log-level", "error", in: folder.path)
  }

  private func url(_ kind: String, _ path: String) -> String {
    server.url(kind == "azure-devops" ? "/tfs\(path)" : path)
  }

  private var credentials: [String] { server.requests.compactMap { $0.headers["Authorization"] } }

  @Test(arguments: kinds.indices)
  func `isn't sent to a registry that a repository names at the forge's API`(
    index: Int
  ) async throws {
    let (kind, path) = Self.kinds[index]
    try folder.write("registry=\(url(kind, path))\n", to: "app/.npmrc")
    try folder.write(#"{"dependencies": {"a": "^1.0.0"}}"#, to: "app/package.json")
    try folder.write(
      "source \"\(url(kind, path))\"\ngem \"a\"\n", to: "app/Gemfile")
    _ = try await check(kind)
    #expect(!server.requests.isEmpty)
    #expect(credentials == [])
  }

  @Test(arguments: kinds.indices)
  func `isn't sent to a package's git unless the operator lists it`(index: Int) async throws {
    let (kind, path) = Self.kinds[index]
    let git =
      switch kind {
      case "bitbucket": "/scm/acme/secret.git"
      case "azure-devops": "/acme/_git/secret"
      default: "/acme/secret.git"
      }
    for address in [url(kind, git), url(kind, path)] {
      try folder.write(
        """
        // swift-tools-version:5.9
        import PackageDescription
        let package = Package(
          name: "app", dependencies: [.package(url: "\(address)", from: "1.0.0")])
        """, to: "app/Package.swift")
      _ = try await check(kind)
    }
    #expect(!server.requests.isEmpty)
    #expect(credentials == [])

    _ = try await check(kind, more: ", private-packages: [acme/*]")
    #expect(credentials == [], "the URL of the API")
    try folder.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "app", dependencies: [.package(url: "\(url(kind, git))", from: "1.0.0")])
      """, to: "app/Package.swift")
    _ = try await check(kind, more: ", private-packages: [acme/*]")
    #expect(!credentials.isEmpty)
    #expect(
      server.requests.filter { $0.headers["Authorization"] != nil }.allSatisfy { request in
        request.path.contains("secret") && !request.path.contains("api")
      })
  }

  @Test func `is named by the key if a package is hidden`() async throws {
    let hidden = try LoopbackServer { request in
      request.headers["Authorization"] == nil ? .status(401) : .status(404)
    }
    try folder.write(
      """
      forges:
        - {name: hub, kind: github, url: "\(hidden.url(""))", token: t, repositories: [acme/app]}

      """, to: "martlet.yml")
    try folder.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "app", dependencies: [.package(url: "\(hidden.url("/acme/kit.git"))", from: "1.0.0")])
      """, to: "app/Package.swift")
    let outcome = try await Program.run(
      "check", "app", "--config", "martlet.yml", in: folder.path)
    let text = outcome.out + outcome.error
    #expect(text.contains("`private-packages` of the forge 'hub'"), "\(text)")
  }
}
