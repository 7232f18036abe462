import Testing

@testable import Pnpm

@Suite struct `The members of a workspace` {
  /// Locks a root and a member that have different versions of a package in a ring.
  private func ring(_ files: [String: String] = [:], pnpm: String) async throws -> String {
    let members = [
      "package.json": #"{"name": "app", "peerDependencies": {"a": "1.0.0"}}"#,
      "pnpm-workspace.yaml": "packages: [packages/*]\n",
      "packages/x/package.json": #"{"name": "x", "dependencies": {"a": "^1.0.0"}}"#,
    ]
    let registry = "a 1.0.0: b ^1.0.0\na 1.1.0: b ^1.0.0\nb 1.0.0: a ^1.0.0"
    let world = World(registry, members.merging(files) { $1 }, pnpm: pnpm)
    let lock = try await world.after(.install).files["pnpm-lock.yaml"] ?? ""
    let entry = #/\n  b@1\.0\.0:\n    dependencies:\n      a: (\S+)/#
    return String(try #require(lock.firstMatch(of: entry)).1)
  }

  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `decide in their order`(pnpm: String) async throws {
    #expect(try await ring(pnpm: pnpm) == "1.0.0")
  }

  @Test(arguments: [("9.15.9", "1.1.0"), ("10.34.5", "1.1.0"), ("11.22.0", "1.0.0")])
  func `come last before pnpm 11 if they have settings`(
    pnpm: String, expected: String
  ) async throws {
    #expect(try await ring([".npmrc": "engine-strict=false\n"], pnpm: pnpm) == expected)
    let file = ["packages/x/.npmrc": "engine-strict=false\n"]
    #expect(try await ring(file, pnpm: pnpm) == "1.0.0")
  }

  @Test(arguments: ["8.15.9", "9.15.9", "10.34.5", "11.22.0"])
  func `can link to folders that don't exist`(pnpm: String) async throws {
    let world = World(
      "a 1.0.0",
      [
        "package.json": #"{"name": "app", "dependencies": {"a": "^1.0.0", "l": "link:./l"}}"#,
        "pnpm-workspace.yaml": "packages: [packages/*]\n",
        "packages/x/package.json": #"{"name": "x", "dependencies": {"l": "link:../../l"}}"#,
        "l/package.json": #"{"name": "l", "version": "1.0.0", "dependencies": {"none": "1"}}"#,
      ], pnpm: pnpm)
    let lock = try await world.after(.install).files["pnpm-lock.yaml"] ?? ""
    #expect(lock.contains("      l:\n        specifier: link:./l\n        version: link:l\n"))
    #expect(
      lock.contains("      l:\n        specifier: link:../../l\n        version: link:../../l\n"))
    #expect(!lock.contains("none"))
  }
}
