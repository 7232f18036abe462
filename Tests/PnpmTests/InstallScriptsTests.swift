import Crypto
import Ecosystem
import JSON
import Testing
import TestSupport
import Text

@testable import Pnpm

private let script = ["package.json": #"{"scripts": {"postinstall": "make"}}"#]
private let native = ["package.json": "{}", "binding.gyp": "{}"]

private func world(
  _ packages: String, _ members: String = #""dependencies": {"a": "^1.0.0"}"#,
  tarballs: [String: [String: String]] = [:]
) -> World {
  World(packages, ["package.json": "{\(members)}"], pnpm: "8.15.9", tarballs: tarballs)
}

extension World {
  /// The packages of the lock that `requiresBuild` marks.
  fileprivate var marked: [String] {
    guard let text = files["pnpm-lock.yaml"],
      let document = try? LockDocument(SourceText(file: "pnpm-lock.yaml", text)),
      let lock = try? Lock(document)
    else { return [] }
    return lock.packages.filter { $0.value.manifest["requiresBuild"] == true }.keys.sorted()
  }
}

@Suite struct `The mark of a package with scripts` {
  @Test(arguments: [
    script, native, [".hooks/preinstall": "", "package.json": "{}"],
    ["package.json": #"{"scripts": {"preinstall": "make"}}"#],
    ["package.json": #"{"scripts": {"install": "make"}}"#],
    ["package.json": "\u{FEFF}{\"scripts\": {\"install\": \"make\"}}"],
  ])
  func `comes from the tarball`(files: [String: String]) async throws {
    let world = world("a 1.0.0: b *\nb 1.0.0", tarballs: ["b@1.0.0": files])
    let after = try await world.after(.install)
    #expect(after.marked == ["b@1.0.0"])
    #expect(after.files["pnpm-lock.yaml"]?.contains("    requiresBuild: true\n") == true)
  }

  @Test(arguments: [
    [:], ["package.json": #"{"scripts": {"test": "make", "prepare": "make", "install": ""}}"#],
    ["src/binding.gyp": "{}", "package.json": "{}", "hooks/preinstall": ""],
  ])
  func `is missing without them`(files: [String: String]) async throws {
    let world = world("a 1.0.0", tarballs: ["a@1.0.0": files])
    #expect(try await world.after(.install).marked == [])
  }

  @Test func `has each optional package`() async throws {
    let world = world(
      "a 1.0.0: b *\nb 1.0.0\nd 1.0.0",
      #""optionalDependencies": {"a": "*"}, "dependencies": {"d": "*"}"#)
    #expect(try await world.after(.install).marked == ["a@1.0.0", "b@1.0.0"])
  }

  @Test func `stays in the lock, whatever the tarball has`() async throws {
    var before = try await world("a 1.0.0\nc 1.0.0").after(.install)
    #expect(before.marked == [])
    let lock = try #require(before.files["pnpm-lock.yaml"])
    before.files["pnpm-lock.yaml"] = lock.replacing(
      "    dev: false\n", with: "    requiresBuild: true\n    dev: false\n")
    before.files["package.json"] = #"{"dependencies": {"a": "*", "c": "*"}}"#
    let after = try await before.after(.install)
    #expect(after.locked == ["a@1.0.0", "c@1.0.0"] && after.marked == ["a@1.0.0"])
  }

  @Test func `of a version stays for the next one that replaces it`() async throws {
    let before = try await world("a 1.0.0", tarballs: ["a@1.0.0": script]).after(.install)
    #expect(before.marked == ["a@1.0.0"])
    let after = try await before.with("a 1.0.0\na 1.1.0").after(.update("a"))
    #expect(after.marked == ["a@1.1.0"])
  }

  @Test func `needs a tarball with the digest of the registry`() async throws {
    var world = world("a 1.0.0", tarballs: ["a@1.0.0": script])
    world.tarballs["a@1.0.0"] = native
    let problem = await #expect(throws: Problem.self) { try await world.after(.install) }
    #expect(problem?.kind == .refused && problem?.subject == "a@1.0.0")
  }

  @Test func `is left out where package.json says so`() async throws {
    let tarballs = ["a@1.0.0": script, "b@1.0.0": script]
    let packages = "a 1.0.0: b *\nb 1.0.0"
    for (setting, expected) in [
      (#""neverBuiltDependencies": ["a"]"#, ["b@1.0.0"]),
      (#""onlyBuiltDependencies": ["a"]"#, ["a@1.0.0"]),
      (#""onlyBuiltDependencies": []"#, []),
    ] {
      let world = world(
        packages, #""dependencies": {"a": "*"}, "pnpm": {\#(setting)}"#, tarballs: tarballs)
      #expect(try await world.after(.install).marked == expected, "\(setting)")
    }
  }

  @Test func `is refused if it depends on the order of answers`() async throws {
    let packages = "a 1.0.0: leaf *\nc 1.0.0: b *\nd 1.0.0: b *\nb 1.0.0: leaf *\nleaf 1.0.0"
    let members = #""dependencies": {"c": "*"}, "optionalDependencies": {"d": "*"}"#
    let problem = await #expect(throws: Problem.self) {
      try await world(packages, members).after(.install)
    }
    #expect(problem?.kind == .refused)
    let scripts = ["b@1.0.0": script, "leaf@1.0.0": script]
    #expect(
      try await world(packages, members, tarballs: scripts).after(.install).marked
        == ["b@1.0.0", "d@1.0.0", "leaf@1.0.0"])
  }
}
