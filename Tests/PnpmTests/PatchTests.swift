import Ecosystem
import Testing

@testable import Pnpm

/// The hashes of the patch with line feeds alone.
private let md5 = "mrjqj7j4rrvfww5u7w4v27ccue"
private let sha256 = "922dd52a81ff1c3d456cb861de7ad959496295c809971e848d414d3cdfe3fb23"

private let packages = "a 1.0.0: b ^1.0.0\nb 1.0.0\nb 1.1.0"

/// A project with a patch of `b`, whose lock has `b` 1.0.0 while the registry also has 1.1.0.
private func world(patching key: String, _ settings: String = "", pnpm: String) async throws
  -> World
{
  let patches = #""pnpm": {"patchedDependencies": {"\#(key)": "b.patch"}\#(settings)}"#
  let files = [
    "package.json": #"{"name": "app", "dependencies": {"a": "^1.0.0"}, \#(patches)}"#,
    "b.patch": "--- a/x\r\n+++ b/x\r\n",
  ]
  let old = World("a 1.0.0: b ^1.0.0\nb 1.0.0", files, pnpm: pnpm)
  return try await old.after(.install).with(packages)
}

@Suite struct `A patch of pnpm` {
  @Test(arguments: [
    ("9.15.9", "b@1.0.0", md5), ("9.15.9", "b", md5), ("10.34.5", "b@^1.0.0", sha256),
    ("10.34.5", "b@1.0.0", sha256), ("10.34.5", "b", sha256),
  ])
  func `marks the versions that its key names`(
    pnpm: String, key: String, hash: String
  ) async throws {
    let world = try await world(patching: key, pnpm: pnpm)
    #expect(world.locked == ["a@1.0.0", "b@1.0.0(patch_hash=\(hash))"])
  }

  @Test(arguments: ["9.15.9", "10.34.5"])
  func `prevents an update after which no package uses it`(pnpm: String) async throws {
    let world = try await world(patching: "b@1.0.0", pnpm: pnpm)
    let problem = await #expect(throws: Problem.self) { try await world.after(.update("b")) }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.explanation.first == "No package in the new lock uses the patch b@1.0.0.")
  }

  @Test(arguments: [
    ("9.15.9", "allowNonAppliedPatches"), ("10.34.5", "allowNonAppliedPatches"),
    ("10.34.5", "allowUnusedPatches"),
  ])
  func `may be unused if a setting says so`(pnpm: String, setting: String) async throws {
    let world = try await world(patching: "b@1.0.0", #", "\#(setting)": true"#, pnpm: pnpm)
      .after(.update("b"))
    #expect(world.locked == ["a@1.0.0", "b@1.1.0"])
  }

  @Test(.timeLimit(.minutes(10))) func `is found among many`() throws {
    let names = (0..<20_000).map { "p\($0)" }
    let files = names.map { (key: $0, path: "p.patch", bytes: [UInt8]("x".utf8)) }
    let patches = Patches(files, try PnpmVersion("10.34.5", at: nil))
    for name in names {
      #expect(try patches.patch(for: name, "1.0.0")?.key == name)
    }
    try patches.requireUse(Set(names))
    #expect(throws: Problem.self) { try patches.requireUse(Set(names.dropLast())) }
  }

  @Test func `of a range is unknown to pnpm 9`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await world(patching: "b@^1.0.0", pnpm: "9.15.9")
    }
    #expect(problem?.kind == .unsolvable)
  }

  /// The later one of two keys for all versions replaces the earlier one.
  @Test(arguments: [("b@*", true), ("b", false)])
  func `isn't missed if a later one replaces it`(used: String, isEnough: Bool) throws {
    let files = ["b", "b@*"].map { (key: $0, path: "b.patch", bytes: [UInt8]()) }
    let patches = Patches(files, try PnpmVersion("10.34.5", at: nil))
    let isMet = (try? patches.requireUse([used])) != nil
    #expect(isMet == isEnough)
  }
}
