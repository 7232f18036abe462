import Ecosystem
import JSON
import Testing
import TestSupport
import Text

@testable import Pnpm

private let members = #""dependencies": {"a": "^1.0.0"}"#

private func world(
  _ packages: String, _ members: String = members, pnpm: String = "8.15.9",
  _ files: [String: String] = [:]
) -> World {
  World(packages, files.merging(["package.json": "{\(members)}"]) { $1 }, pnpm: pnpm)
}

extension World {
  fileprivate var lock: String { files["pnpm-lock.yaml"] ?? "" }
}

@Suite struct `An update with pnpm 8` {
  private let before = """
    lockfileVersion: '6.0'

    settings:
      autoInstallPeers: true
      excludeLinksFromLockfile: false

    dependencies:
      a:
        specifier: ^1.0.0
        version: 1.0.0

    packages:

      /a@1.0.0:
        resolution: {integrity: sha1-OLD_A}
        dependencies:
          b: 1.0.0
        dev: false

      /b@1.0.0:
        resolution: {integrity: sha1-OLD_B}
        dev: false

    """

  @Test func `writes the lock in its form`() async throws {
    let old = try await world("a 1.0.0: b ^1.0.0\nb 1.0.0").after(.install)
    let digest = #/sha1-\S+/#
    let shape = { (text: String) in text.replacing(digest, with: "sha1-X}") }
    #expect(shape(old.lock) == shape(before))
    let new = try await old.with("a 1.0.0: b ^1.0.0\nb 1.0.0\nb 1.1.0").after(.update("b"))
    #expect(
      shape(new.lock)
        == shape(before).replacing("b: 1.0.0", with: "b: 1.1.0")
        .replacing("/b@1.0.0", with: "/b@1.1.0"))
  }

  @Test func `writes a requirement that it edits`() async throws {
    let old = try await world("a 1.0.0").after(.install)
    let new = try await old.with("a 1.0.0\na 2.0.0").after(.update("a", "2.0.0"))
    #expect(new.files["package.json"] == #"{"dependencies": {"a": "^2.0.0"}}"#)
    #expect(new.lock.contains("    specifier: ^2.0.0\n    version: 2.0.0\n"))
    #expect(new.locked == ["a@2.0.0"])
  }

  /// Full documents have it, which `time-based` reads; pnpm 8 removes it, pnpm 9 doesn't.
  @Test(arguments: [("8.15.9", false), ("9.15.9", true)])
  func `leaves libc out also if it reads full documents`(pnpm: String, hasLibc: Bool) async throws {
    var world = world(
      "a 1.0.0", pnpm: pnpm, [".npmrc": "resolution-mode=time-based\n"])
    world.registry.set("libc", of: "a", to: ["glibc"])
    #expect(try await world.after(.install).lock.contains("libc: [glibc]") == hasLibc)
  }

  @Test func `links members of the workspace by default`() async throws {
    let files = [
      "pnpm-workspace.yaml": "packages: [packages/*]\n",
      "packages/a/package.json": #"{"name": "a", "version": "1.0.0"}"#,
    ]
    let lock = try await world("a 1.0.0", members, files).after(.install).lock
    #expect(lock.contains("  .:\n    dependencies:\n      a:\n"))
    #expect(lock.contains("version: link:packages/a\n"))
  }

  @Test func `marks the packages of development`() async throws {
    let members = #""devDependencies": {"a": "*", "c": "*"}, "dependencies": {"d": "*"}"#
    let lock = try await world("a 1.0.0: b *\nb 1.0.0\nc 1.0.0\nd 1.0.0: c *", members)
      .after(.install).lock
    #expect(lock.contains("      b: 1.0.0\n    dev: true\n"))
    #expect(lock.contains("  /d@1.0.0:") && lock.contains("      c: 1.0.0\n    dev: false\n"))
    let both = try #require(
      lock.split(separator: "  /c@1.0.0:").last?.split(separator: "\n\n").first)
    #expect(!both.contains("dev:"))
  }
}

@Suite struct `The minor version of pnpm 8` {
  @Test(arguments: [("8.6.12", ["a@1.0.0"]), ("8.7.0", ["a@1.1.0"])])
  func `decides which version a direct dependency gets`(
    pnpm: String, expected: [String]
  ) async throws {
    #expect(try await world("a 1.0.0\na 1.1.0", pnpm: pnpm).after(.install).locked == expected)
  }

  @Test(arguments: [("8.6.12", "1.1.0"), ("8.7.0", "1.0.0")])
  func `decides whether overrides apply to peers`(pnpm: String, expected: String) async throws {
    let members =
      #""dependencies": {"a": "1.0.0"}, "pnpm": {"overrides": {"b": "1.0.0"}}"#
    let lock = try await world("a 1.0.0: peer b 1.1.0\nb 1.0.0\nb 1.1.0", members, pnpm: pnpm)
      .after(.install).lock
    #expect(lock.contains("    peerDependencies:\n      b: \(expected)\n"))
  }

