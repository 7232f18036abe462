import Ecosystem
import Testing

@testable import JavaScript
@testable import NPM

/// `@isaacs/cliui` brings `string-width` a second time, under another name.
private let lock = #"""
  {
    "name": "project",
    "lockfileVersion": 3,
    "requires": true,
    "packages": {
      "": {"name": "project", "dependencies": {"@isaacs/cliui": "^8.0.2"}},
      "node_modules/@isaacs/cliui": {
        "version": "8.0.2",
        "resolved": "https://registry.npmjs.org/@isaacs/cliui/-/cliui-8.0.2.tgz",
        "dependencies": {
          "string-width": "^5.1.2", "string-width-cjs": "npm:string-width@^4.2.0"
        }
      },
      "node_modules/string-width": {
        "version": "5.1.2",
        "resolved": "https://registry.npmjs.org/string-width/-/string-width-5.1.2.tgz"
      },
      "node_modules/string-width-cjs": {
        "name": "string-width", "version": "4.2.0",
        "resolved": "https://registry.npmjs.org/string-width/-/string-width-4.2.0.tgz"
      }
    }
  }
  """#

private let world = World(
  """
  @isaacs/cliui 8.0.2: string-width ^5.1.2, string-width-cjs npm:string-width@^4.2.0
  string-width 4.2.0
  string-width 4.2.3
  string-width 5.1.2
  """,
  [
    "package.json": #"{"name": "project", "dependencies": {"@isaacs/cliui": "^8.0.2"}}"#,
    "package-lock.json": lock,
  ])

@Suite struct `An alias that a dependency brings along` {
  private func read(_ world: World, _ name: String) async throws -> [Dependency] {
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    return try await opened.dependencies().filter { $0.name == name }
  }

  @Test func `has the registry name that the lock gives it`() async throws {
    let dependency = try #require(try await read(world, "string-width-cjs").first)
    #expect(dependency.registryName == "string-width")
    #expect(dependency.current == "4.2.0")
    #expect(dependency.bounds == ["npm:string-width@^4.2.0"])
    #expect(try await read(world, "string-width").map(\.registryName) == [nil])
  }

  @Test func `is looked up under that name`() async throws {
    let dependency = try #require(try await read(world, "string-width-cjs").first)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let releases = try await world.npm.open(project, in: world.tree).releases(of: dependency)
    #expect(releases.map(\.version) == ["4.2.0", "4.2.3", "5.1.2"])
    #expect(releases.filter(\.satisfiesRequirement).map(\.version) == ["4.2.0", "4.2.3"])
  }

  @Test(arguments: [nil, "4.2.3"]) func `moves under its own name`(version: String?) async throws {
    let change = try await world.change(.update("string-width-cjs", version))
    #expect(
      change.moves.map { "\($0.name) \($0.from ?? "") \($0.to ?? "")" } == [
        "string-width-cjs 4.2.0 4.2.3"
      ])
  }

  @Test func `is distinguished from a package whose name is the alias`() async throws {
    var world = world
    world.files["package-lock.json"] = #"""
      {"lockfileVersion": 3, "packages": {
        "": {"dependencies": {"kit": "npm:kit-es@^4.0.0", "a": "1"}},
        "node_modules/kit": {"name": "kit-es", "version": "4.0.0"},
        "node_modules/a": {"version": "1.0.0", "dependencies": {"kit": "^1.0.0"}},
        "node_modules/a/node_modules/kit": {"version": "1.0.0"}}}
      """#
    world.files["package.json"] = #"{"dependencies": {"kit": "npm:kit-es@^4.0.0", "a": "1"}}"#
    let found = try await read(world, "kit")
    #expect(found.map(\.registryName) == ["kit-es", nil])
    #expect(found.map(\.versions) == [["4.0.0"], ["1.0.0"]])
    #expect(found.map { $0.problem?.kind } == [nil, .refused])
  }

  @Test func `has its real name in yarn's lock, too`() async throws {
    let world = World(
      "",
      [
        "package.json": #"{"dependencies": {"@isaacs/cliui": "^8.0.2"}}"#,
        "yarn.lock": "\"string-width-cjs@npm:string-width@^4.2.0\":\n  version \"4.2.3\"\n",
      ])
    #expect(try await read(world, "string-width-cjs").map(\.registryName) == ["string-width"])
  }
}
