import Ecosystem
import JSON
import Testing

@testable import JavaScript
@testable import NPM

@Suite struct `The version of Node that a repository states` {
  /// The source and the version of a statement.
  private func named(_ files: [String: String], in folder: String = "") async throws -> String? {
    var world = World("", files)
    world.toolchain = Toolchain()
    if world.files[folder + "package.json"] == nil { world.files[folder + "package.json"] = "{}" }
    let project = try #require(
      world.npm.discover(in: world.tree.paths).first { $0.manifest == folder + "package.json" })
    return try await NPMSources(project, in: world.tree, for: world.npm).engines.node?.source
  }

  @Test(
    arguments: [
      ([".nvmrc": "v20.11.0\n"], ".nvmrc names 20.11.0"), ([".nvmrc": "20\n"], ".nvmrc names 20"),
      ([".nvmrc": "# ours\nlts/iron"], ".nvmrc names 20"),
      ([".nvmrc": "lts/*"], ".nvmrc names lts/*"),
      ([".nvmrc": "lts/zirconium"], nil), ([".nvmrc": "node"], ".nvmrc names node"),
      ([".nvmrc": "current"], ".nvmrc names current"), ([".nvmrc": ""], nil),
      ([".node-version": "22.1.0"], ".node-version names 22.1.0"),
      ([".tool-versions": "ruby 3.3.0\nnodejs 18.19.0 20.0.0\n"], ".tool-versions names 18.19.0"),
      ([".tool-versions": "nodejs latest\n"], ".tool-versions names latest"),
      ([".tool-versions": "ruby 3.3.0\n"], nil),
      (
        ["package.json": #"{"volta": {"node": "20.9.0"}, "engines": {"node": "18"}}"#],
        "volta of package.json names 20.9.0"
      ),
      (
        ["package.json": #"{"devEngines": {"runtime": [{"name": "node", "version": "^22"}]}}"#],
        "devEngines of package.json names ^22"
      ),
      (
        ["package.json": #"{"engines": {"node": ">=18 <21"}}"#],
        "engines of package.json names >=18 <21"
      ),
      (["package.json": #"{"engines": {"node": 20}}"#], nil), ([:], nil),
    ] as [([String: String], String?)])
  func `is read in all its places`(files: [String: String], source: String?) async throws {
    #expect(try await named(files) == source)
  }

  @Test func `is looked for in the folders above`() async throws {
    let files = [".nvmrc": "20", "site/package-lock.json": #"{"lockfileVersion": 3}"#]
    #expect(try await named(files, in: "site/") == ".nvmrc names 20")
  }

  @Test(
    arguments: [
      (["package.json": "{}"], "the operator's file names 20.20.2"),
      (["package.json": "{}", ".nvmrc": "18"], ".nvmrc names 18"),
      (["package.json": "{}", ".nvmrc": "lts/*"], ".nvmrc names lts/*"),
      (["package.json": #"{"engines": {"node": ">=18"}}"#], "the operator's file names 20.20.2"),
      (["package.json": #"{"engines": {"node": "^22"}}"#], "engines of package.json names ^22"),
    ])
  func `has the operator's as its default`(files: [String: String], source: String) async throws {
    let world = World("", files)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let engines = try await NPMSources(project, in: world.tree, for: world.npm).engines
    #expect(engines.node?.source == source)
  }
}

@Suite struct `A release that needs a newer Node` {
  private func world(_ files: [String: String] = [:]) -> World {
    var world = World(
      "a 1.0.0\na 1.1.0\na 2.0.0",
      [
        "package.json": #"{"dependencies": {"a": "^1.0.0"}}"#,
        "package-lock.json": #"""
        {"lockfileVersion": 3, "packages": {"": {"dependencies": {"a": "^1.0.0"}},
          "node_modules/a": {"version": "1.0.0"}}}
        """#,
      ])
    world.files.merge(files) { $1 }
    world.toolchain = Toolchain()
    for version in ["1.1.0", "2.0.0"] {
      world.edit("a", version) { $0["engines"] = ["node": ">=22"] }
    }
    return world
  }

  private func releases(_ world: World) async throws -> [String?] {
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    let dependency = try #require(try await opened.dependencies().first)
    return try await opened.releases(of: dependency)
      .map(\.heldBack)
  }

  @Test func `is not held back if no file states a version of Node`() async throws {
    #expect(try await releases(world()) == [nil, nil, nil])
    let change = try await world().change(.update("a"))
    #expect(change.moves.map(\.to) == ["1.1.0"])
  }

  @Test(arguments: ["20.11.0", "20", "lts/iron"])
  func `is held back with the reason if the repository states an older version`(
    version: String
  ) async throws {
    let world = world([".nvmrc": version])
    let reason = try #require(try await releases(world)[2])
    #expect(reason.hasPrefix("needs Node >=22, but .nvmrc names 20"))
    let change = try await world.change(.update("a"))
    #expect(change.moves.isEmpty)
  }

  @Test(arguments: ["22.0.0", "22", "24.1.0", "lts/*"])
  func `is not held back if the repository states a newer version`(version: String) async throws {
    #expect(try await releases(world([".nvmrc": version])) == [nil, nil, nil])
  }

  @Test func `is explained by why`() async throws {
    let world = world([".nvmrc": "20"])
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let lines = try await world.npm.open(project, in: world.tree).explain("a", version: "2.0.0")
    #expect(lines.contains("a@2.0.0 needs Node >=22, but .nvmrc names 20."))
  }

  @Test func `is used on request, as npm does with a warning`() async throws {
    let change = try await world([".nvmrc": "20"]).change(.update("a", "2.0.0"))
    #expect(change.moves.map(\.to) == ["2.0.0"])
  }

  @Test func `has no solution with engine-strict`() async throws {
    let world = world([".nvmrc": "20", ".npmrc": "engine-strict=true\n"])
    let problem = await #expect(throws: Problem.self) {
      try await world.change(.update("a", "2.0.0"))
    }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.explanation == ["a@2.0.0 needs Node >=22, but .nvmrc names 20."])
    let free = self.world([".npmrc": "engine-strict=true\n"])
    #expect(try await free.change(.update("a", "2.0.0")).moves.map(\.to) == ["2.0.0"])
  }
}
