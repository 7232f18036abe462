import Ecosystem
import JSON
import JavaScript
import TestSupport
import Testing
import Text
import Time

@testable import Bun

@Suite struct `A resolution of Bun` {
  @Test func `takes the newest version that fits, and hoists`() async throws {
    let world = try await World(
      "a 1.0.0: c ^1.0.0\nb 1.0.0: c ^2.0.0\nc 1.0.0\nc 1.1.0\nc 2.0.0",
      dependencies: ["a": "^1.0.0", "b": "*"]
    ).after(.install)
    #expect(world.locked == ["a a@1.0.0", "b b@1.0.0", "c c@1.1.0", "b/c c@2.0.0"])
  }

  @Test func `collapses new versions, but none of the old lock`() async throws {
    let packages = "a 1.0.0: c ^1.0.0\nb 1.0.0: c ~1.0.0\nc 1.0.0\nc 1.0.2\nc 1.2.0"
    let both = ["a": "1.0.0", "b": "1.0.0"]
    let fresh = try await World(packages, dependencies: both).after(.install)
    #expect(fresh.locked == ["a a@1.0.0", "b b@1.0.0", "c c@1.0.2"])
    let first = try await World(packages, dependencies: ["a": "1.0.0"]).after(.install)
    let second = try await first.with(
      World(packages, dependencies: both).files["package.json"] ?? ""
    )
    .after(.install)
    #expect(second.locked == ["a a@1.0.0", "b b@1.0.0", "c c@1.2.0", "b/c c@1.0.2"])
  }

  @Test func `keeps what fits when a range changes`() async throws {
    let packages = "a 1.0.0\na 1.1.0\na 1.2.0"
    var world = try await World("a 1.0.0\na 1.1.0", dependencies: ["a": "^1.0.0"]).after(.install)
    world.registry = World(packages, [:]).registry
    world = world.with(#"{"name": "x", "dependencies": {"a": "^1.1.0"}}"#)
    #expect(try await world.after(.install).locked == ["a a@1.1.0"])
    #expect(try await world.after(.update("a")).locked == ["a a@1.2.0"])
  }

  @Test func `passes over deprecated versions`() async throws {
    var world = World("a 1.0.0\na 1.1.0", dependencies: ["a": "^1.0.0"])
    world.registry.edit("a", "1.1.0") { $0["deprecated"] = "gone" }
    #expect(try await world.after(.install).locked == ["a a@1.0.0"])
  }

  @Test func `gives new peers one version, or that of the first one`() async throws {
    let packages = """
      a 1.0.0: peer p ^1.0.0
      b 1.0.0: peer p ^2.0.0
      c 1.0.0: peer p *
      p 1.0.0
      p 2.0.0
      """
    let two = try await World(packages, dependencies: ["a": "*", "b": "*"]).after(.install)
    #expect(two.locked == ["a a@1.0.0", "b b@1.0.0", "p p@1.0.0"])
    let one = try await World(packages, dependencies: ["c": "*", "b": "*"]).after(.install)
    #expect(one.locked == ["b b@1.0.0", "c c@1.0.0", "p p@2.0.0"])
  }

  @Test func `gives later peers their own version only if one would fit them all`() async throws {
    let packages = """
      a 1.0.0: peer p ^1.0.0
      b 1.0.0: peer p *
      c 1.0.0: peer p ^0.1.0
      p 0.1.0
      p 1.0.0
      """
    let manifest = { (names: [String]) in
      World(packages, dependencies: Dictionary(uniqueKeysWithValues: names.map { ($0, "*") }))
    }
    let both = try await manifest(["a", "b"]).after(.install)
    let three = try await both.with(manifest(["a", "b", "c"]).files["package.json"] ?? "")
      .after(.install)
    #expect(three.locked == ["a a@1.0.0", "b b@1.0.0", "c c@1.0.0", "p p@1.0.0"])
    let one = try await manifest(["b"]).after(.install)
    let two = try await one.with(manifest(["b", "c"]).files["package.json"] ?? "").after(.install)
    #expect(two.locked == ["b b@1.0.0", "c c@1.0.0", "p p@1.0.0", "c/p p@0.1.0"])
  }

  @Test func `gives each peer of what peers brought its own version`() async throws {
    let world = try await World(
      """
      a 1.0.0: peer p *
      b 1.0.0: peer r *
      c 1.0.0: peer q ^3.0.0
      p 1.0.0: peer q ^1.0.0
      r 1.0.0: peer q ^2.0.0
      q 1.0.0
      q 2.0.0
      q 3.0.0
      """, dependencies: ["a": "*", "b": "*", "c": "*"]
    ).after(.install)
    #expect(
      world.locked == [
        "a a@1.0.0", "b b@1.0.0", "c c@1.0.0", "p p@1.0.0", "q q@3.0.0", "r r@1.0.0",
        "p/q q@1.0.0", "r/q q@2.0.0",
      ])
  }

