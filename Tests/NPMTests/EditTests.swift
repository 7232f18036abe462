import Ecosystem
import JSON
import Testing
import Versioning

@testable import JavaScript
@testable import NPM

private let registry = """
  a 1.0.0: c ^1
  a 1.1.0: c ^1
  a 2.0.0: c ^1
  b 1.0.0: peer a ^1
  b 2.0.0: peer a ^2
  c 1.0.0
  c 1.1.0
  @s/x 1.0.0: peer @s/y 1.0.0
  @s/y 1.0.0: peer @s/x 1.0.0
  """

@Suite struct `Edits of package json` {
  private func world(_ manifest: String, lock: Bool = true) async throws -> World {
    let world = World(registry, ["package.json": manifest])
    return lock ? try await world.after(.install) : world
  }

  @Test(arguments: [
    (
      "{\n  \"dependencies\": {\n    \"a\" : \"1.0.0\"\n  }\n}\n",
      "{\n  \"dependencies\": {\n    \"a\" : \"2.0.0\"\n  }\n}\n"
    ),
    (#"{"devDependencies":{"a":"~1.0"}}"#, #"{"devDependencies":{"a":"~2.0"}}"#),
    (
      #"{"dependencies": {"old-a": "npm:a@^1.0.0"}}"#,
      #"{"dependencies": {"old-a": "npm:a@^2.0.0"}}"#
    ),
    (
      "{\r\n\t\"optionalDependencies\": {\"a\": \"1\"}\r\n}",
      "{\r\n\t\"optionalDependencies\": {\"a\": \"2\"}\r\n}"
    ),
  ])
  func `only the requirement that excludes the version changes`(before: String, after: String)
    async throws
  {
    let world = try await world(before)
    let name = before.contains("old-a") ? "old-a" : "a"
    let change = try await world.change(.update(name, "2.0.0"))
    let edited = try #require(change.files.first { $0.path == "package.json" }?.after)
    #expect(String(decoding: edited, as: UTF8.self) == after)
    #expect(change.moves.first?.to == "2.0.0")
    #expect(change.moves.first?.requirement != nil)
  }

  @Test func `a version inside the requirement does not change the manifest`() async throws {
    let world = try await World(
      "a 1.0.0\n", ["package.json": #"{"dependencies": {"a": "^1.0.0"}}"#]
    ).after(.install)
    var newer = world
    newer.registry = World(registry, [:]).registry
    let change = try await newer.change(.update("a", "1.1.0"))
    #expect(change.files.map(\.path) == ["package-lock.json"])
    #expect(change.moves.map(\.name) == ["a", "c"])
  }

  @Test func `an older version is used on request`() async throws {
    var world = try await World(
      "c 1.0.0", ["package.json": #"{"dependencies": {"c": "^1.0.0"}}"#]
    ).after(.install)
    world.registry = World("c 1.0.0\nc 1.1.0\nc 1.2.0", [:]).registry
    #expect(try await world.after(.update("c", "1.1.0")).locked == ["c@1.1.0"])
    #expect(try await world.after(.update("c")).locked == ["c@1.2.0"])
  }

  @Test func `a level limits indirect dependencies, too`() async throws {
    var world = try await World(
      "a 1.0.0: c ^1\nc 1.0.0", ["package.json": #"{"dependencies": {"a": "^1"}}"#]
    ).after(.install)
    world.registry = World("a 1.0.0: c ^1\na 1.0.1: c ^1\nc 1.0.0\nc 1.0.7\nc 1.3.0", [:]).registry
    var options = UpdateOptions()
    options.level = .patch
    options.strict = true
    #expect(try await world.after(.updateAll(options)).locked == ["a@1.0.1", "c@1.0.7"])
  }

  @Test(arguments: [
    (#""private": true, "#, "1.1.0", "^1.1.0"), ("", "1.1.0", nil),
    (#""private": true, "#, "2.0.0", "^2.0.0"), ("", "2.0.0", "^1.0.0 || ^2.0.0"),
  ])
  func `a pull request raises the requirements of applications and widens those of libraries`(
    mark: String, version: String, requirement: String?
  ) async throws {
    let manifest =
      #"{\#(mark)"name": "kit", "version": "1.0.0", "description": "A kit", "#
      + #""dependencies": {"c": "^1.0.0"}}"#
    var world = try await World("c 1.0.0", ["package.json": manifest]).after(.install)
    world.registry = World("c 1.0.0\nc 1.1.0\nc 2.0.0", [:]).registry
    world.registry["kit"] = [
      "name": "kit", "dist-tags": ["latest": "0.9.0"],
      "versions": ["0.9.0": ["name": "kit", "version": "0.9.0", "description": "A kit"]],
    ]
    var options = UpdateOptions()
    options.raises = true
    let target = Goal.Target(name: "c", version: version)
    let change = try await world.change(.update([target], options))
    #expect(change.moves.first { $0.name == "c" }?.requirement?.after == requirement)
    #expect(try await world.after(.update([target], options)).locked == ["c@\(version)"])
  }

  @Test func `a widened requirement does not keep the locked version`() async throws {
    var world = try await World(
      "c 1.0.0", ["package.json": #"{"dependencies": {"c": "^1.0.0"}}"#]
    ).after(.install)
    world.registry = World("c 1.0.0\nc 1.1.0\nc 2.0.0", [:]).registry
    var options = UpdateOptions()
    options.strategy = .widen
    let goal = Goal.update([Goal.Target(name: "c", version: "2.0.0")], options)
    let after = try await world.after(goal)
    #expect(after.locked == ["c@2.0.0"])
    let change = try await world.change(goal)
    #expect(change.moves.first?.requirement?.after == "^1.0.0 || ^2.0.0")
  }

  @Test func `a level limits an update`() async throws {
    var world = try await World(
      "c 1.0.0", ["package.json": #"{"dependencies": {"c": ">=1"}}"#]
    ).after(.install)
    world.registry = World("c 1.0.0\nc 1.0.4\nc 1.3.0\nc 2.0.0", [:]).registry
    for (level, expected) in [(Step.patch, "1.0.4"), (.minor, "1.3.0"), (.major, "2.0.0")] {
      var options = UpdateOptions()
      options.level = level
      let goal = Goal.update([Goal.Target(name: "c")], options)
      #expect(try await world.after(goal).locked == ["c@\(expected)"])
    }
  }

  @Test func `a peer that stays does not prevent the project's own update`() async throws {
    let world = try await world(#"{"dependencies": {"a": "^1.0.0", "b": "^1.0.0"}}"#)
    let after = try await world.after(.update("a", "2.0.0"))
    #expect(after.locked == ["a@2.0.0", "b@1.0.0", "c@1.1.0"])
  }

  @Test func `packages of one scope that need each other move together`() async throws {
    let old = World(
      registry, ["package.json": #"{"dependencies": {"@s/x": "1.0.0", "@s/y": "1.0.0"}}"#])
    var world = try await old.after(.install)
    let newer = "\n@s/x 2.0.0: peer @s/y 2.0.0\n@s/y 2.0.0: peer @s/x 2.0.0"
    world.registry = World(registry + newer, [:]).registry
    let after = try await world.after(.update("@s/x", "2.0.0"))
    #expect(after.locked == ["@s/x@2.0.0", "@s/y@2.0.0"])
  }

  @Test func `a plain override is updated`() async throws {
    let world = try await world(#"{"dependencies": {"a": "1.0.0"}, "overrides": {"c": "1.0.0"}}"#)
    let after = try await world.after(.update("c", "1.1.0"))
    #expect(after.files["package.json"]?.contains(#""c": "1.1.0""#) == true)
    #expect(after.locked == ["a@1.0.0", "c@1.1.0"])
  }

  @Test func `an unknown name is a usage error`() async throws {
    let world = try await world(#"{"dependencies": {"a": "1.0.0"}}"#)
    await #expect {
      try await world.change(.update("zzz"))
    } throws: { ($0 as? Problem)?.kind == .usage }
  }
}

@Suite struct `Members of a workspace with several requirements` {
  @Test func `keep those of newer versions`() async throws {
    let files = [
      "package.json": #"{"workspaces": ["x"], "dependencies": {"a": "~1.0.0"}}"#,
      "x/package.json": #"{"name": "x", "version": "1.0.0", "dependencies": {"a": "^2.0.0"}}"#,
    ]
    let old = try await World("a 1.0.0\na 2.0.0", files).after(.install)
    var world = World("a 1.0.0\na 1.1.0\na 2.0.0", files)
    world.files = old.files
    let new = try await world.after(.update("a", "1.1.0"))
    #expect(new.files["package.json"]?.contains("~1.1.0") == true)
    #expect(new.files["x/package.json"] == files["x/package.json"])
    #expect(new.locked.contains("x/node_modules/a@2.0.0") || new.locked.contains("x/a@2.0.0"))
  }
}
