import Ecosystem
import Testing
import Text

@testable import JavaScript
@testable import Pnpm

private let before = "a 1.0.0\nb 1.0.0\nc 1.0.0"
private let after = "a 1.0.0\na 1.1.0\nb 1.0.0\nc 1.0.0"

/// A lock in another form than pnpm's.
private struct Form: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// Changes the lock that pnpm wrote.
  var edit: @Sendable (String) -> String
  /// A part of the first different line.
  var line: String

  static let all = [
    Form(
      testDescription: "maps over several lines, as formatters write them",
      edit: { $0.replacing("resolution: {", with: "resolution:\n      {") }, line: "resolution:"),
    Form(
      testDescription: "no blank lines between packages",
      edit: { $0.replacing("\n\n  b@", with: "\n  b@") }, line: "  b@1.0.0:"),
    Form(
      testDescription: "a comment", edit: { "# ours\n" + $0 }, line: "# ours"),
    Form(
      testDescription: "an empty section",
      edit: { $0.replacing("  .:\n", with: "  .:\n    devDependencies: {}\n") },
      line: "devDependencies"),
    Form(
      testDescription: "double quotes",
      edit: { $0.replacing("'9.0'", with: "\"9.0\"") }, line: "\"9.0\""),
    Form(
      testDescription: "no line break at the end", edit: { String($0.dropLast()) }, line: "c@1.0.0:"
    ),
    Form(
      testDescription: "line ends of Windows", edit: { $0.replacing("\n", with: "\r\n") },
      line: "lockfileVersion"),
    Form(
      testDescription: "another order of packages",
      edit: {
        $0.replacing("  b@1.0.0: {}\n\n  c@1.0.0: {}\n", with: "  c@1.0.0: {}\n\n  b@1.0.0: {}\n")
      },
      line: "c@1.0.0: {}"),
    Form(
      testDescription: "an unknown field between known ones",
      edit: { $0.replacing("settings:\n", with: "ours: 1\n\nsettings:\n") }, line: "ours: 1"),
  ]
}

@Suite struct `A lock in a form that pnpm doesn't write` {
  private func world() async throws -> World {
    let manifest = #"{"dependencies": {"a": "^1.0.0", "b": "^1.0.0", "c": "^1.0.0"}}"#
    return try await World(before, ["package.json": manifest]).after(.install)
  }

  @Test(arguments: Form.all)
  fileprivate func `is refused with the first line`(form: Form) async throws {
    var world = try await world().with(after)
    let lock = form.edit(try #require(world.files["pnpm-lock.yaml"]))
    #expect(lock != world.files["pnpm-lock.yaml"])
    world.files["pnpm-lock.yaml"] = lock
    let problem = await #expect(throws: Problem.self) { try await world.after(.update("a")) }
    #expect(problem?.kind == .refused)
    let location = try #require(problem?.location)
    let lines = lock.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[location.line - 1].contains(form.line), "\(location.line)")
    // An install with nothing to do leaves the lock alone.
    #expect(try await world.after(.install).files == world.files)
  }

  @Test func `can have the sections of pnpm 9, which tell the version`() async throws {
    let manifest =
      #"{"dependencies": {"a": "^1.0.0"}, "devDependencies": {"b": "^1.0.0"}, "#
      + #""optionalDependencies": {"c": "^1.0.0"}}"#
    for (version, expected) in [("9.15.9", 9), ("10.34.5", 11)] {
      let world = try await World(before, ["package.json": manifest], pnpm: version)
        .after(.install)
      let project = try #require(try await world.open() as? JavaScriptProject<PnpmSources>)
      #expect(try project.sources.version(Toolchain()).major == expected)
      var newer = world.with(after)
      newer.version = "10.34.5"
      #expect(try await newer.after(.update("a")).locked == ["a@1.1.0", "b@1.0.0", "c@1.0.0"])
    }
  }
}

@Suite struct `Package extensions that pnpm has built in` {
  private static let volar = "@volar/typescript@*"

  @Test(arguments: [
    ("9.15.9", [false, false, false, false]), ("10.34.5", [true, false, false, false]),
    ("11.18.0", [true, true, false, false]), ("11.19.0", [true, true, true, false]),
    ("11.22.0", [true, true, true, true]), ("11", [true, true, true, true]),
  ])
  func `depend on its version`(pnpm: String, expected: [Bool]) throws {
    let selectors = BuiltInExtensions.of(try PnpmVersion(pnpm, at: nil)).map(\.selector)
    let names = [
      "eslint-import-resolver-vite@<2.0.1", "@fastify/type-provider-typebox@^4.0.0", Self.volar,
      "@angular/build@*",
    ]
    #expect(names.map(selectors.contains) == expected)
    #expect(selectors.contains("debug@<4.2.0"))
  }

  /// Versions before 11.19 don't add the peer, so an update with them must not either.
  @Test(arguments: [("10.34.5", 11), ("11.0.0", 11), ("11.22.0", 11)])
  func `show in a lock which version wrote it`(pnpm: String, major: Int) async throws {
    let manifest =
      #"{"dependencies": {"@volar/typescript": "^1.0.0", "a": "^1.0.0", "typescript": "^1.0.0"}}"#
    let registry = "@volar/typescript 1.0.0\na 1.0.0\ntypescript 1.0.0"
    let world = try await World(registry, ["package.json": manifest], pnpm: pnpm).after(.install)
    let hasPeer = pnpm == "11.22.0"
    #expect(world.locked.contains("@volar/typescript@1.0.0(typescript@1.0.0)") == hasPeer)
    let project = try #require(try await world.open() as? JavaScriptProject<PnpmSources>)
    let version = try project.sources.version(Toolchain())
    #expect(version.major == major)
    #expect(version.isAtLeast((11, 19)) == hasPeer)
  }
}
