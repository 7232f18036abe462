import Foundation
import JSON
import TestSupport
import Testing

/// The whole program with a repository of pnpm or Yarn, a fake GitHub and a registry on loopback.
@Suite(.needsFakeHost, .serialized) struct `pnpm and Yarn on GitHub` {
  @Test(arguments: JavaScriptTool.allCases)
  func `update versions with their release notes`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(tool)
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(
      pulls.map(\.title) == [
        "Bump finch from 1.0.0 to 1.1.0", "Bump wren from 1.0.0 to 1.2.0",
      ], "\(outcome.out)")
    let lock = pulls.first?.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("finch", "1.1.0")), "\(lock)")
    #expect(lock.contains(tool.mark("wren", "1.0.0")))
    #expect(lock.contains(tool.mark("seed", "1.0.0")))
    #expect(pulls.first?.body.contains("notes of 1.1.0") == true)
    let writes = try await scene.hub.writes().count
    #expect(try await scene.martlet("run").code == 0)
    #expect(try await scene.hub.writes().count == writes)
  }

  @Test(arguments: JavaScriptTool.allCases)
  func `fix a vulnerable package below another one`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(tool, rules: "open-pull-requests-limit: 0\n")
    try await scene.reportSeed()
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.map(\.title) == ["[Security] Bump seed from 1.0.0 to 1.0.1"], "\(outcome.out)")
    let files = pulls.first?.files
    #expect(files?[tool.lock]?.string?.contains(tool.mark("seed", "1.0.1")) == true)
    #expect(files?[tool.lock]?.string?.contains(tool.mark("finch", "1.0.0")) == true)
    #expect(files?["package.json"]?.string == (try scene.folder.read("app/package.json")))
  }

  @Test(arguments: JavaScriptTool.allCases)
  func `name the override that prevents a fix`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "open-pull-requests-limit: 0\n", fields: tool.override("seed", "1.0.0"))
    try await scene.reportSeed()
    let outcome = try await scene.martlet("run")
    #expect(try await scene.pulls().isEmpty)
    #expect(outcome.out.contains("seed with 1.0.0"), "\(outcome.out)\(outcome.error)")
  }

  @Test(arguments: JavaScriptTool.allCases)
  func `put a group into one pull request`(tool: JavaScriptTool) async throws {
    let scene = try await JavaScriptScene(
      tool, rules: "groups: {birds: {patterns: [\"*\"]}}\n")
    let outcome = try await scene.martlet("run")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let pulls = try await scene.pulls()
    #expect(pulls.map(\.title) == ["Bump the birds group with 2 updates"], "\(outcome.out)")
    let lock = pulls.first?.files?[tool.lock]?.string ?? ""
    #expect(lock.contains(tool.mark("finch", "1.1.0")) && lock.contains(tool.mark("wren", "1.2.0")))
  }
}