  @Test(arguments: [("8.15.1", true), ("8.15.2", false)])
  func `decides whether the lock has peerDependenciesMeta of a dependency`(
    pnpm: String, isWritten: Bool
  ) async throws {
    var world = world("a 1.0.0: c *\nc 1.0.0", pnpm: pnpm)
    world.registry.edit("a", "1.0.0") {
      $0["peerDependenciesMeta"] = ["c": ["optional": true]]
    }
    let lock = try await world.after(.install).lock
    #expect(
      lock.contains("    peerDependenciesMeta:\n      c:\n        optional: true\n") == isWritten)
  }

  @Test(arguments: [("8.12.1", false), ("8.13.0", true), ("8.15.9", true)])
  func `decides what bundles all dependencies`(pnpm: String, bundlesAll: Bool) async throws {
    var world = world("a 1.0.0: b *\nb 1.0.0", pnpm: pnpm)
    world.registry.edit("a", "1.0.0") { $0["bundleDependencies"] = true }
    #expect(
      try await world.after(.install).locked == (bundlesAll ? ["a@1.0.0"] : ["a@1.0.0", "b@1.0.0"]))
  }

  @Test(arguments: ["8.10.5", "8.11.0"])
  func `refuses a tarball of another host if paths would have it`(pnpm: String) async throws {
    var world = world("a 1.0.0", pnpm: pnpm)
    world.registry.edit("a", "1.0.0") {
      var dist = $0["dist"]?.object
      dist?["tarball"] = "https://files.example/a/-/a-1.0.0.tgz"
      $0["dist"] = dist.map { .object($0) }
    }
    let lock = try? await world.after(.install).lock
    #expect((lock == nil) == (pnpm == "8.10.5"))
    #expect(lock?.contains(", tarball: https://files.example/a/-/a-1.0.0.tgz}") != false)
  }

  @Test(arguments: ["7.33.7", "8.0.0", "8.6.11", "12.0.0"])
  func `is refused by name if its locks aren't known`(version: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await world("a 1.0.0", pnpm: version).after(.install)
    }
    #expect(problem?.kind == .refused && problem?.subject == "pnpm \(version)")
    #expect(problem?.message.contains("8.6.12 and later, 9, 10 and 11") == true)
  }
}

@Suite struct `The version of pnpm for a lock` {
  /// A project with a lock of 8.15.9, whose registry then has a new version.
  private func world(_ fields: String = "", pnpm: String = "") async throws -> World {
    var world = try await World("a 1.0.0", ["package.json": "{\(members)}"], pnpm: "8.15.9")
      .after(.install).with("a 1.0.0\na 1.1.0")
    world.version = pnpm
    if !fields.isEmpty { world.files["package.json"] = "{\(members), \(fields)}" }
    return world
  }

  @Test(arguments: [
    "", #""engines": {"pnpm": ">=8"}"#, #""engines": {"pnpm": "^8.6"}"#,
    #""packageManager": "pnpm@8.15.9""#,
  ])
  func `is a pnpm 8 if the lock is of version 6`(fields: String) async throws {
    let after = try await world(fields).after(.update("a"))
    #expect(after.lock.hasPrefix("lockfileVersion: '6.0'\n"))
    #expect(after.locked == ["a@1.1.0"])
  }

  @Test(arguments: [
    (#""packageManager": "pnpm@9.15.9""#, "lockfileVersion 6.0"),
    (#""engines": {"pnpm": ">=9"}"#, "lockfileVersion 6.0"),
    (#""engines": {"pnpm": "~8.14"}"#, "engines of package.json"),
    (#""engines": {"pnpm": "^7"}"#, "engines of package.json"),
  ])
  func `is refused if it would write another form, or isn't certain`(
    fields: String, subject: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await world(fields).after(.update("a"))
    }
    #expect(problem?.kind == .refused && problem?.subject == subject)
  }

  @Test func `is refused if the operator's file names another form`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await world(pnpm: "10.34.5").after(.update("a"))
    }
    #expect(problem?.kind == .refused && problem?.subject == "lockfileVersion 6.0")
  }

  @Test func `has to be named for a lock without settings`() async throws {
    var world = try await world()
    let settings = "settings:\n  autoInstallPeers: true\n  excludeLinksFromLockfile: false\n\n"
    world.files["pnpm-lock.yaml"] = world.lock.replacing(settings, with: "")
    let problem = await #expect(throws: Problem.self) { try await world.after(.update("a")) }
    #expect(problem?.kind == .refused)
    #expect(problem?.advice == "name the version in `packageManager` of package.json")
    world.version = "8.15.9"
    let after = try await world.after(.update("a"))
    #expect(after.lock.contains(settings) && after.locked == ["a@1.1.0"])
  }
}
