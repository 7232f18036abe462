import Ecosystem
import HTTP
import Testing
import Text
import Versioning

@testable import JavaScript
@testable import NPM

@Suite struct `Projects and their dependencies` {
  @Test func `a manifest with a lock, or without a manifest above, is a project`() {
    let npm = World("", [:]).npm
    let projects = npm.discover(in: [
      "package.json", "package-lock.json", "packages/a/package.json", "site/package.json",
      "site/yarn.lock", "site/npm-shrinkwrap.json", "node_modules/x/package.json",
      "x.package.json",
    ])
    #expect(projects.map(\.directory) == ["/", "/site"])
    #expect(projects.map(\.lock) == ["package-lock.json", "site/npm-shrinkwrap.json"])
  }

  private func read(_ files: [String: String]) async throws -> [Dependency] {
    let world = World("", files)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    let all = try await opened.dependencies()
    // Some names have the same dependencies alone as among all.
    for names in [Set(all.prefix(1).map(\.name)), Set(all.suffix(1).map(\.name)), ["unknown"]] {
      #expect(
        try await opened.dependencies(named: names) == all.filter { names.contains($0.name) })
    }
    return all
  }

  @Test func `direct dependencies come first, with their locked versions`() async throws {
    let lock = #"""
      {"lockfileVersion": 3, "packages": {
        "node_modules/b": {"version": "1.2.0", "dev": true},
        "node_modules/deep": {"version": "3.0.0", "dev": true},
        "node_modules/a": {"version": "2.0.0"}, "node_modules/a/node_modules/deep": {"version": "1.0.0"},
        "node_modules/w": {"link": true, "resolved": "w"}, "w": {}}}
      """#
    let dependencies = try await read([
      "package.json":
        #"{"dependencies": {"a": "^2", "g": "github:x/y", "w": "file:w"}, "devDependencies": {"b": "1"}}"#,
      "package-lock.json": lock, "w/package.json": "{}",
    ])
    #expect(dependencies.map(\.name) == ["a", "b", "g", "deep"])
    #expect(dependencies.map(\.current) == ["2.0.0", "1.2.0", nil, "1.0.0"])
    #expect(dependencies.map(\.copies) == [[], [], [], ["3.0.0"]])
    #expect(dependencies.map(\.group) == [.production, .development, .production, .production])
    #expect(dependencies[2].problem?.kind == .refused)
    #expect(dependencies[0].location?.description == "package.json:1:24")
  }

  @Test func `indirect dependencies have the requirements of their dependents`() async throws {
    let lock = #"""
      {"lockfileVersion": 3, "packages": {
        "node_modules/a": {"version": "1.0.0", "dependencies": {"c": "^1.0.0"}},
        "node_modules/b": {"version": "1.0.0", "peerDependencies": {"c": "1.0.x || 1.1.x"}},
        "node_modules/d": {"version": "1.0.0", "dependencies": {"c": "^2.0.0"}},
        "node_modules/d/node_modules/c": {"version": "2.0.0"},
        "node_modules/c": {"version": "1.0.0"}}}
      """#
    let world = World(
      "c 1.0.0\nc 1.1.0\nc 1.2.0\nc 2.0.0\nc 2.1.0",
      [
        "package.json": #"{"dependencies": {"a": "1", "b": "1", "d": "1"}}"#,
        "package-lock.json": lock,
      ])
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    let found = try await opened.dependencies().first { $0.name == "c" }
    let dependency = try #require(found)
    #expect(dependency.bounds == ["1.0.x || 1.1.x", "^1.0.0", "^2.0.0"])
    let releases = try await opened.releases(of: dependency)
    #expect(releases.filter(\.satisfiesRequirement).map(\.version) == ["1.0.0", "1.1.0"])
  }

  @Test(arguments: [
    (#"{"a": {"c": "1.0.0"}}"#, ["1.0.0"]), (#"{"x": {"c": "1.0.0"}}"#, ["1.0.0", "1.1.0"]),
    (#"{"a": {"c@2": "1.0.0"}}"#, ["1.0.0", "1.1.0"]),
    (#"{"a": {"b": {"c": "1.0.0"}}}"#, ["1.0.0"]),
  ])
  func `an override below a package bounds its dependencies`(
    overrides: String, expected: [String]
  ) async throws {
    let lock = #"""
      {"lockfileVersion": 3, "packages": {
        "node_modules/a": {"version": "1.0.0", "dependencies": {"b": "1"}},
        "node_modules/b": {"version": "1.0.0", "dependencies": {"c": "^1.0.0"}},
        "node_modules/c": {"version": "1.0.0"}}}
      """#
    let world = World(
      "c 1.0.0\nc 1.1.0\nc 2.0.0",
      [
        "package.json": #"{"dependencies": {"a": "1"}, "overrides": \#(overrides)}"#,
        "package-lock.json": lock,
      ])
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    let dependency = try #require(try await opened.dependencies().first { $0.name == "c" })
    let releases = try await opened.releases(of: dependency)
    #expect(releases.filter(\.satisfiesRequirement).map(\.version) == expected)
  }

  @Test func `a scope with its own registry, of the project or the operator, is private`()
    async throws
  {
    let files = [
      "package.json":
        #"{"dependencies": {"@acme/a": "1", "@own/b": "1", "@types/c": "1", "d": "1"}}"#,
      ".npmrc": "@own:registry=https://npm.own.dev/\n@types:registry=https://registry.npmjs.org/\n",
    ]
    let world = World("", files)
    let npm = NPMEcosystem(
      http: world.client, scopes: ["@acme": "https://npm.acme.dev/", "@own": "https://x.dev/"])
    let project = try #require(npm.discover(in: world.tree.paths).first)
    let dependencies = try await npm.open(project, in: world.tree).dependencies()
    #expect(dependencies.map(\.isPrivate) == [true, true, false, false])
    #expect(
      dependencies.map(\.source) == [
        "https://npm.acme.dev/@acme%2fa", "https://npm.own.dev/@own%2fb",
        "https://www.npmjs.com/package/@types/c", "https://www.npmjs.com/package/d",
      ])
  }

  @Test func `a scope is requested from the operator's registry`() async throws {
    let world = World("", ["package.json": #"{"dependencies": {"@acme/a": "1"}}"#])
    let client = Client { (request) throws(HTTPError) in
      let isThere = request.url == "https://npm.acme.dev/npm/@acme%2fa"
      let body =
        #"{"name": "@acme/a", "dist-tags": {}, "versions": {"1.0.0": {"name": "@acme/a", "version": "1.0.0", "dist": {}}}}"#
      return Response(status: isThere ? 200 : 404, body: isThere ? Array(body.utf8) : [])
    }
    let npm = NPMEcosystem(http: client, scopes: ["@acme": "https://npm.acme.dev/npm/"])
    let project = try #require(npm.discover(in: world.tree.paths).first)
    let opened = try await npm.open(project, in: world.tree)
    let dependency = try #require(try await opened.dependencies().first)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map(\.version) == ["1.0.0"])
  }

  /// Anybody can publish the name of a private package in the public registry.
  @Test(
    arguments: [
      ([:], "", "is locked from https://npm.acme.dev, but would be requested from"),
      (["": "https://npm.acme.dev/"], "", nil),
      (
        ["": "https://npm.acme.dev/"], "registry=https://registry.npmjs.org/\n",
        "is locked from https://npm.acme.dev, but would be requested from"
      ),
    ] as [([String: String], String, String?)])
  func `a package of another host is refused, unless that is the repository's default`(
    scopes: [String: String], npmrc: String, message: String?
  ) async throws {
    let lock = #"""
      {"lockfileVersion": 3, "packages": {"": {"dependencies": {"own": "1"}},
        "node_modules/own": {"version": "1.0.0",
          "resolved": "https://npm.acme.dev/own/-/own-1.0.0.tgz"}}}
      """#
    let world = World(
      "",
      [
        "package.json": #"{"dependencies": {"own": "1"}}"#, "package-lock.json": lock,
        ".npmrc": npmrc,
      ])
    let npm = NPMEcosystem(http: world.client, scopes: scopes)
    let project = try #require(npm.discover(in: world.tree.paths).first)
    let found = try await npm.open(project, in: world.tree).dependencies().first
    if let message {
      #expect(found?.problem?.message.hasPrefix(message) == true)
    } else {
      #expect(found?.problem == nil)
      #expect(found?.source == "https://npm.acme.dev/own")
    }
  }

  @Test func `a lock of another tool that stays behind is named`() async throws {
    let world = World(
      "",
      [
        "package.json": #"{"packageManager": "npm@10.8.2"}"#, "bun.lock": "{}",
        "package-lock.json": #"{"lockfileVersion": 3, "packages": {}}"#,
      ])
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    #expect(
      opened.remarks == [
        "bun.lock isn't updated: the project uses npm, as packageManager of package.json says. "
          + "Update it with Bun, or remove it"
      ])
  }

  /// `c` is at the root, and an older copy below `a`.
  private func twoCopies(_ requirement: String) throws -> (World, Project) {
    let lock = #"""
      {"lockfileVersion": 3, "packages": {
        "": {"dependencies": {"a": "1", "c": "\#(requirement)"}},
        "node_modules/a": {"version": "1.0.0", "dependencies": {"c": "^1"}},
        "node_modules/a/node_modules/c": {"version": "1.0.0"},
        "node_modules/c": {"version": "2.0.0"}}}
      """#
    let world = World(
      "a 1.0.0: c ^1\nc 1.0.0\nc 1.0.1\nc 1.0.2\nc 2.0.0\nc 2.1.0",
      [
        "package.json": #"{"dependencies": {"a": "1", "c": "\#(requirement)"}}"#,
        "package-lock.json": lock,
      ])
    return (world, try #require(world.npm.discover(in: world.tree.paths).first))
  }

  @Test func `a release that is newer only than a copy has a step from the copy`() async throws {
    let (world, project) = try twoCopies("^2.0.0")
    let opened = try await world.npm.open(project, in: world.tree)
    let found = try await opened.dependencies().first { $0.name == "c" }
    let dependency = try #require(found)
    #expect(dependency.versions == ["2.0.0", "1.0.0"])
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map(\.step) == [nil, nil, nil, nil, .minor])
    #expect(releases.map(\.copyStep) == [nil, .patch, .patch, .major, nil])
  }

  @Test func `a fix moves every copy, and keeps a manifest that requires more`() async throws {
    let (world, project) = try twoCopies("^2.0.0")
    var options = UpdateOptions()
    options.staying = ["c": ["2.0.0"]]
    let goal = Goal.update([.init(name: "c", version: "1.0.1")], options)
    let change = try await world.npm.open(project, in: world.tree).change(toward: goal)
    #expect(change.files.map(\.path) == ["package-lock.json"])
    #expect(
      change.moves.map { "\($0.from ?? "") \($0.to ?? "")" } == ["1.0.0 1.0.1"])
  }

  @Test func `a fix of an older copy does not downgrade a newer one`() async throws {
    let (world, project) = try twoCopies("*")
    var options = UpdateOptions()
    options.staying = ["c": ["2.0.0"]]
    let goal = Goal.update([.init(name: "c", version: "1.0.1")], options)
    let change = try await world.npm.open(project, in: world.tree).change(toward: goal)
    #expect(change.moves.map { "\($0.from ?? "") \($0.to ?? "")" } == ["1.0.0 1.0.1"])
  }

  @Test func `a workspace that another one requires is not a dependency`() async throws {
    let dependencies = try await read([
      "package.json": #"{"workspaces": ["a", "b"]}"#,
      "a/package.json": #"{"name": "a", "version": "1.2.3"}"#,
      "b/package.json": #"{"name": "b", "dependencies": {"a": "^1.0.0", "x": "^1.0.0"}}"#,
      "package-lock.json": #"""
      {"lockfileVersion": 3, "packages": {
        "": {"workspaces": ["a", "b"]}, "a": {"version": "1.2.3"},
        "b": {"dependencies": {"a": "^1.0.0", "x": "^1.0.0"}},
        "node_modules/a": {"resolved": "a", "link": true},
        "node_modules/b": {"resolved": "b", "link": true},
        "node_modules/x": {"version": "1.0.0"}}}
      """#,
    ])
    #expect(dependencies.map(\.name) == ["x"])
  }

  @Test(arguments: [
    "# yarn lockfile v1\n\n\"a@^1.0.0\", a@1:\n  version \"1.5.0\"\n  resolved \"x\"\n",
    "__metadata:\n  version: 8\n\n\"a@npm:^1.0.0\":\n  version: 1.5.0\n  resolution: \"a@npm:1.5.0\"\n",
  ])
  func `the versions in Yarn's lock are read`(lock: String) async throws {
    let dependencies = try await read([
      "package.json": #"{"dependencies": {"a": "^1.0.0"}}"#, "yarn.lock": lock,
    ])
    #expect(dependencies.first?.current == "1.5.0")
  }

  @Test(arguments: [
    ["bun.lock": "{}"], ["bun.lockb": "\u{1}bun"],
    ["package.json": #"{"packageManager": "bun@1.2.0", "dependencies": {"a": "^1.0.0"}}"#],
    [
      "package.json": #"{"packageManager": "bun@1.2.0", "dependencies": {"a": "^1.0.0"}}"#,
      "package-lock.json": #"{"lockfileVersion": 3, "packages": {}}"#,
    ],
  ])
  func `a project of Bun is refused by name in every command`(files: [String: String]) async throws
  {
    let manifest = ["package.json": #"{"dependencies": {"a": "^1.0.0"}}"#]
    let world = World("a 1.0.0\na 2.0.0", manifest.merging(files) { $1 })
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let problem = await #expect(throws: Problem.self) {
      try await world.npm.open(project, in: world.tree)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("Bun") == true)
    #expect(problem?.location != nil)
  }

  @Test(arguments: [
    (["pnpm-lock.yaml", "yarn.lock"], "yarn.lock"), (["bun.lock", "yarn.lock"], "yarn.lock"),
    (["package-lock.json", "bun.lock"], "bun.lock"),
    (["package-lock.json", "yarn.lock"], "yarn.lock"),
  ])
  func `a project with locks of two tools is refused by name in every command`(
    locks: [String], second: String
  ) async throws {
    var files = ["package.json": #"{"dependencies": {"a": "^1.0.0"}}"#]
    for lock in locks { files[lock] = "" }
    let world = World("a 1.0.0\na 2.0.0", files)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let problem = await #expect(throws: Problem.self) {
      try await world.npm.open(project, in: world.tree)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == second)
    #expect(problem?.message.contains("is a second lock beside \(locks[0])") == true)
  }

  @Test(arguments: ["bun.lock", "bun.lockb", "yarn.lock"])
  func `a lock of another tool is refused by name for writing`(lock: String) async throws {
    let world = World(
      "a 1.0.0\na 2.0.0",
      ["package.json": #"{"dependencies": {"a": "^1.0.0"}}"#, lock: "{}"])
    for goal in [Goal.update("a", "2.0.0"), .update("a"), .install] {
      let problem = await #expect(throws: Problem.self) { try await world.change(goal) }
      #expect(problem?.kind == .refused)
      #expect(problem?.subject == lock)
    }
  }

  @Test func `the last of several values of a key counts, as for npm`() async throws {
    let world = try await World(
      "a 1.0.0\na 1.1.0\na 2.0.0\nb 1.0.0",
      [
        "package.json":
          #"{"dependencies": {"b": "^1.0.0"}, "dependencies": {"a": "^2.0.0", "a": "^1.0.0"}}"#,
        "package-lock.json":
          #"{"lockfileVersion": 3, "lockfileVersion": 2, "packages": {"": {}, "": {}}}"#,
      ]
    ).after(.update("a", "2.0.0"))
    #expect(
      world.files["package.json"]
        == #"{"dependencies": {"b": "^1.0.0"}, "dependencies": {"a": "^2.0.0", "a": "^2.0.0"}}"#)
    #expect(world.locked == ["a@2.0.0"])
  }

  @Test func `why says which version a tag means`() async throws {
    let world = try await World(
      "c 1.0.0\nc 2.0.0", ["package.json": #"{"dependencies": {"c": "latest"}}"#]
    ).after(.install)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let lines = try await world.npm.open(project, in: world.tree).explain("c", version: "1.0.0")
    #expect(
      lines.prefix(2) == [
        "c@2.0.0 is at node_modules/c.", "The project wants c@latest, which is 2.0.0.",
      ])
  }

  @Test func `why lists dependents and the requirements that exclude a version`() async throws {
    let world = try await World(
      "a 1.0.0: c ^1\nc 1.0.0\nc 2.0.0",
      ["package.json": #"{"dependencies": {"a": "1"}}"#]
    ).after(.install)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let lines = try await world.npm.open(project, in: world.tree).explain("c", version: "2.0.0")
    #expect(
      lines == [
        "c@1.0.0 is at node_modules/c.", "a@1.0.0 wants c@^1, which excludes 2.0.0.",
        "The project wants a@1.", "c@2.0.0 cannot be placed in this tree.",
        "The packages that depend on c get 1.0.0 instead.",
      ])
  }
}
