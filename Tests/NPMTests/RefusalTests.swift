import Ecosystem
import JSON
import Testing

@testable import JavaScript
@testable import NPM

@Suite struct `Refusals by name` {
  @Test(arguments: [
    (["package.json": #"{"dependencies": {"a": "github:x/y"}}"#], "git repository"),
    (["package.json": #"{"dependencies": {"a": "https://x.org/a.tgz"}}"#], "tarball's URL"),
    (["package.json": #"{"dependencies": {"a": "file:a.tgz"}}"#], "tarball in the repository"),
    (["package.json": #"{"dependencies": {"a": "file:../../out"}}"#], "leads out"),
    (["package.json": "{}", "yarn.lock": "# yarn lockfile v1\n"], "Yarn's lock"),
    (["package.json": "{}", ".npmrc": "install-strategy=nested\n"], "setting"),
    (["package.json": "{}", ".npmrc": "force=true\n"], "setting"),
    (["package.json": "{}", ".npmrc": "min-release-age=soon\n"], "number of days"),
    (["package.json": #"{"workspaces": ["[ab]"]}"#], "workspace pattern"),
    (
      ["package.json": "{}", "package-lock.json": #"{"lockfileVersion": 9, "packages": {}}"#],
      "lockfileVersion"
    ),
    (["package.json": "{\n<<<<<<< HEAD\n}"], "merge conflict marks"),
  ])
  func `an unsupported construct`(files: [String: String], message: String) async throws {
    let world = World("", files)
    await #expect {
      try await world.change(.install)
    } throws: { error in
      guard let problem = error as? Problem else { return false }
      return problem.kind == .refused && problem.message.contains(message)
    }
  }

  @Test(arguments: [(#"{"ghost": "1"}"#, Problem.Kind.failed), (#"{"a": "7"}"#, .unsolvable)])
  func `a missing package is a failure, and a missing version has no solution`(
    specs: String, kind: Problem.Kind
  ) async throws {
    let world = World("a 1.0.0", ["package.json": #"{"dependencies": \#(specs)}"#])
    await #expect {
      try await world.change(.install)
    } throws: { ($0 as? Problem)?.kind == kind }
  }

  @Test(arguments: [
    "{", "[]", "", "\u{0}", #"{"a": "\ud800"}"#,
  ])
  func `a malformed manifest is an error`(text: String) async throws {
    let world = World("", ["package.json": text])
    await #expect {
      try await world.change(.install)
    } throws: { ($0 as? Problem)?.kind == .failed }
  }

  @Test(arguments: [
    #"{"lockfileVersion": 3, "packages": {"../x": {}, "node_modules/../y": {}}}"#,
    #"{"lockfileVersion": 3, "packages": {"node_modules/a": {"link": true, "resolved": "b"}}}"#,
    #"{"lockfileVersion": 3, "packages": {"node_modules/a": 1}}"#,
    #"{"lockfileVersion": 3, "packages": {"node_modules/a": {"version": 1}}}"#,
    #"{"lockfileVersion": "3", "packages": {}}"#,
    #"{"lockfileVersion": 3, "packages": {"node_modules/a": {"version": "1.0.0""#,
    "", "[]", "\u{0}",
    "{\n<<<<<<< HEAD\n}",
    #"{"lockfileVersion": 1, "dependencies": {"a": {"version": "github:a/b"}}, "requires": true}"#,
  ])
  func `an inconsistent lock is an error`(lock: String) async throws {
    let world = World("", ["package.json": "{}", "package-lock.json": lock])
    await #expect(throws: Problem.self) { try await world.change(.install) }
  }

  @Test func `a package with a shrinkwrap`() async throws {
    var world = World("a 1.0.0: b 1\nb 1.0.0", ["package.json": #"{"dependencies": {"a": "1"}}"#])
    world.edit("a", "1.0.0") { $0["_hasShrinkwrap"] = true }
    let problem = await #expect(throws: Problem.self) { try await world.change(.install) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("shrinkwrap") == true)
  }

  @Test func `an optional package is kept if its registry does not respond`() async throws {
    let world = World("", ["package.json": #"{"optionalDependencies": {"_bad name": "1"}}"#])
    await #expect(throws: Problem.self) { try await world.change(.install) }
  }
}