  @Test func `refuses a choice that a peer of the project may decide about`() async throws {
    let world = World(
      "b 1.0.0: q ~1.0.0\nc 1.0.0: q ~2.0.0\nq 1.0.0\nq 2.0.0",
      [
        "package.json": """
        {"name": "x", "dependencies": {"b": "*", "c": "*"}, "peerDependencies": {"q": "*"}}
        """
      ])
    #expect(await world.problem(.install)?.kind == .refused)
  }

  @Test func `refuses an update of a name in several sections`() async throws {
    let world = try await World(
      "a 1.0.0",
      [
        "package.json": """
        {"name": "x", "dependencies": {"a": "*"}, "optionalDependencies": {"a": "1.0.0"}}
        """
      ]
    ).after(.install)
    #expect(await world.problem(.update("a"))?.kind == .refused)
  }

  @Test func `keeps a package below its dependent if it would lose a peer`() async throws {
    let packages = """
      a 1.0.0: p ^1.0.0
      b 1.0.0: p ^2.0.0, k *
      k 1.0.0: peer p ^2.0.0
      p 1.0.0
      p 2.0.0
      """
    let world = try await World(packages, dependencies: ["a": "*", "b": "*"]).after(.install)
    #expect(world.locked == ["a a@1.0.0", "b b@1.0.0", "p p@1.0.0", "b/k k@1.0.0", "b/p p@2.0.0"])
  }

  @Test func `gives a peer no version of its own if a dependent has one`() async throws {
    let world = try await World(
      "a 1.0.0: q ^2.0.0, k *\nk 1.0.0: peer q ^1.0.0\nq 1.0.0\nq 2.0.0",
      dependencies: ["a": "*"]
    ).after(.install)
    #expect(world.locked == ["a a@1.0.0", "k k@1.0.0", "q q@2.0.0"])
  }

  @Test func `asks for the full document of packages whose name says Linux`() async throws {
    var world = World("a-linux 1.0.0\nb 1.0.0", dependencies: ["a-linux": "*", "b": "*"])
    for name in ["a-linux", "b"] { world.registry.edit(name, "1.0.0") { $0["libc"] = ["musl"] } }
    let lock = try await world.after(.install).files["bun.lock"] ?? ""
    #expect(lock.contains(#""a-linux": ["a-linux@1.0.0", "", { "libc": "musl" }"#))
  }

