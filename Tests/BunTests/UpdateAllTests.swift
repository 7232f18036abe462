import Ecosystem
import Testing

@testable import Bun

/// Updates of everything, with the results of Bun 1.4.4.
@Suite struct `An update of all packages of Bun` {
  /// A project whose lock was made with one manifest, and that has another one now.
  private func world(
    _ packages: String, from old: String, to new: String, member: [String] = []
  ) async throws -> World {
    let text = { (rest: String) in
      "{\"name\": \"x\", \"private\": true, \"workspaces\": [\"m\"], \(rest)}"
    }
    let manifests = member.map { "{\"name\": \"m\", \"dependencies\": {\($0)}}" }
    var files = ["package.json": text(old)]
    files["m/package.json"] = manifests.first
    var world = try await World(packages, files).after(.install).with(text(new))
    world.files["m/package.json"] = manifests.last
    return try await world.after(.install)
  }

  @Test func `moves what packages need that fall away`() async throws {
    let world = try await world(
      """
      top 1.0.0: g ^1.0.0
      top 1.1.0: other *
      other 1.0.0: g ^1.0.0
      g 1.0.0: i ^1.0.0
      g 1.1.0: i ^1.0.0
      i 1.0.0
      i 1.1.0
      """,
      from: #""dependencies": {"top": "1.0.0", "g": "1.0.0", "i": "1.0.0"}"#,
      to: #""dependencies": {"top": "^1.0.0"}"#)
    #expect(world.locked == ["g g@1.0.0", "i i@1.0.0", "top top@1.0.0"])
    #expect(
      try await world.after(.all).locked == [
        "g g@1.1.0", "i i@1.1.0", "other other@1.0.0", "top top@1.1.0",
      ])
  }

  @Test func `does without packages that only such ones need`() async throws {
    // `gone` isn't in the registry, but nothing needs `g` 1.1.0 in the end.
    let world = try await world(
      "top 1.0.0: g ^1.0.0\ntop 1.1.0\ng 1.0.0\ng 1.1.0: gone *",
      from: #""dependencies": {"top": "1.0.0", "g": "1.0.0"}"#,
      to: #""dependencies": {"top": "^1.0.0"}"#)
    #expect(try await world.after(.all).locked == ["top top@1.1.0"])
  }

  @Test func `leaves a peer where another one holds the locked version`() async throws {
    let world = try await world(
      """
      hooks 1.0.0: dom *, peer react *
      dom 1.0.0: peer react ^1.0.0
      react 1.0.0
      react 2.0.0
      react 3.0.0
      """,
      from: #""dependencies": {"hooks": "1.0.0", "react": "2.0.0"}"#,
      to: #""dependencies": {"hooks": "1.0.0"}"#)
    #expect(
      try await world.after(.all).locked == [
        "dom dom@1.0.0", "hooks hooks@1.0.0", "react react@2.0.0",
      ])
  }

  @Test func `moves a name in two sections to the version for development`() async throws {
    let both = #""dependencies": {"s": "1.0.1"}, "devDependencies": {"s": "~1.0.0"}"#
    let world = try await world(
      "s 1.0.0\ns 1.0.1\ns 1.0.2", from: #""dependencies": {"s": "1.0.1"}"#, to: both)
    #expect(world.locked == ["s s@1.0.1"])
    #expect(try await world.after(.all).locked == ["s s@1.0.2"])
  }

  @Test func `is refused if a member may follow`() async throws {
    let world = try await world(
      "core 1.0.0\ncore 1.2.0: h ^1.2.0\nh 1.0.0\nh 1.2.0\np 1.0.0: core ^1.0.0",
      from: #""dependencies": {"core": "1.0.0", "p": "1.0.0"}"#,
      to: #""dependencies": {"p": "1.0.0"}"#, member: [#""h": "1.0.0""#, #""h": "^1.0.0""#])
    let problem = try #require(await world.problem(.all))
    #expect(problem.kind == .refused)
    #expect(problem.subject == "h@1.0.0")
  }

  @Test func `isn't decided by what a requirement of the root has with another major number`()
    async throws
  {
    let world = try await World(
      "b 1.0.0\nb 2.0.0",
      [
        "package.json": """
        {"name": "x", "private": true, "workspaces": ["m"], "dependencies": {"b": "^1.0.0"}}
        """,
        "m/package.json": #"{"name": "m", "dependencies": {"b": ">=1.0.0"}}"#,
      ]
    ).after(.install)
    #expect(world.locked == ["b b@1.0.0", "m m@workspace:m", "m/b b@2.0.0"])
  }
}
