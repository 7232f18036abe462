import Ecosystem
import Testing
import Time

@testable import JavaScript
@testable import Pnpm

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

  /// The versions of a package in the lock, sorted.
  fileprivate func locked(_ name: String) -> [String] {
    (files["pnpm-lock.yaml"] ?? "").split(separator: "\n")
      .filter { $0.hasPrefix("  \(name)@") && $0.hasSuffix(":") }
      .map { String($0.dropFirst(name.count + 3).dropLast()) }.sorted()
  }
}

@Suite struct `Requirements of pnpm's workspaces` {
  @Test func `of a catalog at another major version are a dependency of their own`() async throws {
    let world = try await World(
      "types 20.1.0\ntypes 22.1.0",
      [
        "package.json": #"{"devDependencies": {"types": "catalog:"}}"#,
        "packages/b/package.json":
          #"{"name": "b", "devDependencies": {"types": "catalog:old"}}"#,
        "pnpm-workspace.yaml": """
        packages: [packages/*]
        catalog:
          types: ^22.1.0
        catalogs:
          old: {types: ^20.1.0}
        """,
      ]
    ).after(.lock(LockOptions())).publishing(
      "types 20.1.0\ntypes 20.2.0\ntypes 22.1.0\ntypes 22.2.0")
    let found = try await world.open().dependencies()
    #expect(found.map(\.id) == ["types", "types@20"])
    #expect(found.map(\.requirement) == ["^22.1.0", "^20.1.0"])
    let first = try await world.after("types", "22.2.0")
    #expect(first.locked("types") == ["20.1.0", "22.2.0"])
    let second = try await world.after("types@20", "20.2.0")
    #expect(second.locked("types") == ["20.2.0", "22.1.0"])
  }

  @Test(arguments: [
    ["package.json": #"{"dependencies": {"a": "1.0.0", "b": "1"}, "resolutions": {"a": "1.0.0"}}"#],
    [
      "package.json":
        #"{"dependencies": {"a": "1.0.0", "b": "1"}, "pnpm": {"overrides": {"a": "1.0.0"}}}"#
    ],
    [
      "package.json": #"{"dependencies": {"a": "1.0.0", "b": "1"}}"#,
      "pnpm-workspace.yaml": "packages: []\noverrides:\n  a: 1.0.0 # pinned\n",
    ],
  ])
  func `move with the override that pins them`(files: [String: String]) async throws {
    let world = try await World("a 1.0.0\nb 1.0.0: a ^1.0.0", files).after(.lock(LockOptions()))
      .publishing("a 1.0.0\na 1.1.0\nb 1.0.0: a ^1.0.0")
    let after = try await world.after("a", "1.1.0")
    #expect(after.locked("a") == ["1.1.0"])
    let texts = after.files.filter { $0.key != "pnpm-lock.yaml" }.values.joined()
    #expect(!texts.contains("1.0.0"))
  }

  @Test func `of releases have the end of pnpm's own wait`() async throws {
    let world = try await World(
      "a 1.0.0",
      [
        "package.json": #"{"dependencies": {"a": "1"}}"#,
        "pnpm-workspace.yaml": "packages: []\nminimumReleaseAge: 1440\n",
      ]
    ).after(.lock(LockOptions()))
    let opened = try await world.open()
    let dependency = try #require(await opened.dependencies().first)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map { $0.matureAt } == releases.map { $0.published.map { $0 + .days(1) } })
    #expect(releases.allSatisfy { $0.matureAt != nil })
  }
}