  @Test func `replaces requirements by overrides, catalogs and extensions`() async throws {
    let world = try await World(
      "a 1.0.0: c ^1.0.0\nc 1.0.0\nc 1.1.0\nd 1.0.0\nd 2.0.0",
      [
        "package.json": #"""
        {"name": "x", "workspaces": {"packages": [], "catalog": {"d": "^1.0.0"}},
          "dependencies": {"a": "*", "d": "catalog:"}, "overrides": {"a": {"c": "1.0.0"}},
          "packageExtensions": {"a@1": {"dependencies": {"d": "2.0.0"}}}}
        """#
      ]
    ).after(.install)
    #expect(world.locked == ["a a@1.0.0", "c c@1.0.0", "d d@1.0.0", "a/d d@2.0.0"])
    let lock = world.files["bun.lock"] ?? ""
    #expect(lock.contains("\"lockfileVersion\": 3"))
    #expect(lock.contains(#""a@1.0.0": { "dependencies": ["d"] },"#))
  }

  @Test func `leaves out an override that refers to what the root lacks`() async throws {
    let world = World(
      "c 1.0.0: p ^1.0.0\np 1.0.0",
      [
        "package.json": """
        {"name": "x", "dependencies": {"c": "*"}, "overrides": {"c": {"p": "$nope"}}}
        """
      ])
    let new = try await world.after(.install)
    #expect(new.locked == ["c c@1.0.0", "p p@1.0.0"])
    #expect(new.files["bun.lock"]?.contains("overrides") == false)
  }

  @Test func `edits the requirement of a catalog`() async throws {
    let manifest =
      #"{"workspaces": {"packages": [], "catalog": {"d": "^1.0.0"}}, "#
      + #""dependencies": {"d": "catalog:"}}"#
    let world = try await World("d 1.0.0\nd 2.0.0", ["package.json": manifest]).after(.install)
      .after(.update("d", "2.0.0"))
    #expect(world.files["package.json"] == manifest.replacing("^1.0.0", with: "^2.0.0"))
    #expect(world.locked == ["d d@2.0.0"])
  }

  @Test func `leaves a lock of an unchanged project alone`() async throws {
    let world = try await World("a 1.0.0", dependencies: ["a": "*"]).after(.install)
    let change = try await world.open().change(toward: .install)
    #expect(change.files.isEmpty)
  }

  @Test func `waits for the minimum release age`() async throws {
    var world = World("a 1.0.0 2026-01-01\na 1.1.0 2026-11-01", dependencies: ["a": "^1.0.0"])
    world.now = Timestamp(rfc3339: "2026-11-02T00:00:00Z") ?? .epoch
    world.files["bunfig.toml"] = "[install]\nminimumReleaseAge = 259200 # three days\n"
    #expect(try await world.after(.install).locked == ["a a@1.0.0"])
    world.files["bunfig.toml"]? += "minimumReleaseAgeExcludes = [\"a\"]\n"
    #expect(try await world.after(.install).locked == ["a a@1.1.0"])
  }
}

@Suite struct `A project of Bun` {
  @Test func `with a binary lock is refused with the command that converts it`() async throws {
    var world = World("a 1.0.0", dependencies: ["a": "*"])
    world.files["bun.lockb"] = "\u{1}"
    let problem = await world.problem(.install)
    #expect(problem?.kind == .refused)
    #expect(
      problem?.advice?.contains(
        "bun install --save-text-lockfile --frozen-lockfile --lockfile-only") == true)
  }

  @Test(arguments: [
    (#""packageManager": "bun@1.1.0""#, "is a version whose locks"),
    (#""overrides": {"a": "git+https://example.com/a"}"#, "is a rule of overrides"),
    (#""devDependencies": {"g": "github:o/r"}"#, "comes from a git repository"),
    (#""devDependencies": {"g": "file:../g"}"#, "is a path outside the project"),
    (#""devDependencies": {"g": "catalog:none"}"#, "names a catalog"),
    (#""packageManager": "npm@10.8.2""#, "names npm"),
  ])
  func `is refused by name`(field: String, message: String) async throws {
    let world = World(
      "a 1.0.0",
      [
        "package.json": "{\"dependencies\": {\"a\": \"*\"}, \(field)}",
        "bun.lock": """
        {"lockfileVersion": 1, "workspaces": {"": {}}, "packages": {}}
        """,
      ])
    let problem = await world.problem(.install)
    #expect(problem?.kind == .refused)
    #expect(problem?.message.hasPrefix(message) == true)
  }

  @Test(arguments: [
    "[install]\nfrozenLockfile = true", "[install]\nsaveTextLockfile = false",
    "[install.lockfile]\nsave = false", "[install]\nregistry = {url = \"https://r.example\"}",
  ])
  func `with a setting that keeps Bun from writing is refused`(bunfig: String) async throws {
    var world = World("a 1.0.0", dependencies: ["a": "*"])
    world.files["bunfig.toml"] = bunfig
    #expect(await world.problem(.install)?.kind == .refused)
  }

  @Test func `with a lock in another form is refused with the line`() async throws {
    var world = try await World("a 1.0.0\nb 1.0.0", dependencies: ["a": "*"]).after(.install)
    world.files["bun.lock"] = world.files["bun.lock"]?.replacing(
      "  \"packages\"", with: "\"packages\"")
    world = world.with(#"{"name": "x", "dependencies": {"a": "*", "b": "*"}}"#)
    let problem = await world.problem(.install)
    #expect(problem?.message.contains("is not in the form that Bun writes") == true)
  }

  @Test func `lists its dependencies, and explains them`() async throws {
    let world = try await World(
      "a 1.0.0: c ^1\nc 1.0.0\nc 2.0.0",
      [
        "package.json": #"{"dependencies": {"a": "1"}, "workspaces": ["w"]}"#,
        "w/package.json": #"{"name": "w", "version": "1.0.0", "devDependencies": {"a": "^1.0.0"}}"#,
      ]
    ).after(.install)
    let project = try await world.open()
    let dependencies = try await project.dependencies()
    #expect(dependencies.map(\.name) == ["a", "c"])
    #expect(dependencies[0].current == "1.0.0")
    #expect(dependencies[0].requirements.count == 2)
    #expect(
      try await project.explain("c", version: "2.0.0").prefix(4) == [
        "c@1.0.0 is in the lock.", "a@1.0.0 wants c@^1, which excludes 2.0.0.",
        "The project wants a@1.", "w wants a@^1.0.0.",
      ])
    #expect(try await project.directParents(of: "c") == ["a"])
  }

  @Test func `loses only packages that the updated ones needed`() async throws {
    let old = try await World(
      "a 1.0.0: b ^1, peer p ^1, optional o ^1\nb 1.0.0: c ^1\nc 1.0.0\no 1.0.0\np 1.0.0\nz 1.0.0",
      dependencies: ["a": "^1.0.0", "z": "^1.0.0"]
    ).after(.install)
    var world = World("a 1.0.0\na 1.1.0\nb 1.0.0\nz 1.0.0", old.files)
    let opened = try await world.open()
    #expect(try await opened.packages(neededBy: ["a"]) == ["a", "b", "c", "o", "p"])
    #expect(try await opened.removal(by: "a") == "b, c, o, p")
    world.files["package.json"] = old.files["package.json"]?
      .replacing(#", "z": "^1.0.0""#, with: "")
    #expect(try await world.open().removal(by: "a") == "refused: z")
  }
}
