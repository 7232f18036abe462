import Ecosystem
import Testing

@testable import JavaScript
@testable import Yarn

extension World {
  /// The world after one dependency was updated, by its identity.
  fileprivate func after(_ id: String, _ version: String) async throws -> World {
    let dependency = try #require(await open().dependencies().first { $0.id == id })
    return try await after(.update([dependency.target(version)], UpdateOptions()))
  }

  fileprivate func publishing(_ packages: String) -> World {
    var world = self
    world.registry = World(packages, [:]).registry
    return world
  }
}

@Suite struct `Requirements of Yarn's workspaces` {
  private func workspace(root: String, member: String, _ packages: String) async throws -> World {
    try await World(
      packages,
      [
        "package.json":
          #"{"name": "root", "private": true, "workspaces": ["m"], "dependencies": {"a": "\#(root)"}}"#,
        "m/package.json":
          #"{"name": "m", "version": "1.0.0", "devDependencies": {"a": "\#(member)"}}"#,
      ], yarn: "1.22.22"
    ).after(.install)
  }

  @Test func `of another major version are a dependency of their own`() async throws {
    let world = try await workspace(root: "^2.0.0", member: "~1.0.0", "a 1.0.0\na 2.0.0")
      .publishing("a 1.0.0\na 1.1.0\na 2.0.0\na 2.1.0")
    let found = try await world.open().dependencies()
    #expect(found.map(\.id) == ["a", "a@1"])
    #expect(found.map(\.current) == ["2.0.0", "1.0.0"])
    #expect(found.map(\.group) == [.production, .production])
    #expect(try await world.after("a@1", "2.0.0").locked == ["a@^2.0.0 2.0.0", "a@~2.0.0 2.0.0"])
    #expect(try await world.after("a", "2.1.0").locked.contains("a@~1.0.0 1.0.0"))
  }

  @Test func `move with the resolution that pins them`() async throws {
    let world = try await World(
      "a 1.0.0\nb 1.0.0: a ^1.0.0",
      [
        "package.json":
          #"{"dependencies": {"a": "1.0.0", "b": "1"}, "resolutions": {"**/a": "1.0.0"}}"#
      ], yarn: "1.22.22"
    ).after(.install).publishing("a 1.0.0\na 1.1.0\nb 1.0.0: a ^1.0.0")
    let after = try await world.after("a", "1.1.0")
    #expect(after.locked == ["a@1.1.0 1.1.0", "a@^1.0.0 1.1.0", "b@1 1.0.0"])
  }

  @Test(arguments: ["1.22.22", "4.9.2"], [("b/a", ["1.0.0"]), ("x/a", ["1.0.0", "1.1.0"])])
  func `bound an indirect package by the resolution of a dependent`(
    yarn: String, rule: (key: String, wanted: [String])
  ) async throws {
    let manifest = #"{"dependencies": {"b": "1"}, "resolutions": {"\#(rule.key)": "1.0.0"}}"#
    let world = try await World(
      "a 1.0.0\nb 1.0.0: a ^1.0.0", ["package.json": manifest], yarn: yarn
    ).after(.install).publishing("a 1.0.0\na 1.1.0\na 2.0.0\nb 1.0.0: a ^1.0.0")
    let opened = try await world.open()
    let dependency = try #require(try await opened.dependencies().first { $0.name == "a" })
    let releases = try await opened.releases(of: dependency)
    #expect(releases.filter(\.satisfiesRequirement).map(\.version) == rule.wanted)
  }

  @Test func `move together, also those that need no edit`() async throws {
    let world = try await workspace(root: ">=1", member: "*", "a 1.0.0\na 2.0.0")
      .publishing("a 1.0.0\na 2.0.0\na 2.1.0")
    let found = try #require(try await world.open().dependencies().first)
    var options = UpdateOptions()
    options.raises = true
    let after = try await world.after(.update([found.target("2.1.0")], options))
    #expect(after.locked == ["a@* 2.1.0", "a@>=2 2.1.0"])
  }

  @Test func `of another package than the lock has are refused`() async throws {
    var world = try await World(
      "a 1.0.0\nb 1.0.0\nb 1.1.0", ["package.json": #"{"dependencies": {"a": "^1.0.0"}}"#],
      yarn: "1.22.22"
    ).after(.install)
    world.files["package.json"] = #"{"dependencies": {"a": "npm:b@^1.0.0"}}"#
    let found = try await world.open().dependencies()
    #expect(found.map(\.name) == ["a"])
    #expect(found[0].problem?.message == "requires b, but the lock has a under this name")
  }

  @Test func `of Yarn 1 have the registry's peers`() async throws {
    let packages = """
      p 1.0.0
      p 2.0.0
      x 1.0.0: peer p ^1.0.0
      x 2.0.0: peer p ^2.0.0
      y 1.0.0: peer p *
      """
    let world = try await World(
      packages, ["package.json": #"{"dependencies": {"p": "^1.0.0", "x": "^1.0.0", "y": "1"}}"#],
      yarn: "1.22.22"
    ).after(.install)
    let opened = try await world.open()
    let found = try await opened.dependencies()
    let target = try #require(found.first { $0.name == "p" }).target("2.0.0")
    let partners = try await opened.coupled(with: target)
    #expect(partners.map { "\($0.name)@\($0.version ?? "")" } == ["x@2.0.0"])
    let alone = try await opened.change(toward: .update([target], UpdateOptions()))
    #expect(
      world.yarn.warnings(about: alone) == [
        .unmetPeer(package: "x", version: "1.0.0", peer: "p", range: "^1.0.0", found: "2.0.0")
      ])
    let other = try #require(found.first { $0.name == "x" }).target("2.0.0")
    let both = try await opened.change(toward: .update([target, other], UpdateOptions()))
    #expect(world.yarn.warnings(about: both) == [])
  }

  @Test func `are refused with a committed cache before anything is proposed`() async throws {
    var world = try await World(
      "a 1.0.0", ["package.json": #"{"dependencies": {"a": "1"}}"#],
      yarn: "4.9.2"
    ).after(.install)
    world.files[".pnp.cjs"] = "// pnp"
    await #expect(throws: Problem.self) { try await world.open().dependencies() }
  }
}
