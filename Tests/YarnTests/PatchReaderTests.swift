import JavaScript
import Testing

@testable import Yarn

@Suite struct `The reader of patches` {
  @Test(arguments: [
    ("3.0.0", ["lib/a.js"]), ("3.9.9", ["lib/a.js"]), ("4.0.0", ["lib/b.js"]),
    ("3.0.0-beta", ["lib/a.js"]), ("5.0.0", []),
  ])
  func `takes the parts for a version`(version: String, paths: [String]) throws {
    let patch =
      part("lib/a.js", versions: ">=3.0.0-beta <4.0.0-beta")
      + part("lib/b.js", versions: ">=4.0.0-beta <5.0.0-0")
    #expect(try effects(of: patch, version).map(\.path) == paths)
  }

  @Test func `refuses pre-releases for which the order of comparisons matters`() {
    let patch = part("lib/a.js", versions: ">=3.0.0 <4.0.0-rc")
    #expect(throws: PatchFailure.self) { try effects(of: patch, "4.0.0-rc") }
  }

  @Test(arguments: [
    "old mode 100644", "deleted file mode 100644", "rename from lib/b.js", "similarity index 90%",
  ])
  func `refuses other changes than of contents`(line: String) {
    let patch = part("lib/a.js").replacing("index ", with: line + "\nindex ")
    #expect(throws: PatchFailure.self) { try effects(of: patch, "1.0.0") }
  }

  @Test(arguments: [
    ("+b\n", ""), ("@@ -1 ", "@@ -1,2 "), ("@@ -1 ", "@@ 1 "), ("b/lib", "b/../lib"),
    ("+b", "\\ other"), ("+b", "+\u{0D}b"),
  ])
  func `refuses malformed parts`(old: String, new: String) {
    let patch = part("lib/a.js").replacing(old, with: new)
    #expect(throws: PatchFailure.self) { try effects(of: patch, "1.0.0") }
  }

  @Test(arguments: [
    ("a\n", "b\n"), ("x\nx\na\ny\n", "x\nx\nb\ny\n"), ("a \t\u{3000}\n", "b\n"), ("a", "b"),
    ("c\n", nil), ("", nil), ("x\na\na\n", "x\nb\na\n"),
  ])
  func `finds the nearest place of a hunk`(before: String, after: String?) throws {
    let effects = try effects(of: part("a.js"), "1.0.0")
    guard case .change(let hunks) = effects.first?.kind else {
      Issue.record("no change")
      return
    }
    let patched = try PatchedText(Array(before.utf8)).applying(hunks)
    #expect(patched.map { String(decoding: $0, as: UTF8.self) } == after)
  }

  @Test func `bounds lines and hunks`() throws {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 2_000_001)
    #expect(throws: PatchFailure.self) { try PatchedText(lines) }
    let hunks = String(repeating: "@@ -1 +1 @@\n-a\n+b\n", count: 1_000)
    #expect(throws: PatchFailure.self) { try effects(of: part("a.js") + hunks, "1.0.0") }
  }

  /// The hash of a patch without a part for the version, as all releases of Yarn compute it.
  @Test func `hashes no change like Yarn`() {
    #expect([PatchEffect]().hash == "3bafbf")
  }

  private func effects(of patch: String, _ version: String) throws -> [PatchEffect] {
    try PatchReader.effects(of: Array(patch.utf8), for: try #require(Version(version)))
  }

  private func part(_ path: String, versions: String? = nil) -> String {
    "diff --git a/\(path) b/\(path)\nindex 12..34 100644\n"
      + (versions.map { "semver exclusivity \($0)\n" } ?? "")
      + "--- a/\(path)\n+++ b/\(path)\n@@ -1 +1 @@\n-a\n+b\n"
  }
}
