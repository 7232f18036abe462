import Ecosystem
import JavaScript
import Testing
import Text

@testable import Bun

/// What Bun has in common with the other package managers.
@Suite struct `A project of Bun, like one of another tool,` {
  @Test func `warns of peers that a change leaves unmet`() async throws {
    let packages = "p 1.0.0\np 2.0.0\nx 1.0.0: peer p ^1.0.0"
    let world = try await World(packages, dependencies: ["p": "^1.0.0", "x": "^1.0.0"])
      .after(.install)
    let change = try await world.open().change(toward: .update("p", "2.0.0"))
    #expect(
      world.bun.warnings(about: change) == [
        .unmetPeer(package: "x", version: "1.0.0", peer: "p", range: "^1.0.0", found: "2.0.0")
      ])
  }

  @Test func `knows what only development needs`() async throws {
    var world = World("a 1.0.0: c *\nb 1.0.0: d *\nc 1.0.0\nd 1.0.0", dependencies: [:])
    world = world.with(
      #"{"name": "x", "dependencies": {"a": "*"}, "devDependencies": {"b": "*"}}"#)
    let found = try await world.after(.install).open().dependencies()
    #expect(found.map(\.name) == ["a", "b", "c", "d"])
    #expect(found.map(\.group) == [.production, .development, .production, .development])
  }

  @Test(arguments: [
    #""overrides": {"a": "git+https://example.com/a"}"#,
    #""resolutions": {"a": {"b": {"c": "1"}}}"#,
  ])
  func `refuses overrides whose meaning isn't certain where it lists the dependencies, too`(
    field: String
  ) async throws {
    let world = World("a 1.0.0", dependencies: [:])
      .with("{\"dependencies\": {\"a\": \"*\"}, \(field)}")
    let opened = try await world.open()
    do throws(Problem) {
      _ = try await opened.dependencies()
      Issue.record("the overrides are ignored")
    } catch {
      #expect(error.kind == .refused)
      #expect(error.message == "is a rule of overrides that martlet doesn't support")
      #expect(error.location?.file == "package.json")
    }
  }

  @Test func `widens the requirement of a catalog like any other`() async throws {
    var world = World("a 1.0.0\na 2.0.0", dependencies: [:])
    let manifest =
      #"{"name": "x", "workspaces": {"packages": [], "catalog": {"a": "^1.0.0"}}, "#
      + #""dependencies": {"a": "catalog:"}}"#
    world = try await world.with(manifest).after(.install)
    var options = UpdateOptions()
    options.strategy = .widen
    let target = Goal.Target(name: "a", version: "2.0.0")
    world = try await world.after(.update([target], options))
    #expect(
      world.files["package.json"]
        == manifest.replacing("{\"a\": \"^1.0.0\"}", with: "{\"a\": \"^1.0.0 || ^2.0.0\"}"))
    #expect(world.locked == ["a a@2.0.0"])
  }
}
