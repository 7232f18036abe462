import Foundation
import JSON
import TestSupport
import Testing

/// What an operator sees before the first pass.
@Suite(.needsFakeHost, .serialized) struct `Azure DevOps in the operator's file` {
  @Test func `doctor tries every write`() async throws {
    let scene = try await HostScene(.azure)
    let outcome = try await scene.martlet("doctor")
    #expect(
      outcome.out.contains("may push branches and open pull requests in acme/app"), "\(outcome.out)"
    )
    try await scene.expectOrder()
  }

  @Test(arguments: [
    (["code", "identity", "security", "build"], "may not push branches"),
    (["code", "code_write", "identity", "security"], "may not read builds"),
    (["code", "code_write", "identity", "build"], "which commands need"),
  ])
  func `doctor names what a token lacks`(scopes: [String], message: String) async throws {
    let scene = try await HostScene(.azure, token: "reader")
    try await scene.fake.control(
      "tokens",
      ["token": "reader", "login": "bot", "scopes": .array(scopes.map { .string($0) })])
    let outcome = try await scene.martlet("doctor")
    #expect(outcome.code == 1 && outcome.out.contains(message), "\(outcome.out)")
  }

  @Test func `doctor names an invalid token`() async throws {
    let scene = try await HostScene(.azure, token: "wrong")
    let outcome = try await scene.martlet("doctor")
    #expect(outcome.code == 1, "\(outcome.out)")
    #expect(!(outcome.out + outcome.error).contains("<html>"))
  }

  @Test(arguments: [
    ("https://dev.azure.com", "names one organisation"),
    ("https://acme.visualstudio.com", "write https://dev.azure.com/acme"),
    ("https://dev.azure.com/acme", ""), ("https://tfs.acme.dev/tfs/Default", ""),
  ])
  func `config check refuses an address without an organisation`(
    url: String, message: String
  ) async throws {
    let folder = try Folder()
    try folder.write(
      """
      state: sqlite:martlet.db
      forges:
        - {name: x, kind: azure-devops, url: "\(url)", token: t, repositories: ["My%20Project/*"]}

      """, to: "martlet.yml")
    let outcome = try await Program.run(["config", "check", "martlet.yml"], in: folder.path)
    #expect(outcome.code == (message.isEmpty ? 0 : 2), "\(outcome.out)\(outcome.error)")
    #expect(message.isEmpty || (outcome.out + outcome.error).contains(message))
  }
}
