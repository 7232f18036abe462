import Ecosystem
import Testing

@testable import Pnpm

@Suite struct `A dependency with the name of a member` {
  private func world(
    _ requirement: String, links: Bool? = nil, pnpm: String, member: String = "1.0.0"
  ) -> World {
    let setting = links.map { "linkWorkspacePackages: \($0)\n" } ?? ""
    return World(
      "lib 1.0.0\nlib 1.1.0\nlib 2.0.0",
      [
        "package.json": "{\"name\": \"app\", \"dependencies\": {\"lib\": \"\(requirement)\"}}",
        "pnpm-workspace.yaml": "packages: [packages/*]\n\(setting)",
        ".npmrc": links.map { "link-workspace-packages=\($0)\n" } ?? "",
        "packages/lib/package.json": "{\"name\": \"lib\", \"version\": \"\(member)\"}",
      ], pnpm: pnpm)
  }

  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `is edited like others if the registry serves it`(pnpm: String) async throws {
    for links in [nil, true] as [Bool?] {
      let before = try await world("^1.0.0", links: links, pnpm: pnpm).after(.install)
      let after = try await before.after(.update("lib", "2.0.0"))
      #expect(after.files["package.json"]?.contains(#""lib": "^2.0.0""#) == true)
      let lock = after.files["pnpm-lock.yaml"] ?? ""
      #expect(
        lock.contains("      lib:\n        specifier: ^2.0.0\n        version: 2.0.0\n"), "\(lock)")
    }
  }

  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `stays if it is linked`(pnpm: String) async throws {
    let before = try await world("workspace:^", pnpm: pnpm).after(.install)
    let problem = await #expect(throws: Problem.self) {
      try await before.after(.update("lib", "2.0.0"))
    }
    // The name is valid, so that the command has no mistake.
    #expect(problem?.kind == .unsolvable, "\(String(describing: problem))")
  }

  @Test(arguments: ["8.15.9", "9.15.9", "10.34.5", "11.22.0"])
  func `of a published package can name another package without a range`(
    pnpm: String
  ) async throws {
    let files = ["package.json": #"{"name": "app", "dependencies": {"a": "^1.0.0"}}"#]
    let world = World("a 1.0.0: b npm:c\nc 1.0.0\nc 1.1.0", files, pnpm: pnpm)
    let lock = try await world.after(.install).files["pnpm-lock.yaml"] ?? ""
    #expect(lock.contains("      b: c@1.1.0\n") || lock.contains("      b: /c@1.1.0\n"), "\(lock)")
  }
}
