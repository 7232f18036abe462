import Ecosystem
import JavaScript
import Testing

@testable import Pnpm

@Suite struct `Why with pnpm` {
  private let packages = "a 1.0.0: b ^1.0.0\nb 1.0.0\nb 2.0.0"

  private func explain(
    _ name: String, _ dependencies: String, settings: String? = nil
  ) async throws -> [String] {
    var files = ["package.json": #"{"name": "app", "dependencies": {\#(dependencies)}}"#]
    files["pnpm-workspace.yaml"] = settings
    return try await World(packages, files).after(.install).open()
      .explain(name, version: "2.0.0")
  }

  @Test func `says each fact once`() async throws {
    #expect(
      try await explain("b", #""a": "1", "b": "^1.0.0""#) == [
        "b@1.0.0 is in the lock.", "The project wants b@^1.0.0, which excludes 2.0.0.",
        "a@1.0.0 depends on b@1.0.0.", "The project wants a@1.",
        "b@2.0.0 can be locked if the manifest says ^2.0.0.",
      ])
    #expect(
      try await explain("b", #""a": "1""#) == [
        "b@1.0.0 is in the lock.", "a@1.0.0 depends on b@1.0.0.", "The project wants a@1.",
        "b@2.0.0 cannot be placed in this tree.",
        "The packages that depend on b get 1.0.0 instead.",
      ])
  }

  @Test func `says which version a tag means`() async throws {
    let files = ["package.json": #"{"name": "app", "dependencies": {"b": "latest"}}"#]
    let opened = try await World(packages, files).after(.install).open()
    #expect(
      try await opened.explain("b", version: "1.0.0").prefix(2) == [
        "b@2.0.0 is in the lock.", "The project wants b@latest, which is 2.0.0.",
      ])
    #expect(try await explain("b", #""b": "latest""#)[1] == "The project wants b@latest.")
  }

  @Test func `follows an alias and a catalog`() async throws {
    #expect(
      try await explain("own", #""own": "npm:b@^1.0.0""#).prefix(2) == [
        "b@1.0.0 is in the lock.", "The project wants own@npm:b@^1.0.0, which excludes 2.0.0.",
      ])
    let settings = "catalog:\n  b: ^1.0.0\n"
    #expect(
      try await explain("b", #""b": "catalog:""#, settings: settings) == [
        "b@1.0.0 is in the lock.", "The project wants b@^1.0.0, which excludes 2.0.0.",
        "b@2.0.0 can be locked if the manifest says ^2.0.0.",
      ])
  }
}
