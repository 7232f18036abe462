import JSON
import Testing
import Text

@testable import JavaScript
@testable import NPM

@Suite struct `Locks of npm` {
  @Test(arguments: [
    ("{\n  \"a\": 1\n}", "  ", "\n"), ("{\n\t\"a\": 1\n}", "\t", "\n"),
    ("{\r\n    \"a\": 1\r\n}", "    ", "\r\n"), (#"{"a": 1}"#, "  ", "\n"), ("{}", "  ", "\n"),
    ("\u{FEFF}{\n   \"a\": 1}", "   ", "\n"), ("{\n\"a\": 1}", "  ", "\n"),
    ("{\n            \"a\": 1}", "          ", "\n"), (" {\n\n  \"a\": 1}", "  ", "\n\n"),
  ])
  func `the manifest determines white space`(text: String, indent: String, newline: String) {
    let format = LockFormat(manifest: Array(text.utf8))
    #expect(format.indent == indent)
    #expect(format.newline == newline)
  }

  @Test func `plain values come before objects, preferred keys before others`() throws {
    let object: Value = [
      "z": 1, "dependencies": ["name": "x", "b": "y", "1": "n", "A": "u", "a": "l"], "engines": [],
      "version": "1", "bin": [:], "name": "n", "packages": [:],
    ]
    let sorted = try NiceOrder.sorted(#require(object.object))
    #expect(sorted.keys == ["name", "version", "engines", "z", "packages", "dependencies", "bin"])
    #expect(sorted["dependencies"]?.object?.keys == ["name", "1", "a", "A", "b"])
  }

  @Test func `a key with an unknown order is an error`() {
    #expect(throws: NiceOrder.UnknownOrder.self) {
      try NiceOrder.sorted(Object([("é", .null), ("a", .null)]))
    }
  }

  @Test(arguments: [
    ["_", "-", ".", "@", "/", "0", "1", "a", "A", "b"],
    ["a", "a_", "a-b", "a.b", "a/b", "a0", "aa"],
    ["@s/a", "@s/b", "@t/a", "a"], ["ab", "Ab", "aB1", "ac"],
  ])
  func `text has ICU's order`(ordered: [String]) {
    #expect(ordered.reversed().sorted(by: Collation.precedes) == ordered)
  }

  @Test(arguments: [
    (#""cli.js""#, ["pkg": "cli.js"]), (#"{"x": "./a/../b.js"}"#, ["x": "b.js"]),
    (#"{"../x": "../../etc/passwd"}"#, ["x": "etc/passwd"]),
    (#"["bin/x.js"]"#, ["x.js": "bin/x.js"]),
    (#"{"a\\b": "c\\d"}"#, ["b": "c/d"]),
  ])
  func `commands cannot leave their package`(text: String, paths: [String: String]) throws {
    let node = try Document(Array(text.utf8), named: "bin").root
    let bin = try #require(BinPaths(node, of: "pkg", isPublished: false))
    #expect(bin.object == Object(paths.map { ($0.key, .string($0.value)) }))
  }

  @Test(arguments: [
    "0beec7b5ea3f0fdbc95d0dd47f3c5bc275da8a33", "0BEEC7B5EA3F0FDBC95D0DD47F3C5BC275DA8A33",
  ])
  func `a shasum becomes an integrity`(hex: String) {
    #expect(Integrity.ofSHA1(hex) == "sha1-C+7Hteo/D9vJXQ3UfzxbwnXaijM=")
  }

  @Test func `unknown fields of the lock are kept, those of entries are dropped`() async throws {
    let world = World(
      "a 1.0.0",
      [
        "package.json": #"{"dependencies": {"a": "1"}}"#,
        "package-lock.json": #"""
        {"note": "kept", "lockfileVersion": 3, "packages": {"": {"junk": 1},
         "node_modules/a": {"version": "1.0.0", "junk": 1, "libc": ["glibc"]}}}
        """#,
      ])
    let lock = try #require(try await world.after(.install).files["package-lock.json"])
    #expect(lock.contains(#""note": "kept""#))
    #expect(!lock.contains("junk"))
    #expect(!lock.contains("libc"))
  }

  @Test func `a lock of version 1 becomes version 3, and version 2 is kept`() async throws {
    let manifest = #"{"name": "app", "dependencies": {"a": "1"}}"#
    let first =
      #"{"lockfileVersion": 1, "requires": true, "dependencies": {"a": {"version": "1.0.0"}}}"#
    let old = World("a 1.0.0", ["package.json": manifest, "package-lock.json": first])
    let third = try await old.after(.install)
    #expect(third.files["package-lock.json"]?.contains(#""lockfileVersion": 3"#) == true)
    #expect(third.locked == ["a@1.0.0"])
    var second = third
    second.files["package-lock.json"] = third.files["package-lock.json"]?
      .replacing(#""lockfileVersion": 3"#, with: #""lockfileVersion": 2"#)
    let written = try #require(try await second.after(.install).files["package-lock.json"])
    #expect(written.contains(#""lockfileVersion": 2"#))
    #expect(written.contains("\n  \"dependencies\": {"))
  }

  /// What npm 10.8.2 makes of tarballs' URLs in locks of version 1.
  struct Tarball: CustomTestStringConvertible {
    var name = "a"
    var url: String
    var hasIntegrity = true
    /// `name version` in the new lock; the name only if it differs from the folder's.
    var entry: String
    var testDescription: String { "\(name) \(url) \(hasIntegrity)" }
  }

  @Test(arguments: [
    Tarball(url: "https://registry.npmjs.org/a/-/a-1.0.0.tgz", entry: " 1.0.0"),
    Tarball(
      url: "https://registry.npmjs.org/a/-/a-1.0.0.tgz", hasIntegrity: false, entry: " 1.0.0"),
    Tarball(url: "https://files.example.org/pkgs/a-1.0.0.tgz", entry: " 1.0.0"),
    Tarball(name: "other", url: "https://registry.npmjs.org/a/-/a-1.0.0.tgz", entry: "a 1.0.0"),
    Tarball(name: "none", url: "https://files.example.org/none-9.9.9.tgz", entry: " 9.9.9"),
  ])
  func `a tarball's URL in version 1 gives the version`(tarball: Tarball) async throws {
    let integrity = try #require(World("a 1.0.0", [:]).integrity(of: "a", "1.0.0"))
    let told = tarball.hasIntegrity ? #", "integrity": "\#(integrity)""# : ""
    let world = World(
      "a 1.0.0",
      [
        "package.json": #"{"dependencies": {"\#(tarball.name)": "\#(tarball.url)"}}"#,
        "package-lock.json": #"""
        {"lockfileVersion": 1, "requires": true,
         "dependencies": {"\#(tarball.name)": {"version": "\#(tarball.url)"\#(told)}}}
        """#,
      ])
    let text = try #require(try await world.after(.install).files["package-lock.json"])
    let packages = try Document(Array(text.utf8), named: "lock").root["packages"]
    let entry = packages?["node_modules/\(tarball.name)"]
    let found = "\(entry?["name"]?.string ?? "") \(entry?["version"]?.string ?? "")"
    #expect(found == tarball.entry)
    #expect(entry?["resolved"]?.string == tarball.url)
    #expect(entry?["integrity"]?.string == integrity)
  }

  @Test(arguments: [
    ("https://registry.npmjs.org/@s/b/-/b-1.2.3.tgz", "x", "@s/b 1.2.3"),
    ("https://registry.npmjs.org/@s%2fb/-/b-1.2.3-rc.1.tgz", "x", "@s/b 1.2.3-rc.1"),
    ("https://r.example/a/-/x/y/b/-/b-1.2.3.tgz", "x", "b 1.2.3"),
    ("https://r.example/b-1.2.3.tgz", "@s/b", "@s/b 1.2.3"),
  ])
  func `finds name and version in a URL`(url: String, name: String, found: String) throws {
    let tarball = try #require(VersionFromTgz(url, of: name))
    #expect("\(tarball.name) \(tarball.version)" == found)
  }

  @Test(arguments: [
    "https://r.example/x.tgz", "https://r.example/b-1.2.tgz", "https://r.example/b-1.2.3.tar.gz",
    "https://r.example/c/-/b-1.2.3.tgz", "https://r.example/b-1.2.3.tgz?token=1",
  ])
  func `finds no version in other URLs`(url: String) {
    #expect(VersionFromTgz(url, of: "b") == nil)
  }
}
