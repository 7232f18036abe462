import Ecosystem
import JSON
import Testing
import TestSupport
import Text
import Time
import Versioning

@testable import JavaScript
@testable import Pnpm

private let registry = """
  a 1.0.0: b ^1.0.0
  a 1.1.0: b ^1.0.0
  a 2.0.0: b ^2.0.0
  b 1.0.0
  b 1.1.0
  b 2.0.0
  b 2.1.0
  """

private func manifest(_ members: String) -> String {
  "{\n  \"name\": \"app\",\n  \(members)\n}\n"
}

/// A project with `a` 1.0.0 and `b` 1.0.0 in its lock, whose registry then has everything.
private func world(
  _ members: String = #""dependencies": {"a": "^1.0.0"}"#, settings: String? = nil,
  pnpm: String = "10.34.5"
) async throws -> World {
  var files = ["package.json": manifest(members)]
  files["pnpm-workspace.yaml"] = settings
  let old = World("a 1.0.0: b ^1.0.0\nb 1.0.0", files, pnpm: pnpm)
  return try await old.after(.install).with(registry)
}

@Suite struct `An update with pnpm` {
  @Test func `moves only the named package`() async throws {
    let world = try await world().after(.update("a"))
    #expect(world.locked == ["a@1.1.0", "b@1.0.0"])
    #expect(world.files["package.json"] == manifest(#""dependencies": {"a": "^1.0.0"}"#))
  }

  @Test func `moves an indirect package`() async throws {
    #expect(try await world().after(.update("b")).locked == ["a@1.0.0", "b@1.1.0"])
  }

