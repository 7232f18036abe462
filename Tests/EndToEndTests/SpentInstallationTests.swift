import Foundation
import HTTP
import JSON
import TestSupport
import Testing
import Time

/// An App with two installations: acme's has reached its rate limit, umbra's has no repositories.
@Suite struct `An exhausted rate limit of one installation` {
  private let server: LoopbackServer
  private let folder: Folder

  init() throws {
    let reset = Timestamp.now().seconds + 3_000
    server = try LoopbackServer { request in
      switch request.path.dropFirst("/api/v3".count) {
      case "/app": return .text(#"{"slug": "martlet"}"#)
      case "/app/installations":
        return .text(
          """
          [{"id": 1, "account": {"login": "Acme"}}, {"id": 2, "account": {"login": "umbra"}}]
          """)
      case "/app/installations/1/access_tokens": return .text(#"{"token": "ghs_1"}"#)
      case "/app/installations/2/access_tokens": return .text(#"{"token": "ghs_2"}"#)
      case "/installation/repositories"
      where request.headers["Authorization"] == "Bearer ghs_2":
        return .text(#"{"repositories": []}"#)
      default:
        return .init(
          status: 403,
          headers: ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "\(reset)"],
          body: Array(#"{"message": "API rate limit exceeded"}"#.utf8))
      }
    }
    folder = try Folder(["app.pem": SigningKey.pem])
  }

  private func run(_ repositories: String) async throws -> Program.Outcome {
    try folder.write(
      """
      state: sqlite:martlet.db
      forges:
        - name: hub
          kind: github
          url: \(server.url(""))
          app: {id: 42, private-key: "${file:\(folder.path)/app.pem}"}
          repositories: [\(repositories)]

      """, to: "martlet.yml")
    return try await Program.run("run", "--config", "martlet.yml", "--json", in: folder.path)
  }

  @Test func `is reported with its owner, and the others are visited`() async throws {
    let outcome = try await run("acme/*, umbra/*")
    #expect(outcome.code == 1, "\(outcome.error)\(outcome.out)")
    let rest = try #require(try outcome.document()["left"]?.array?.first)
    #expect(rest["unlisted"] == ["acme"])
    let message = try #require(rest["problem"]?["message"]?.string)
    #expect(message.hasPrefix("the forge accepts no requests for acme until "))
    #expect(
      message.hasSuffix(
        "0 of 0 repositories were visited, 0 remain; those of acme could not be listed"))
    #expect(server.requests.contains { $0.headers["Authorization"] == "Bearer ghs_2" })
  }

  @Test(arguments: ["umbra/*", "'*/*', '!acme/*'"])
  func `does not matter if none of the owner's repositories are selected`(repositories: String)
    async throws
  {
    let outcome = try await run(repositories)
    // The other installation has no repositories, so nothing matches.
    #expect(outcome.code == 2, "\(outcome.error)")
    #expect(try outcome.document()["left"] == [])
  }
}
