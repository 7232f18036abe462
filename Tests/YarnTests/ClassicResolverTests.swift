import Ecosystem
import JavaScript
import TestSupport
import Testing

@testable import Yarn

private func manifest(_ members: String) -> [String: String] {
  ["package.json": "{\n  \"name\": \"app\",\n  \"version\": \"1.0.0\",\n  \(members)\n}\n"]
}

@Suite struct `Yarn 1` {
  @Test func `keeps locked versions, and doesn't reuse them for new ranges`() async throws {
    var world = World("a 1.0.0\na 1.1.0", manifest(#""dependencies": {"a": "^1.0.0"}"#))
    world = try await world.after(.install)
    #expect(world.locked == ["a@^1.0.0 1.1.0"])
    var newer = World(
      "a 1.0.0\na 1.1.0\na 1.2.0\nb 1.0.0: a ^1.0.1",
      manifest(#""dependencies": {"a": "^1.0.0", "b": "1.0.0"}"#))
    newer.files["yarn.lock"] = world.files["yarn.lock"]
    newer = try await newer.after(.install)
    #expect(newer.locked == ["a@^1.0.0 1.1.0", "a@^1.0.1 1.2.0", "b@1.0.0 1.0.0"])
  }

  @Test func `prefers the tag latest to newer versions`() async throws {
    var world = World("a 1.2.0\na 1.1.0", manifest(#""dependencies": {"a": "^1.0.0"}"#))
    world = try await world.after(.install)
    #expect(world.locked == ["a@^1.0.0 1.1.0"])
  }

  @Test func `updates a dependency with its locked subtree`() async throws {
    let files = manifest(#""dependencies": {"a": "^1.0.0", "c": "^1.0.0"}"#)
    var world = World("a 1.0.0: b ^1.0.0, c ^1.0.0\nb 1.0.0\nc 1.0.0", files)
    world = try await world.after(.install)
    var newer = World(
      "a 1.0.0: b ^1.0.0, c ^1.0.0\na 1.1.0: b ^1.0.0, c ^1.0.0\nb 1.0.0\nb 1.1.0\nc 1.0.0\nc 1.1.0",
      files)
    newer.files = world.files
    let updated = try await newer.after(.update("a"))
    #expect(updated.locked == ["a@^1.0.0 1.1.0", "b@^1.0.0 1.1.0", "c@^1.0.0 1.0.0"])
    let inner = try await newer.after(.update("b"))
    #expect(inner.locked == ["a@^1.0.0 1.0.0", "b@^1.0.0 1.1.0", "c@^1.0.0 1.0.0"])
  }

  @Test func `updates an alias whose entry an indirect package shares`() async throws {
    let files = manifest(#""dependencies": {"a": "1.0.0", "own": "npm:b@^1.0.0"}"#)
    let old = try await World("a 1.0.0: b ^1.0.0\nb 1.0.0", files).after(.install)
    var newer = World("a 1.0.0: b ^1.0.0\nb 1.0.0\nb 1.1.0", files)
    newer.files = old.files
    #expect(
      try await newer.after(.update("b")).locked
        == ["a@1.0.0 1.0.0", "b@^1.0.0 1.1.0", "own@npm:b@^1.0.0 1.1.0"])
  }

  @Test func `edits the requirement that excludes a version`() async throws {
    var world = World(
      "a 1.0.0\na 2.0.0: b *\nb 1.0.0", manifest(#""dependencies": {"a": "^1.0.0"}"#))
    world = try await world.after(.update("a", "2.0.0"))
    #expect(world.files["package.json"]?.contains(#""a": "^2.0.0""#) == true)
    #expect(world.locked == ["a@^2.0.0 2.0.0", "b@* 1.0.0"])
  }

  @Test func `locks resolutions and what they replace as one package`() async throws {
    var world = World(
      "a 1.0.0: b ^2.0.0\nb 1.0.0\nb 2.0.0",
      manifest(#""dependencies": {"a": "^1.0.0"}, "resolutions": {"a/b": "1.0.0"}"#))
    world = try await world.after(.install)
    #expect(world.locked == ["a@^1.0.0 1.0.0", "b@1.0.0 1.0.0", "b@^2.0.0 1.0.0"])
  }

  @Test func `refuses what it doesn't support by name`() async throws {
    for (members, subject) in [
      (#""dependencies": {"a": "acme/a"}"#, "a@acme/a"), (#""flat": true"#, "flat"),
      (#""resolutions": {"{a,b}/c": "1.0.0"}"#, "{a,b}/c"),
    ] {
      let world = World("", manifest(members))
      let problem = await #expect(throws: Problem.self) { try await world.after(.install) }
      #expect(problem?.kind == .refused)
      #expect(problem?.subject == subject)
    }
  }

  @Test func `reports a range without a version as unsolvable`() async throws {
    let world = World("a 1.0.0", manifest(#""dependencies": {"a": "^2.0.0"}"#))
    let problem = await #expect(throws: Problem.self) { try await world.after(.install) }
    #expect(problem?.kind == .unsolvable)
  }

  @Test func `lists direct and indirect dependencies`() async throws {
    var world = World(
      "a 1.0.0: b ^1.0.0\nb 1.0.0\nb 1.1.0",
      manifest(#""devDependencies": {"a": "^1.0.0"}"#))
    world = try await world.after(.install)
    let found = try await world.open().dependencies()
    #expect(found.map(\.name) == ["a", "b"])
    #expect(found.map(\.current) == ["1.0.0", "1.1.0"])
    #expect(found.map(\.kind) == [.direct, .indirect])
    #expect(found.map(\.group) == [.development, .development])
    #expect(found[1].bounds == ["^1.0.0"])
    #expect(try await world.open().directParents(of: "b") == ["a"])
    #expect(
      try await world.open().explain("b", version: nil) == [
        "b@1.1.0 is in the lock.", "a@1.0.0 wants b@^1.0.0.", "The project wants a@^1.0.0.",
      ])
  }
}

@Suite struct `A lock of Yarn` {
  @Test(arguments: ["1.22.22", "3.8.7", "4.9.2"])
  func `loses only packages that the updated ones needed`(yarn: String) async throws {
    let manifest = #"{"name": "app", "dependencies": {"a": "^1.0.0", "z": "^1.0.0"}}"#
    let old = try await World(
      "a 1.0.0: b ^1, optional o ^1\nb 1.0.0: c ^1\nc 1.0.0\no 1.0.0\nz 1.0.0",
      ["package.json": manifest, "yarn.lock": ""], yarn: yarn
    ).after(.install)
    var world = World("a 1.0.0\na 1.1.0\nb 1.0.0\nz 1.0.0", old.files, yarn: yarn)
    let opened = try await world.open()
    #expect(try await opened.packages(neededBy: ["a"]) == ["a", "b", "c", "o"])
    #expect(try await opened.removal(by: "a") == "b, c, o")
    world.files["package.json"] = manifest.replacing(#", "z": "^1.0.0""#, with: "")
    #expect(try await world.open().removal(by: "a") == "refused: z")
  }
}

@Suite struct `Members of a workspace of Yarn with several requirements` {
  @Test(arguments: ["1.22.22", "4.9.2"])
  func `keep those of newer versions`(yarn: String) async throws {
    let files = [
      "package.json": """
      {
        "name": "app",
        "private": true,
        "workspaces": ["x"],
        "dependencies": {"a": "~1.0.0"}
      }
      """,
      "x/package.json": #"{"name": "x", "version": "1.0.0", "dependencies": {"a": "^2.0.0"}}"#,
    ]
    let old = try await World("a 1.0.0\na 2.0.0", files, yarn: yarn).after(.install)
    var world = World("a 1.0.0\na 1.1.0\na 2.0.0", files, yarn: yarn)
    world.files = old.files
    let new = try await world.after(.update("a", "1.1.0"))
    #expect(new.files["package.json"]?.contains("~1.1.0") == true)
    #expect(new.files["x/package.json"] == files["x/package.json"])
    let lock = try #require(new.files["yarn.lock"])
    #expect(lock.contains("1.1.0") && lock.contains("2.0.0"))
  }
}

@Suite struct `A range of Yarn 1` {
  @Test(arguments: [
    ("", ClassicRange.registry), ("^1.0.0", .registry), ("1.0.0 - 2.0.0 || >3", .registry),
    ("latest", .registry), ("next", .registry), ("gz", .registry), ("a.tgz", .remote),
    ("a.tar.gz", .remote), ("git+x", .remote), ("git:x", .remote), ("user/project", .remote),
    ("github:user/project", .remote), ("https://a.dev/x", .remote), ("gist:1", .remote),
    ("file:x", .folder("x")), ("./x", .folder("./x")), ("link:x", .link("x")),
    ("npm:b@^1", .alias(name: "b", range: "^1")),
  ])
  func `is of the registry, unless its form says something else`(
    text: String, range: ClassicRange
  ) {
    #expect(ClassicRange(text) == range)
  }
}