  @Test(arguments: ["8.15.9", "9.15.9", "10.34.5"])
  func `removes only packages that the updated ones needed`(pnpm: String) async throws {
    let members = #""dependencies": {"a": "^1.0.0", "z": "^1.0.0"}"#
    var world = try await World(
      "a 1.0.0: b ^1, peer p ^1, optional o ^1\nb 1.0.0: c ^1\nc 1.0.0\no 1.0.0\np 1.0.0\nz 1.0.0",
      ["package.json": manifest(members)], pnpm: pnpm
    ).after(.install).with("a 1.0.0\na 1.1.0\nb 1.0.0\nz 1.0.0")
    let opened = try await world.open()
    #expect(try await opened.packages(neededBy: ["a"]) == ["a", "b", "c", "o", "p"])
    #expect(try await opened.removal(by: "a") == "b, c, o, p")
    world.files["package.json"] = manifest(#""dependencies": {"a": "^1.0.0"}"#)
    #expect(try await world.open().removal(by: "a") == "refused: z")
  }

  @Test(arguments: [
    ("10.34.5", ["b@1.0.0", "b@1.1.0", "c@1.0.0"]), ("11.22.0", ["b@1.0.0", "b@1.2.0", "c@1.0.0"]),
  ])
  func `reaches the indirect places of a direct dependency with pnpm 11 only`(
    pnpm: String, expected: [String]
  ) async throws {
    let old = "b 1.0.0\nb 1.1.0\nc 1.0.0: b ^1.1.0"
    let files = ["package.json": manifest(#""dependencies": {"b": "1.0.0", "c": "1.0.0"}"#)]
    let world = try await World(old, files, pnpm: pnpm).after(.install).with(old + "\nb 1.2.0")
    #expect(try await world.after(.update("b")).locked == expected)
  }

  @Test func `requests the documents of all locked packages at once`() async throws {
    let files = ["package.json": manifest(#""dependencies": {"a": "^1.0.0"}"#)]
    let world = try await World("a 1.0.0: b *\nb 1.0.0: c *\nc 1.0.0: d *\nd 1.0.0", files)
      .after(.install)
    let opened = try #require(try await world.open() as? JavaScriptProject<PnpmSources>)
    let input = try opened.sources.input(
      .update(["a"]), try PnpmVersion("10.34.5", at: nil), now: world.now)
    guard case .needs(let needs, let hints) = try TreeResolver(input).resume() else {
      Issue.record("needs nothing")
      return
    }
    #expect(needs.map(\.name) == ["a"])
    #expect(hints.map(\.name) == ["a", "b", "c", "d"])
  }

  @Test func `edits a requirement that excludes the version, in its style`() async throws {
    let world = try await world(#""dependencies": {"a": "~1.0.0"}"#).after(.update("a", "2.0.0"))
    #expect(world.files["package.json"] == manifest(#""dependencies": {"a": "~2.0.0"}"#))
    #expect(world.locked == ["a@2.0.0", "b@2.1.0"])
  }

  @Test func `lists the dependencies again after an edit`() async throws {
    let opened = try #require(try await world().open() as? JavaScriptProject<PnpmSources>)
    #expect(try await opened.dependencies().first?.requirement == "^1.0.0")
    let plan = try await opened.plan(.update("a", "2.0.0"))
    let edited = JavaScriptProject(
      ecosystem: opened.ecosystem, sources: try opened.sources.applying(plan.edits))
    #expect(try await edited.dependencies().first?.requirement == "^2.0.0")
  }

  @Test func `locks a demanded version that isn't the newest`() async throws {
    #expect(try await world().after(.update("b", "1.1.0")).locked == ["a@1.0.0", "b@1.1.0"])
    let problem = await #expect(throws: Problem.self) {
      try await world().after(.update("b", "2.0.0"))
    }
    #expect(problem?.kind == .unsolvable)
  }

  @Test func `updates several packages together`() async throws {
    let targets = [Goal.Target(name: "a", version: nil), Goal.Target(name: "b", version: nil)]
    let world = try await world().after(.update(targets, UpdateOptions()))
    #expect(world.locked == ["a@1.1.0", "b@1.1.0"])
  }

  @Test func `moves no further than the demanded step`() async throws {
    var options = UpdateOptions()
    options.level = .patch
    options.strict = true
    let target = Goal.Target(name: "a", version: nil)
    #expect(try await world().after(.update([target], options)).locked == ["a@1.0.0", "b@1.0.0"])
  }
}

@Suite struct `An update of an alias with pnpm` {
  private func moves(
    _ dependencies: String, _ goal: Goal, pnpm: String = "10.34.5"
  ) async throws -> [String] {
    let change = try await world("\"dependencies\": {\(dependencies)}", pnpm: pnpm).open()
      .change(toward: goal)
    return change.moves.map { "\($0.name) \($0.from ?? "-") \($0.to ?? "-") \($0.kind)" }
  }

  @Test(arguments: [Goal.update("own"), .updateAll(UpdateOptions())])
  func `is reported once, by the alias`(goal: Goal) async throws {
    #expect(try await moves(#""own": "npm:b@^1.0.0""#, goal) == ["own 1.0.0 1.1.0 direct"])
  }

  @Test func `doesn't hide another copy of the package that changes`() async throws {
    #expect(
      try await moves(#""a": "*", "own": "npm:b@^1.0.0""#, .updateAll(UpdateOptions()))
        == [
          "a 1.0.0 2.0.0 direct", "b 1.0.0 2.1.0 indirect", "b - 1.1.0 indirect",
          "own 1.0.0 1.1.0 direct",
        ])
  }

  @Test func `doesn't hide the package if the project also has its own name`() async throws {
    #expect(
      try await moves(#""b": "^1.0.0", "own": "npm:b@^1.0.0""#, .updateAll(UpdateOptions()))
        == ["b 1.0.0 1.1.0 direct", "own 1.0.0 1.1.0 direct"])
  }

  @Test func `moves the alias although the project also has the package's own name`() async throws {
    #expect(
      try await moves(#""b": "^1.0.0", "own": "npm:b@^1.0.0""#, .update("own"))
        == ["own 1.0.0 1.1.0 direct", "b 1.0.0 1.1.0 direct"])
  }

  @Test func `can be asked for by the name of the package`() async throws {
    let opened = try await world(#""dependencies": {"own": "npm:b@^1.0.0"}"#).open()
    #expect(opened.updatesAliases)
    #expect(try await opened.dependencies().map(\.registryName) == ["b"])
  }

  @Test(arguments: [
    ("9.15.9", ["b 1.0.0 1.1.0 direct"]), ("10.34.5", ["b 1.0.0 1.1.0 direct"]),
    ("11.22.0", ["b 1.0.0 1.1.0 direct", "own 1.0.0 1.1.0 direct"]),
  ])
  func `is moved with its package by pnpm 11 only`(pnpm: String, expected: [String]) async throws {
    let both = #""b": "^1.0.0", "own": "npm:b@^1.0.0""#
    #expect(try await moves(both, .update("b"), pnpm: pnpm) == expected)
  }
}

@Suite struct `A catalog of pnpm` {
  private let settings = """
    packages: [packages/*] # all
    catalog:
      # the base
      "a": '^1.0.0'   # with b

    """

  private func world(pnpm: String) async throws -> World {
    let files = [
      "package.json": manifest(#""private": true"#), "pnpm-workspace.yaml": settings,
      "packages/x/package.json": #"{"name": "x", "dependencies": {"a": "catalog:"}}"#,
    ]
    let old = World("a 1.0.0: b ^1.0.0\nb 1.0.0", files, pnpm: pnpm)
    return try await old.after(.install).with(registry)
  }

  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `is edited instead of the manifests`(pnpm: String) async throws {
    let old = try await world(pnpm: pnpm)
    let new = try await old.after(.update("a", "2.0.0"))
    #expect(
      new.files["pnpm-workspace.yaml"]
        == settings.replacing("'^1.0.0'", with: "'^2.0.0'"))
    #expect(new.files["packages/x/package.json"] == old.files["packages/x/package.json"])
    #expect(new.locked == ["a@2.0.0", "b@2.1.0"])
    #expect(new.files["pnpm-lock.yaml"]?.contains("specifier: 'catalog:'") == true)
    #expect(new.files["pnpm-lock.yaml"]?.contains("specifier: ^2.0.0") == true)
  }

  @Test func `follows like an install if another member already has the version`() async throws {
    let settings = "packages: [packages/*]\ncatalog:\n  a: ~1.0.0\n"
    let files = [
      "package.json": manifest(#""dependencies": {"a": "^1.1.0"}"#),
      "pnpm-workspace.yaml": settings,
      "packages/x/package.json": #"{"name": "x", "dependencies": {"a": "catalog:"}}"#,
    ]
    let old = World("a 1.0.0: b ^1.0.0\na 1.1.0: b ^1.0.0\nb 1.0.0", files)
    let before = try await old.after(.install).with(registry)
    #expect(before.locked == ["a@1.0.0", "a@1.1.0", "b@1.0.0"])
    let after = try await before.after(.update("a", "1.1.0"))
    #expect(after.files["pnpm-workspace.yaml"] == settings.replacing("~1.0.0", with: "~1.1.0"))
    #expect(after.locked == ["a@1.1.0", "b@1.0.0"])
  }

  @Test(arguments: [("9.15.9", "a@1.0.0"), ("10.34.5", "a@1.1.0")])
  func `keeps its locked version in an update with pnpm 9`(
    pnpm: String, expected: String
  ) async throws {
    #expect(try await world(pnpm: pnpm).after(.update("a")).locked.contains(expected))
  }
}

@Suite struct `An override of pnpm` {
  private let settings = "overrides:\n  b: 1.0.0 # for now\n"

  @Test func `moves with the package that it pins`() async throws {
    let after = try await world(settings: settings).after(.update("b", "1.1.0"))
    #expect(after.locked.contains("b@1.1.0"))
    #expect(
      after.files["pnpm-workspace.yaml"]?.contains("overrides:\n  b: 1.1.0 # for now\n") == true)
  }

  @Test func `moves without the requirement that it replaces by another version`() async throws {
    let files = [
      "package.json": manifest(#""dependencies": {"b": "1.0.0"}"#),
      "pnpm-workspace.yaml": "overrides:\n  b: ~2.0.0\n",
    ]
    let old = try await World("b 1.0.0\nb 2.0.0", files, pnpm: "10.34.5").after(.install)
    let world = World("b 1.0.0\nb 2.0.0\nb 2.1.0", old.files, pnpm: "10.34.5")
    let new = try await world.after(.update("b", "2.1.0"))
    #expect(new.locked == ["b@2.1.0"])
    #expect(new.files["package.json"] == old.files["package.json"])
    #expect(new.files["pnpm-workspace.yaml"] == "overrides:\n  b: ~2.1.0\n")
  }

  @Test(arguments: ["a>b", "b@^1.0.0", "a@1>b@1"])
  func `of some requirements moves with an indirect package`(key: String) async throws {
    let world = try await world(settings: "overrides:\n  \(key): 1.0.0 # for now\n")
    let after = try await world.after(.update("b", "1.1.0"))
    #expect(after.locked == ["a@1.0.0", "b@1.1.0"])
    #expect(after.files["pnpm-workspace.yaml"] == "overrides:\n  \(key): 1.1.0 # for now\n")
  }

  @Test func `of one dependent that excludes a version is the stated reason`() async throws {
    var world = try await world(settings: "overrides:\n  a>b: 1.0.0 # for now\n")
    world = World("a 1.0.0: b *\nb 1.0.0\nb 2.0.0", world.files, pnpm: "10.34.5")
    let problem = await #expect(throws: Problem.self) {
      try await world.after(.update("b", "2.0.0"))
    }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.explanation.last == "The override a>b replaces b with 1.0.0.")
    let lines = try await world.open().explain("b", version: "2.0.0")
    #expect(lines.last == "The override a>b replaces b with 1.0.0.")
  }

  @Test func `decides which releases satisfy the requirement`() async throws {
    let opened = try await world(settings: settings).open()
    let dependency = try #require(try await opened.dependencies().first { $0.name == "b" })
    let releases = try await opened.releases(of: dependency)
    #expect(releases.filter(\.satisfiesRequirement).map(\.version) == ["1.0.0"])
  }

  @Test func `of a direct dependency follows its edited requirement`() async throws {
    let world = try await world(
      #""dependencies": {"a": "^1.0.0", "b": "^1.0.0"}, "pnpm": {"overrides": {"b": "$b"}}"#)
    let new = try await world.after(.update("b", "2.1.0"))
    #expect(new.locked == ["a@1.0.0", "b@2.1.0"])
    #expect(new.files["pnpm-lock.yaml"]?.contains("overrides:\n  b: ^2.1.0") == true)
  }

  /// pnpm 9 gives peers the override as it is; later versions add a dependency.
  @Test(arguments: [("9.15.9", ["c@1.0.0"]), ("10.34.5", ["c@1.0.0(b@1.1.0)", "b@1.1.0"])])
  func `of a peer by an alias depends on the version`(
    pnpm: String, expected: [String]
  ) async throws {
    let files = [
      "package.json": manifest(
        #""dependencies": {"c": "1.0.0"}, "pnpm": {"overrides": {"b": "npm:b@^1.0.0"}}"#)
    ]
    let world = World("b 1.0.0\nb 1.1.0\nc 1.0.0: peer b *", files, pnpm: pnpm)
    #expect(try await world.after(.install).locked == expected.sorted())
  }
}

@Suite struct `A package without a digest in the registry` {
  private let files = ["package.json": manifest(#""dependencies": {"a": "^1.0.0"}"#)]

  private func world(pnpm: String) -> World {
    var world = World("a 1.0.0", files, pnpm: pnpm)
    world.registry.removeDigests()
    return world
  }

  @Test(arguments: ["9.15.9", "10.34.5"])
  func `has its address in the lock`(pnpm: String) async throws {
    let lock = try await world(pnpm: pnpm).after(.install).files["pnpm-lock.yaml"]
    #expect(lock?.contains("{tarball: https://registry.npmjs.org/a/-/a-1.0.0.tgz}") == true)
  }

  @Test func `is refused for pnpm 11, which hashes the tarball`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await world(pnpm: "11.22.0").after(.install)
    }
    #expect(problem?.kind == .refused && problem?.subject == "a@1.0.0")
  }
}

@Suite struct `Versions by the time of direct dependencies` {
  private let registry = """
    a 1.0.0 2020-01-01: b ^1.0.0
    a 1.1.0 2022-01-01: b ^1.0.0
    b 1.0.0 2019-01-01
    b 1.1.0 2020-01-01
    b 1.2.0 2021-01-01
    """

  private func world(pnpm: String) async throws -> World {
    var files = ["package.json": manifest(#""dependencies": {"a": "^1.0.0"}"#)]
    files["pnpm-workspace.yaml"] = "resolutionMode: time-based\n"
    return try await World(registry, files, pnpm: pnpm).after(.install)
  }

  @Test(arguments: [
    ("10.34.5", "time: {}\n"), ("11.22.0", "time:\n  a@1.0.0: '2020-01-01T00:00:00.000Z'\n"),
  ])
  func `are the newest that are not younger`(pnpm: String, times: String) async throws {
    let world = try await world(pnpm: pnpm)
    #expect(world.locked == ["a@1.0.0", "b@1.1.0"])
    #expect(world.files["pnpm-lock.yaml"]?.hasSuffix("\n\(times)") == true)
  }

  @Test(arguments: [
    ("10.34.5", "time:\n  '@x/c@1.0.0': '2020-01-01T00:00:00.000Z'\n"),
    (
      "11.22.0",
      "time:\n  '@x/c@1.0.0': '2020-01-01T00:00:00.000Z'\n  d@1.0.0: '2021-01-01T00:00:00.000Z'\n"
    ),
  ])
  func `are kept for an alias of a package with a scope`(
    pnpm: String, times: String
  ) async throws {
    let files = [
      "package.json": manifest(#""dependencies": {"c": "npm:@x/c@1.0.0", "d": "1.0.0"}"#),
      "pnpm-workspace.yaml": "resolutionMode: time-based\n",
    ]
    let registry = "@x/c 1.0.0: peer d *\nd 1.0.0 2021-01-01"
    let world = try await World(registry, files, pnpm: pnpm).after(.install)
    #expect(world.files["pnpm-lock.yaml"]?.hasSuffix("\n\(times)") == true)
  }

  @Test(arguments: ["10.34.5", "11.22.0"])
  func `leave a lock without packages without times`(pnpm: String) async throws {
    let files = [
      "package.json": manifest(#""dependencies": {"x": "workspace:*"}"#),
      "pnpm-workspace.yaml": "packages: [packages/*]\nresolutionMode: time-based\n",
      "packages/x/package.json": #"{"name": "x", "version": "1.0.0"}"#,
    ]
    let world = try await World("", files, pnpm: pnpm).after(.install)
    #expect(world.files["pnpm-lock.yaml"]?.contains("time:") == false)
  }

  @Test func `limit what is below an edited requirement with pnpm 11`() async throws {
    let before = try await world(pnpm: "11.22.0")
      .with("\(registry)\na 2.0.0 2023-01-01: b *\nb 1.2.0 2024-01-01")
    let after = try await before.after(.update("a", "2.0.0"))
    #expect(after.locked == ["a@2.0.0", "b@1.1.0"])
  }

  @Test func `leave the lock of pnpm 11 when an update moves the dependency`() async throws {
    let after = try await world(pnpm: "11.22.0").after(.update("a"))
    #expect(after.locked == ["a@1.1.0", "b@1.1.0"])
    #expect(after.files["pnpm-lock.yaml"]?.hasSuffix("\ntime: {}\n") == true)
  }
}

@Suite struct `A mode of catalogs` {
  @Test(arguments: ["strict", "prefer"], ["10.34.5", "11.22.0"])
  func `doesn't move requirements of an update into a catalog`(
    mode: String, pnpm: String
  ) async throws {
    let before = try await world(
      settings: "minimumReleaseAge: 0\ncatalogMode: \(mode)\n", pnpm: pnpm)
    let after = try await before.after(.update("a"))
    #expect(after.locked == ["a@1.1.0", "b@1.0.0"])
    #expect(after.files["pnpm-lock.yaml"]?.contains("catalogs:") == false)
    #expect(after.files["package.json"] == before.files["package.json"])
  }

  @Test(arguments: ["strict", "prefer"])
  func `leaves the entry of a catalog the place of a new requirement`(mode: String) async throws {
    let settings = "catalog:\n  a: ~1.0.0 # kept\ncatalogMode: \(mode)\n"
    let after = try await world(#""dependencies": {"a": "catalog:"}"#, settings: settings)
      .after(.update("a", "2.0.0"))
    #expect(after.files["pnpm-workspace.yaml"] == settings.replacing("~1.0.0", with: "~2.0.0"))
    #expect(after.locked == ["a@2.0.0", "b@2.1.0"])
  }
}

@Suite struct `A fix of a nested copy` {
  @Test func `moves that copy alone`() async throws {
    let files = ["package.json": manifest(#""dependencies": {"a": "^1.0.0", "b": "^2.0.0"}"#)]
    let old = World("a 1.0.0: b ^1.0.0\nb 1.0.0\nb 2.0.0", files)
    let world = try await old.after(.install).with(registry)
    var options = UpdateOptions()
    options.staying = ["b": ["2.0.0"]]
    let target = Goal.Target(name: "b", version: "1.1.0")
    let fixed = try await world.after(.update([target], options))
    #expect(fixed.locked == ["a@1.0.0", "b@1.1.0", "b@2.0.0"])
    #expect(fixed.files["package.json"] == files["package.json"])
  }
}
