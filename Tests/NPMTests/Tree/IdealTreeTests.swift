import Ecosystem
import JSON
import Testing

@testable import JavaScript
@testable import NPM

/// A registry, a manifest's sections and what npm makes of them.
struct Shape: Sendable, CustomTestStringConvertible {
  var name: String
  var registry: String
  var manifest: String
  var locked: [String]

  var testDescription: String { name }
}

private let shapes = [
  Shape(
    name: "a shared dependency is at the top",
    registry: "a 1.0.0: c ^1\nb 1.0.0: c ^1\nc 1.0.0\nc 1.2.0",
    manifest: #""dependencies": {"a": "1", "b": "1"}"#, locked: ["a@1.0.0", "b@1.0.0", "c@1.2.0"]),
  Shape(
    name: "the second of two versions nests below its dependent",
    registry: "a 1.0.0: c ^1\nb 1.0.0: c ^2\nc 1.0.0\nc 2.0.0",
    manifest: #""dependencies": {"a": "1", "b": "1"}"#,
    locked: ["a@1.0.0", "b@1.0.0", "b/c@2.0.0", "c@1.0.0"]),
  Shape(
    name: "a newer version that all accept replaces an older one",
    registry: "a 1.0.0: c 1.0.0\nb 1.0.0: c ^1\nc 1.0.0\nc 1.5.0",
    manifest: #""dependencies": {"a": "1", "b": "1"}"#, locked: ["a@1.0.0", "b@1.0.0", "c@1.0.0"]),
  Shape(
    name: "peers come along and lie beside their dependent",
    registry: "a 1.0.0: peer r ^16\nr 16.0.0: s 1\nr 17.0.0\ns 1.0.0",
    manifest: #""dependencies": {"a": "1"}"#,
    locked: ["a@1.0.0", "r@16.0.0 peer", "s@1.0.0 peer"]),
  Shape(
    name: "an optional peer stays away",
    registry: "a 1.0.0: peer? r ^16\nr 16.0.0", manifest: #""dependencies": {"a": "1"}"#,
    locked: ["a@1.0.0"]),
  Shape(
    name: "peers that contradict each other below the project nest apart",
    registry: """
      x 1.0.0: a 1
      y 1.0.0: b 1
      a 1.0.0: peer r ^16
      b 1.0.0: peer r ^17
      r 16.0.0
      r 17.0.0
      """,
    manifest: #""dependencies": {"x": "1", "y": "1"}"#,
    locked: [
      "a@1.0.0", "r@16.0.0 peer", "x@1.0.0", "y@1.0.0", "y/b@1.0.0", "y/r@17.0.0 peer",
    ]),
  Shape(
    name: "peers that need each other end",
    registry: "a 1.0.0: peer b 1\nb 1.0.0: peer a 1", manifest: #""dependencies": {"a": "1"}"#,
    locked: ["a@1.0.0", "b@1.0.0 peer"]),
  Shape(
    name: "dependencies in a circle end",
    registry: "a 1.0.0: b 1\nb 1.0.0: a 1", manifest: #""dependencies": {"a": "1"}"#,
    locked: ["a@1.0.0", "b@1.0.0"]),
  Shape(
    name: "development, optional and shared packages have their flags",
    registry: "d 1.0.0: s 1\no 1.0.0: s 1, t 1\ns 1.0.0\nt 1.0.0",
    manifest: #""devDependencies": {"d": "1"}, "optionalDependencies": {"o": "1"}"#,
    locked: ["d@1.0.0 dev", "o@1.0.0 optional", "s@1.0.0 devOptional", "t@1.0.0 optional"]),
  Shape(
    name: "an optional dependency that exists nowhere is left out with what needs it",
    registry: "a 1.0.0\no 1.0.0: gone 1",
    manifest: #""dependencies": {"a": "1"}, "optionalDependencies": {"o": "1"}"#,
    locked: ["a@1.0.0"]),
  Shape(
    name: "an alias is placed under its own name", registry: "real 1.0.0\nreal 2.0.0",
    manifest: #""dependencies": {"one": "npm:real@^1", "two": "npm:real@2"}"#,
    locked: ["one@1.0.0", "two@2.0.0"]),
  Shape(
    name: "an override counts everywhere but except for what the root itself requires",
    registry: "a 1.0.0: c ^1\nc 1.0.0\nc 2.0.0",
    manifest: #""dependencies": {"a": "1"}, "overrides": {"c": "2.0.0"}"#,
    locked: ["a@1.0.0", "c@2.0.0"]),
  Shape(
    name: "an override inside a package counts below it alone",
    registry: "a 1.0.0: c ^1\nb 1.0.0: c ^1\nc 1.0.0\nc 2.0.0",
    manifest: #""dependencies": {"a": "1", "b": "1"}, "overrides": {"b": {"c": "2.0.0"}}"#,
    locked: ["a@1.0.0", "b@1.0.0", "b/c@2.0.0", "c@1.0.0"]),
  Shape(
    name: "names like those of JavaScript's own objects are names",
    registry: "constructor 1.0.0: toString 1\ntoString 1.0.0\nhasOwnProperty 1.0.0",
    manifest: #""dependencies": {"constructor": "1", "hasOwnProperty": "1"}"#,
    locked: ["constructor@1.0.0", "hasOwnProperty@1.0.0", "toString@1.0.0"]),
]

@Suite struct `Trees of npm` {
  @Test(arguments: shapes) func `a tree without a lock has npm's shape`(shape: Shape) async throws {
    let world = World(shape.registry, ["package.json": "{\(shape.manifest)}"])
    #expect(try await world.after(.install).locked == shape.locked)
  }

  @Test(arguments: shapes) func `a lock that fits is not changed`(shape: Shape) async throws {
    let world = try await World(shape.registry, ["package.json": "{\(shape.manifest)}"])
      .after(.install)
    #expect(try await world.change(.install).files == [])
  }

  @Test func `an update moves the named package as far as its dependents allow`() async throws {
    let old = World(
      "a 1.0.0: c ^1\nb 1.0.0: c ^1.0.0\nc 1.0.0",
      ["package.json": #"{"dependencies": {"a": "1", "b": "1"}}"#])
    var world = try await old.after(.install)
    world.registry = World("a 1.0.0: c ^1\nb 1.0.0: c ^1.0.0\nc 1.0.0\nc 1.4.0", [:]).registry
    #expect(world.locked == ["a@1.0.0", "b@1.0.0", "c@1.0.0"])
    #expect(try await world.after(.install).locked == world.locked)
    #expect(try await world.after(.update("c")).locked == ["a@1.0.0", "b@1.0.0", "c@1.4.0"])
  }

  @Test func `an update removes packages without dependents`() async throws {
    let old = World("a 1.0.0: c 1\nc 1.0.0", ["package.json": #"{"dependencies": {"a": "^1"}}"#])
    var world = try await old.after(.install)
    world.registry = World("a 1.0.0: c 1\na 1.1.0: d 1\nc 1.0.0\nd 1.0.0", [:]).registry
    #expect(try await world.after(.update("a")).locked == ["a@1.1.0", "d@1.0.0"])
  }

  @Test func `conflicting peers of the project are explained`() async throws {
    let world = World(
      "a 1.0.0: peer r ^16\nb 1.0.0: peer r ^17\nr 16.0.0\nr 17.0.0",
      ["package.json": #"{"name": "app", "dependencies": {"a": "1", "b": "1"}}"#])
    await #expect {
      try await world.change(.install)
    } throws: { error in
      guard let problem = error as? Problem else { return false }
      return problem.kind == .unsolvable && problem.explanation.contains { $0.contains("r@^1") }
    }
  }

  @Test func `legacy-peer-deps ignores peers`() async throws {
    let world = World(
      "a 1.0.0: peer r ^16\nr 16.0.0",
      [
        "package.json": #"{"dependencies": {"a": "1"}}"#, ".npmrc": "legacy-peer-deps=true\n",
      ])
    #expect(try await world.after(.install).locked == ["a@1.0.0"])
  }

  @Test func `workspaces and folders are links into the repository`() async throws {
    let world = World(
      "a 1.0.0\na 2.0.0",
      [
        "package.json":
          #"{"workspaces": ["packages/*"], "dependencies": {"tool": "file:./tools/x"}}"#,
        "packages/one/package.json": #"{"name": "@me/one", "dependencies": {"a": "1"}}"#,
        "packages/two/package.json":
          #"{"name": "two", "version": "1.0.0", "devDependencies": {"@me/one": "*", "a": "2"}}"#,
        "tools/x/package.json": #"{"name": "tool", "dependencies": {"a": "^1"}}"#,
      ])
    let after = try await world.after(.install)
    #expect(
      after.locked
        == [
          "@me/one -> packages/one", "a@1.0.0", "tool -> tools/x", "two -> packages/two",
          "packages/one@", "packages/two@1.0.0", "packages/two/a@2.0.0 dev", "tools/x@",
        ].sorted(by: order))
    #expect(try await after.change(.install).files == [])
  }

  /// Old locks have the digest of the package that a link once was.
  @Test func `a link has no digest in the part of the lock for npm 6`() async throws {
    let lock = """
      {
        "name": "p",
        "lockfileVersion": 2,
        "requires": true,
        "packages": {
          "": {"name": "p", "dependencies": {"tool": "file:tools/x"}},
          "node_modules/tool": {"resolved": "tools/x", "link": true},
          "tools/x": {"version": "1.0.0", "integrity": "sha1-b2Ma7zNtbEY2K1F2QETOIWvjwFE="}
        },
        "dependencies": {"tool": {"version": "file:tools/x"}}
      }
      """
    let world = World(
      "",
      [
        "package.json": #"{"name": "p", "dependencies": {"tool": "file:tools/x"}}"#,
        "package-lock.json": lock,
        "tools/x/package.json": #"{"name": "tool", "version": "1.0.0"}"#,
      ])
    let text = try #require(try await world.after(.install).files["package-lock.json"])
    let root = try Document(Array(text.utf8), named: "lock").root
    #expect(root["packages"]?["tools/x"]?["integrity"] != nil)
    #expect(root["dependencies"]?["tool"]?["version"]?.string == "file:tools/x")
    #expect(root["dependencies"]?["tool"]?["integrity"] == nil)
  }

  /// Answers of `consistent-resolve.js` in npm 10.8.2.
  @Test(arguments: [
    ("git+https://git@github.com/a/b.git#d39", "git+https://git@github.com/a/b.git#d39"),
    ("git+https://github.com/a/b.git#d39", "git+ssh://git@github.com/a/b.git#d39"),
    ("https://git@github.com/a/b.git#d39", "git+https://git@github.com/a/b.git#d39"),
    ("git+https://git:@github.com/a/b.git#d39", "git+https://git@github.com/a/b.git#d39"),
    ("git+https://tok@gitlab.com/a/b.git#d39", "git+https://tok@gitlab.com/a/b.git#d39"),
    ("git+https://@github.com/a/b.git#d39", "git+ssh://git@github.com/a/b.git#d39"),
    ("git+ssh://git:x@github.com/a/b.git#d39", "git+ssh://git@github.com/a/b.git#d39"),
    ("git://git@github.com/a/b.git#d39", "git+https://git@github.com/a/b.git#d39"),
    ("github:a/b#d39", "git+ssh://git@github.com/a/b.git#d39"),
  ]) func `a git repository is written with its user or with ssh`(resolved: String, text: String) {
    #expect(ConsistentResolve.written(resolved, root: "/", Arena()) == text)
  }

  private func order(_ left: String, _ right: String) -> Bool {
    let key = { (text: String) in
      text.hasPrefix("packages") || text.hasPrefix("tools")
        ? text : "node_modules/" + text
    }
    return Collation.precedes(key(left), key(right))
  }
}

@Suite struct `Peers without end` {
  /// npm 10.8.2 works on this until it has no memory left.
  @Test func `a tree whose peers replace each other without end is refused`() async throws {
    let registry = """
      p0 1.0.0: peer? p0 ^2, optional p5 ^1
      p0 2.0.0: p8 *, peer p7 ^3||^1, optional p2 >=1
      p1 1.0.0: peer p3 *
      p1 2.0.0: p8 ^2
      p2 1.0.0: p0 *, peer? p7 *, optional p3 *
      p2 2.0.0: optional p8 ^1
      p2 3.0.0
      p3 1.0.0: p1 ^1, optional p7 >=1, optional p6 ^3||^1
      p3 2.0.0: peer p5 >=1, peer p1 ^2
      p5 1.0.0: p3 >=1, p6 ^1, peer? p0 ^3||^1
      p6 1.0.0
      p6 2.0.0: p1 ^2
      p6 3.0.0
      p7 1.0.0: p8 >=1, peer? p5 ^3||^1
      p7 2.0.0: p5 ^2, peer? p7 >=1
      p8 1.0.0: peer? p8 ^2
      """
    var world = World(
      registry,
      ["package.json": #"{"dependencies": {"p2": "*"}, "devDependencies": {"p6": "^1"}}"#])
    world = try await world.after(.install)
    world.files["package.json"] =
      #"{"dependencies": {"p2": "^1", "p7": "*"}, "devDependencies": {"p6": "^1"}}"#
    await #expect {
      try await world.change(.install)
    } throws: { ($0 as? Problem)?.kind == .refused }
  }
}
