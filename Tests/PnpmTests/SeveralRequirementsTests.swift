import Testing

@testable import Pnpm

private let registry = "a 1.0.0\na 1.1.0\na 2.0.0\na 2.1.0\na 3.0.0"

@Suite struct `A dependency that members require in several ways` {
  private func member(_ name: String, _ requirement: String) -> String {
    #"{"name": "\#(name)", "version": "1.0.0", "dependencies": {"a": "\#(requirement)"}}"#
  }

  /// A workspace whose root and members `x` and `y` have these requirements.
  private func world(
    _ requirements: [String], catalogs: String = "", pnpm: String
  ) async throws -> World {
    let files = [
      "package.json": member("app", requirements[0]),
      "packages/x/package.json": member("x", requirements[1]),
      "packages/y/package.json": member("y", requirements[2]),
      "pnpm-workspace.yaml": "packages: [packages/*]\n" + catalogs,
    ]
    let old = World("a 1.0.0\na 2.0.0", files, pnpm: pnpm)
    return try await old.after(.install).with(registry)
  }

  /// The requirements of the root, `x` and `y`.
  private func requirements(_ world: World) throws -> [String] {
    try ["package.json", "packages/x/package.json", "packages/y/package.json"].map { path in
      let match = world.files[path]?.firstMatch(of: #/"a": "([^"]*)"/#)
      return String(try #require(match).1)
    }
  }

  private let catalogs = "catalog:\n  a: ^1.0.0 # old\ncatalogs:\n  next:\n    a: ^2.0.0 # new\n"

  /// As `pnpm update --latest a -r` does.
  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `is updated everywhere`(pnpm: String) async throws {
    let old = try await world(
      ["~1.0.0", "catalog:", "catalog:next"], catalogs: catalogs, pnpm: pnpm)
    let new = try await old.after(.update("a", "3.0.0"))
    #expect(try requirements(new) == ["~3.0.0", "catalog:", "catalog:next"])
    #expect(
      new.files["pnpm-workspace.yaml"]
        == "packages: [packages/*]\n"
        + catalogs.replacing("^1.0.0", with: "^3.0.0").replacing("^2.0.0", with: "^3.0.0"))
    #expect(new.locked == ["a@3.0.0"])
  }

  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `keeps requirements and catalogs of newer versions`(pnpm: String) async throws {
    let old = try await world(
      ["~1.0.0", "catalog:", "catalog:next"], catalogs: catalogs, pnpm: pnpm)
    let new = try await old.after(.update("a", "1.1.0"))
    #expect(try requirements(new) == ["~1.1.0", "catalog:", "catalog:next"])
    #expect(new.files["pnpm-workspace.yaml"] == old.files["pnpm-workspace.yaml"])
    #expect(new.locked.contains("a@1.1.0") && new.locked.contains { $0.hasPrefix("a@2.") })
  }

  @Test func `is moved back only if nothing requires an older version`() async throws {
    let old = try await world(
      ["^2.0.0", "catalog:", "^2.0.0"], catalogs: "catalog:\n  a: ^2.0.0\n", pnpm: "10.34.5")
    let new = try await old.after(.update("a", "1.1.0"))
    #expect(try requirements(new) == ["^1.1.0", "catalog:", "^1.1.0"])
    #expect(new.locked == ["a@1.1.0"])
  }
}
