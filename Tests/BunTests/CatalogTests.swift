import Ecosystem
import Testing

@testable import Bun

/// A workspace with the members `x` and `y`, which require `a`.
private func workspace(
  _ root: String, x: String = "catalog:", y: String? = nil, packages: String = "a 1.0.0\na 2.0.0"
) -> World {
  func member(_ name: String, _ requirement: String?) -> String {
    let own = requirement.map { "\"a\": \"\($0)\"" } ?? ""
    return "{\"name\": \"\(name)\", \"dependencies\": {\(own)}}"
  }
  return World(
    packages,
    [
      "package.json": "{\"name\": \"root\", \(root)}",
      "packages/x/package.json": member("x", x), "packages/y/package.json": member("y", y),
    ])
}

/// The requirements in the root's manifest, of `x` and of `y`, as they are written.
private func requirements(_ world: World) -> [String] {
  ["package.json", "packages/x/package.json", "packages/y/package.json"].map { path in
    let matches = (world.files[path] ?? "").matches(of: #/"[ab]": "([^"]*)"/#)
    return matches.map { String($0.1) }.joined(separator: " ")
  }
}

/// Of catalogs: which one Bun 1.4.4 reads, as seen by running it, and which text an update edits.
@Suite struct `A catalog of Bun's` {
  private let nested = #""workspaces": {"packages": ["packages/*"], "catalog": {"a": "^1.0.0"}}"#

  @Test func `is edited together with the range of a member`() async throws {
    let old = try await workspace(nested, y: "~1.0.0").after(.install)
    let new = try await old.after(.update("a", "2.0.0"))
    #expect(requirements(new) == ["^2.0.0", "catalog:", "~2.0.0"])
    #expect(new.locked.filter { $0.hasPrefix("a ") } == ["a a@2.0.0"])
  }

  @Test func `stays if no manifest refers to it, and the member's range is edited`() async throws {
    let old = try await workspace(nested, x: "^1.0.0").after(.install)
    let new = try await old.after(.update("a", "2.0.0"))
    #expect(requirements(new) == ["^1.0.0", "^2.0.0", ""])
    #expect(new.locked.filter { $0.hasPrefix("a ") } == ["a a@2.0.0"])
  }

  @Test func `alone is edited if only its members are behind`() async throws {
    let packages = "a 1.0.0\na 1.1.0\na 2.0.0\na 3.0.0"
    let exact = nested.replacing("^1.0.0", with: "1.0.0")
    let old = try await workspace(exact, y: "^2.0.0", packages: packages).after(.install)
    let found = try await old.open().dependencies().first { $0.current == "1.0.0" }
    let behind = try #require(found)
    #expect(behind.requirements.map(\.manifest) == ["packages/x/package.json"])
    var target = Goal.Target(name: "a", version: "1.1.0")
    target.requirements = behind.requirements
    let new = try await old.after(.update([target], UpdateOptions()))
    #expect(requirements(new) == ["1.1.0", "catalog:", "^2.0.0"])
  }

  @Test func `stays if it is of a newer version than a member's range`() async throws {
    let newer = nested.replacing("^1.0.0", with: "^2.0.0")
    let packages = "a 1.0.0\na 1.1.0\na 2.0.0"
    let old = try await workspace(newer, y: "1.0.0", packages: packages).after(.install)
    #expect(
      requirements(try await old.after(.update("a", "1.1.0"))) == ["^2.0.0", "catalog:", "1.1.0"])
  }

  @Test(arguments: [
    #""catalog": {"a": "^2.0.0", "b": "1.0.0"}"#, #""catalogs": {"v": {"a": "^2.0.0"}}"#,
  ])
  func `beside 'workspaces' isn't read if 'workspaces' has one`(other: String) async throws {
    let old = try await workspace(nested + ", " + other).after(.install)
    #expect(old.locked.filter { $0.hasPrefix("a ") } == ["a a@1.0.0"])
    let lock = try #require(old.files["bun.lock"])
    #expect(lock.contains("  \"catalog\": {\n    \"a\": \"^1.0.0\",\n  },\n  \"packages\""))
    let new = try await old.after(.update("a", "2.0.0"))
    #expect(new.files["package.json"]?.contains(other) == true)
    #expect(new.files["package.json"]?.contains(#""catalog": {"a": "^2.0.0"}}"#) == true)
  }

  @Test(arguments: [
    (#""catalogs": {"v": {"a": "1.0.0"}}}, "catalog": {"a": "1.0.0"}"#, "catalog:"),
    (#""catalog": {}}, "catalog": {"a": "1.0.0"}"#, "catalog:"),
    (#""catalog": {"a": "1.0.0"}}, "catalogs": {"v": {"a": "1.0.0"}}"#, "catalog:v"),
  ])
  func `beside 'workspaces' isn't found if 'workspaces' has one`(
    rest: String, reference: String
  ) async throws {
    let world = workspace(#""workspaces": {"packages": ["packages/*"], "# + rest, x: reference)
    let problem = await world.problem(.install)
    #expect(problem?.message == "names a catalog that does not have it")
    #expect(problem?.kind == .refused)
    let listed = try await world.open().dependencies()
    #expect(listed.map(\.problem?.message) == ["names a catalog that does not have it"])
  }

  @Test(arguments: [
    (#""catalog": {"a": "^1.0.0"}"#, "catalog:default"),
    (#""catalogs": {"default": {"a": "^1.0.0"}}"#, "catalog:"),
    (#""catalog": {"b": "1"}, "catalogs": {"default": {"a": "^1.0.0"}}"#, "catalog:default"),
  ])
  func `can be called the default one`(catalogs: String, reference: String) async throws {
    let root = #""workspaces": ["packages/*"], "# + catalogs
    let old = try await workspace(root, x: reference).after(.install)
    let new = try await old.after(.update("a", "2.0.0"))
    #expect(new.locked.filter { $0.hasPrefix("a ") } == ["a a@2.0.0"])
    #expect(
      new.files["package.json"]
        == old.files["package.json"]?.replacing("^1.0.0", with: "^2.0.0"))
  }

  @Test(arguments: [
    (#""catalog": {"a": "^1.0.0"}"#, "catalog:default"),
    (#""catalogs": {"default": {"a": "^1.0.0"}}"#, "catalog:"),
  ])
  func `of that name is another one before Bun 1.4.4`(catalogs: String, reference: String) async {
    let root = #""workspaces": ["packages/*"], "packageManager": "bun@1.4.3", "# + catalogs
    let problem = await workspace(root, x: reference).problem(.install)
    #expect(problem?.message == "names a catalog that does not have it")
  }

  @Test(arguments: [
    (
      #""catalog": {"a": "1"}, "catalogs": {"default": {"a": "1"}}"#,
      "is in both 'catalog' and 'catalogs.default'"
    ),
    (#""catalog": {"a": "1"}, "catalogs": {"": {"a": "1"}}"#, "has a catalog without a name"),
  ])
  func `is refused where Bun stops`(catalogs: String, message: String) async {
    let problem = await workspace(#""workspaces": ["packages/*"], "# + catalogs).problem(.install)
    #expect(problem?.message == message)
    #expect(problem?.kind == .refused)
  }
}
