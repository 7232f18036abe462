import Ecosystem
import JSON
import Testing
import Text

@testable import JavaScript
@testable import NPM

private let notMeasured =
  "not measured; locks are written as by the nearest version that is"

@Suite struct `The npm for which a lock is written` {
  private func world(_ files: [String: String], operators: String? = nil) -> World {
    var world = World("a 1.0.0\na 1.1.0", ["package.json": "{}"].merging(files) { $1 })
    world.toolchain = Toolchain()
    if let operators { world.toolchain[.npm] = operators }
    return world
  }

  private func npm(_ files: [String: String], operators: String? = nil) async throws -> String? {
    let world = world(files, operators: operators)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    return opened.toolVersions.first?.description
  }

  /// A lock with twenty entries.
  private static func lock(_ version: Int, _ field: String) -> [String: String] {
    let entries = (0..<20).map { #""node_modules/p\#($0)": {"version": "1.0.0"\#(field)}"# }
    let text = entries.joined(separator: ",")
    return [
      "package-lock.json": #"{"lockfileVersion": \#(version), "packages": {"": {}, \#(text)}}"#
    ]
  }

  @Test(
    arguments: [
      ([:], "npm 10.8.2, the default: no file names a version."),
      (
        ["package.json": "{\n  \"packageManager\": \"npm@11.6.2+sha512.x\"\n}"],
        "npm 11.6.2, as packageManager of package.json:2 says."
      ),
      (
        ["package.json": #"{"devEngines": {"packageManager": {"name": "npm", "version": "^8"}}}"#],
        "npm 8.19.4, as devEngines of package.json:1 says."
      ),
      ([".nvmrc": "24\n"], "npm 11.17.0, as .nvmrc:1 (Node 24) says."),
      ([".nvmrc": "24.11.1\n"], "npm 11.6.2, as .nvmrc:1 (Node 24.11.1) says."),
      ([".nvmrc": "24.14.0\n"], "npm 11.9.0, as .nvmrc:1 (Node 24.14.0) says."),
      ([".nvmrc": "26.1.0\n"], "npm 11.13.0, as .nvmrc:1 (Node 26.1.0) says."),
      ([".nvmrc": "lts/jod\n"], "npm 10.8.2, as .nvmrc:1 (Node 22) says."),
      ([".nvmrc": "16"], "npm 8.19.4, as .nvmrc:1 (Node 16) says."),
      ([".nvmrc": "23.99.0"], "npm 10.8.2, as .nvmrc:1 (Node 23.99.0) says."),
      ([".nvmrc": "24.1.0"], "npm 11.3.0, as .nvmrc:1 (Node 24.1.0) says: \(notMeasured)."),
      ([".nvmrc": "24.2.0"], "npm 11.3.0, as .nvmrc:1 (Node 24.2.0) says: \(notMeasured)."),
      (
        ["package.json": #"{"engines": {"node": "^24"}}"#],
        "npm 10.8.2, the default: no file names a version."
      ),
      (
        ["package.json": #"{"engines": {"npm": ">=7 <10"}}"#],
        "npm 9.9.4, as engines of package.json:1 says."
      ),
      (
        ["package.json": #"{"engines": {"npm": ">=8"}}"#],
        "npm 10.8.2, as engines of package.json:1 says."
      ),
      (Self.lock(3, #", "libc": ["glibc"]"#), "npm 11.19.0, as package-lock.json says."),
      (Self.lock(2, ""), "npm 8.19.4, as package-lock.json says."),
      (Self.lock(3, ""), "npm 9.9.4, as package-lock.json says."),
      (
        Self.lock(3, #", "license": "MIT""#), "npm 10.8.2, the default: no file names a version."
      ),
    ])
  func `is stated by the repository`(files: [String: String], text: String) async throws {
    #expect(try await npm(files) == text)
  }

  /// Node that is newer than the table has the npm of the nearest entry.
  @Test(
    arguments: [
      ("24.99.0", "npm 11.17.0"), ("26.99.0", "npm 11.19.0"), ("30.1.0", "npm 11.19.0"),
      ("30", "npm 11.19.0"),
    ])
  func `is the nearest known one of a newer Node`(node: String, npm: String) async throws {
    let text = try await self.npm([".nvmrc": node])
    #expect(
      text
        == "\(npm), as .nvmrc:1 (Node \(node)) says: the npm of Node \(node) is not known, this is "
        + "the nearest known one.")
  }

  @Test(arguments: [
    ("lts/*", "npm 11.17.0"), ("current", "npm 11.19.0"), ("node", "npm 11.19.0"),
  ])
  func `is that of the line that a name of Node means now`(node: String, npm: String) async throws {
    let text = try await self.npm([".nvmrc": node])
    #expect(
      text
        == "\(npm), as .nvmrc:1 (Node \(node)) says: \(node) means other versions later, so this "
        + "is not measured.")
  }

  @Test(
    arguments: [
      ([:], "npm 9.8.1, as the operator's file says."),
      ([".nvmrc": "24.11.1"], "npm 11.6.2, as .nvmrc:1 (Node 24.11.1) says."),
      ([".nvmrc": "30"], "npm 9.8.1, as the operator's file says."),
      (
        ["package.json": #"{"packageManager": "npm@8.12.1"}"#],
        "npm 8.12.1, as packageManager of package.json:1 says."
      ),
      (
        ["package.json": #"{"engines": {"npm": ">=8"}}"#],
        "npm 9.8.1, as the operator's file says."
      ),
      (
        ["package.json": #"{"engines": {"npm": ">=10"}}"#],
        "npm 10.8.2, as engines of package.json:1 says."
      ),
      (Self.lock(2, ""), "npm 9.8.1, as the operator's file says."),
    ])
  func `has the operator's as its default`(files: [String: String], text: String) async throws {
    #expect(try await npm(files, operators: "9.8.1") == text)
  }

  @Test(arguments: ["30", "27.0.0", "lts/*", "node", "current"])
  func `writes locks if only a name or a new line of Node decides on it`(
    node: String
  ) async throws {
    let world = world(["package.json": #"{"dependencies": {"a": "^1.0.0"}}"#, ".nvmrc": node])
    #expect(try await world.change(.install).moves.map(\.to) == ["1.1.0"])
  }

  @Test func `is that of the lock rather than that of a name of Node`() async throws {
    let files = Self.lock(2, "").merging([".nvmrc": "lts/*"]) { $1 }
    #expect(try await npm(files) == "npm 8.19.4, as package-lock.json says.")
    #expect(
      try await npm([".nvmrc": "lts/*"], operators: "9.8.1")
        == "npm 9.8.1, as the operator's file says.")
  }

  @Test(arguments: ["6.14.18", "7.24.2", "12.0.1"])
  func `is refused by name for writing if it is unknown`(version: String) async throws {
    let manifest = #"{"packageManager": "npm@\#(version)", "dependencies": {"a": "^1.0.0"}}"#
    let world = world(["package.json": manifest])
    for goal in [Goal.install, .update("a"), .update("a", "1.1.0")] {
      let problem = await #expect(throws: Problem.self) { try await world.change(goal) }
      #expect(problem?.kind == .refused)
      #expect(problem?.subject == "npm \(version)")
      #expect(problem?.location?.description == "package.json:1:20")
    }
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    let dependency = try #require(try await opened.dependencies().first)
    #expect(try await opened.releases(of: dependency).count == 2)
    #expect(try await !opened.explain("a", version: nil).isEmpty)
  }
}

extension `The npm for which a lock is written` {
  @Test(arguments: ["24.0.0", "24.1.0", "24.2.0"])
  func `of the first releases of Node 24 is written like its nearest relative`(
    node: String
  ) async throws {
    let manifest = #"{"dependencies": {"a": "^1.0.0"}}"#
    let world = world(["package.json": manifest, ".nvmrc": node])
    #expect(try await world.after(.update("a")).locked == ["a@1.1.0"])
  }

  @Test(arguments: ["11.5.1", "11.6.1", "11.10.0", "11.18.0", "11.19.1"])
  func `is written like its nearest relative, which reports say`(version: String) async throws {
    let manifest = #"{"packageManager": "npm@\#(version)", "dependencies": {"a": "^1.0.0"}}"#
    let files = ["package.json": manifest]
    #expect(try await world(files).after(.update("a")).locked == ["a@1.1.0"])
    #expect(
      try await npm(files)
        == "npm \(version), as packageManager of package.json:1 says: \(notMeasured).")
  }
}

@Suite struct `The lock of a version of npm` {
  private func lock(_ npm: String, _ files: [String: String] = [:]) async throws -> Document {
    var world = World("a 1.0.0", ["package.json": #"{"dependencies": {"a": "^1.0.0"}}"#])
    world.files.merge(files) { $1 }
    world.edit("a", "1.0.0") {
      $0["license"] = "MIT"
      $0["libc"] = ["glibc"]
    }
    world.toolchain[.npm] = npm
    let text = try await world.after(.install).files["package-lock.json"]
    return try Document(Array(try #require(text).utf8), named: "lock")
  }

  @Test(
    arguments: [
      ("8.12.1", 2, false, false), ("9.8.1", 3, false, false),
      ("10.7.0", 3, false, false), ("10.8.2", 3, true, false), ("11.6.2", 3, true, false),
      ("11.17.0", 3, true, true),
    ])
  func `has its format and fields`(
    npm: String, version: Int, hasLicense: Bool, hasLibc: Bool
  ) async throws {
    let ancient = #"{"lockfileVersion": 1, "requires": true, "dependencies": {}}"#
    for files in [[:], ["package-lock.json": ancient]] {
      let lock = try await lock(npm, files)
      #expect(lock.root["lockfileVersion"]?.int == version)
      let entry = lock.root["packages"]?["node_modules/a"]
      #expect((entry?["license"] != nil) == hasLicense)
      #expect((entry?["libc"] != nil) == hasLibc)
    }
  }

  @Test(arguments: [("10.8.2", ["a@1.0.0 optional"]), ("11.17.0", ["a@1.0.0 optional"])])
  func `leaves out an unavailable optional package`(npm: String, locked: [String]) async throws {
    var world = World(
      "a 1.0.0: optional ghost 1",
      ["package.json": #"{"optionalDependencies": {"a": "1", "ghost": "1"}}"#])
    world.toolchain[.npm] = npm
    #expect(try await world.after(.install).locked == locked)
  }

  @Test(arguments: [("10.8.2", []), ("11.17.0", ["a@1.0.0 optional"])] as [(String, [String])])
  func `keeps the dependents of an unavailable optional package since npm 11`(
    npm: String, locked: [String]
  ) async throws {
    var world = World(
      "a 1.0.0: ghost 1", ["package.json": #"{"optionalDependencies": {"a": "1"}}"#])
    world.toolchain[.npm] = npm
    #expect(try await world.after(.install).locked == locked)
  }
}
