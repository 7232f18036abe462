import Ecosystem
import Testing

@testable import Pnpm

/// What the lock says of a package that stays, besides what the registry says now.
@Suite struct `A package that stays in the lock` {
  private static let packages = "a 1.0.0\nb 1.0.0: a ^1.0.0\nc 1.0.0"

  /// A project whose lock calls `a@1.0.0` deprecated, which the registry doesn't.
  private func world(_ pnpm: String) async throws -> World {
    let manifest = #"{"dependencies": {"b": "^1.0.0"}}"#
    var world = World(Self.packages, ["package.json": manifest], pnpm: pnpm)
    world = try await world.after(.install)
    let lock = world.files["pnpm-lock.yaml"] ?? ""
    let entry = #/(a@1\.0\.0:\n +resolution: .*\n)/#
    world.files["pnpm-lock.yaml"] = lock.replacing(entry, maxReplacements: 1) {
      $0.output.1 + "    deprecated: use c\n"
    }
    return world
  }

  @Test(arguments: ["8.15.9", "9.15.9", "10.34.5", "11.22.0"])
  func `stays deprecated if the registry takes that back`(pnpm: String) async throws {
    var world = try await world(pnpm)
    world.files["package.json"] = #"{"dependencies": {"b": "^1.0.0", "c": "^1.0.0"}}"#
    let lock = try await world.after(.install).files["pnpm-lock.yaml"] ?? ""
    #expect(lock.contains("deprecated: use c\n") && lock.contains("c@1.0.0"))
  }

  @Test(arguments: ["9.15.9", "10.34.5", "11.22.0"])
  func `stays deprecated after an update to the same version`(pnpm: String) async throws {
    let world = try await world(pnpm)
    #expect(try await world.after(.update("a")).files == world.files)
    let all = Goal.update([], UpdateOptions())
    #expect(try await world.after(all).files == world.files)
  }

  @Test func `isn't deprecated in a new lock`() async throws {
    var world = try await world("10.34.5")
    world.files["pnpm-lock.yaml"] = nil
    let lock = try await world.after(.install).files["pnpm-lock.yaml"] ?? ""
    #expect(lock.contains("a@1.0.0") && !lock.contains("deprecated"))
  }

  /// A new place of a package that is resolved first decides, until pnpm 11.22.
  @Test(arguments: [("11.21.0", false), ("11.22.0", true)])
  func `stays deprecated also at new places`(pnpm: String, isKept: Bool) async throws {
    var world = try await world(pnpm)
    world.files["package.json"] = #"{"dependencies": {"a": "^1.0.0", "b": "^1.0.0"}}"#
    let lock = try await world.after(.install).files["pnpm-lock.yaml"] ?? ""
    #expect(lock.contains("deprecated") == isKept)
  }
}

@Suite struct `Links that excludeLinksFromLockfile leaves out` {
  @Test(arguments: ["8.15.9", "9.15.9", "10.34.5", "11.22.0"])
  func `stay in a lock that has them`(pnpm: String) async throws {
    var world = World(
      "a 1.0.0",
      [
        "package.json": #"{"dependencies": {"m": "link:m", "a": "^1.0.0"}}"#,
        "pnpm-workspace.yaml": "packages: [m]\n", "m/package.json": #"{"name": "m"}"#,
      ], pnpm: pnpm)
    world = try await world.after(.install)
    #expect(world.files["pnpm-lock.yaml"]?.contains("version: link:m\n") == true)
    let setting =
      pnpm.hasPrefix("11") ? "pnpm-workspace.yaml" : ".npmrc"
    world.files[setting] =
      pnpm.hasPrefix("11")
      ? "packages: [m]\nexcludeLinksFromLockfile: true\n" : "exclude-links-from-lockfile=true\n"
    let lock = try await world.after(.install).files["pnpm-lock.yaml"] ?? ""
    #expect(lock.contains("excludeLinksFromLockfile: true\n"))
    #expect(lock.contains("      m:\n        specifier: link:m\n        version: link:m\n"))
  }
}
