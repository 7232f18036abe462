import Ecosystem
import JSON
import Testing

@testable import JavaScript
@testable import NPM

/// Workspaces whose members are called after their folders: `workspace(["a": "x ^1.0.0"])`.
private func workspace(
  _ registry: String, root: String = "", _ members: [String: String]
) async throws -> World {
  var files = [
    "package.json": #"{"name": "root", "private": true, "workspaces": ["packages/*"], \#(root)}"#
  ]
  for (name, rest) in members {
    files["packages/\(name)/package.json"] =
      #"{"name": "\#(name)", "version": "1.0.0", \#(rest)}"#
  }
  return try await World(registry, files).after(.install)
}

extension World {
  fileprivate func publishing(_ packages: String) -> World {
    var world = self
    for (name, document) in World(packages, [:]).registry { world.registry[name] = document }
    return world
  }

  fileprivate func dependencies() async throws -> [Dependency] {
    let project = try #require(npm.discover(in: tree.paths).first)
    return try await npm.open(project, in: tree).dependencies()
  }

  /// The locked copies of `react`, sorted.
  fileprivate var copies: [String] { locked.filter { $0.contains("react@") }.sorted() }

  /// The state after one dependency was updated, by its identity.
  fileprivate func after(_ id: String, _ version: String) async throws -> World {
    let dependency = try #require(await dependencies().first { $0.id == id })
    return try await after(.update([dependency.target(version)], UpdateOptions()))
  }

  fileprivate func change(_ id: String, _ version: String) async throws -> Change {
    let dependency = try #require(await dependencies().first { $0.id == id })
    return try await change(.update([dependency.target(version)], UpdateOptions()))
  }
}

private let react = """
  react 16.14.0
  react 17.0.0
  react 18.2.0
  react 18.3.0
  """

@Suite struct `Requirements of several manifests` {
  @Test func `of another major version are a dependency of their own`() async throws {
    let world = try await workspace(
      react, root: #""devDependencies": {"react": "18.2.0"}"#,
      [
        "a": #""devDependencies": {"react": "^16.0.0"}"#,
        "b": #""dependencies": {"react": "~18.2.0"}"#,
      ])
    let found = try await world.dependencies()
    #expect(found.map(\.id) == ["react", "react@16"])
    #expect(found.map(\.current) == ["18.2.0", "16.14.0"])
    #expect(found.map(\.copies) == [[], []])
    // One manifest needs it in production.
    #expect(found.map(\.group) == [.production, .production])
    #expect(found[0].requirements.map(\.manifest) == ["package.json", "packages/b/package.json"])
    #expect(found[1].requirements.map(\.text) == ["^16.0.0"])
  }

  @Test func `of one major version are one dependency at the oldest version`() async throws {
    let world = try await workspace(
      react, root: #""dependencies": {"react": "^18.3.0"}"#,
      ["a": #""dependencies": {"react": "18.2.0"}"#])
    let found = try await world.dependencies()
    #expect(found.map(\.id) == ["react"])
    #expect(found.map(\.current) == ["18.2.0"])
    #expect(found.map(\.copies) == [["18.3.0"]])
    let change = try await world.change("react", "18.3.0")
    // The root's requirement is at the version already.
    #expect(change.requirements.map(\.file) == ["packages/a/package.json"])
    #expect(change.moves.map { "\($0.from ?? "") \($0.to ?? "")" } == ["18.2.0 18.3.0"])
  }

  @Test func `that a member serves aren't taken for those of another copy`() async throws {
    let world = try await workspace(
      "b 0.9.0\nb 0.9.5", root: #""dependencies": {"b": "^1.0.0"}"#,
      ["a": #""dependencies": {"b": "^0.9.0"}"#, "b": #""private": true"#])
    let found = try await world.dependencies()
    #expect(found.map(\.requirement) == ["^0.9.0"])
    #expect(found.flatMap(\.requirements).map(\.manifest) == ["packages/a/package.json"])
  }

  @Test(arguments: ["^18.0.0", ">=18.0.0", "18.x"])
  func `move to an older version that they allow`(range: String) async throws {
    let world = try await workspace(
      react + "\nview 1.0.0: react ^18.0.0",
      root: #""dependencies": {"react": "\#(range)", "view": "^1.0.0"}"#, [:])
    let target = Goal.Target(name: "react", version: "18.2.0")
    let after = try await world.after(.update([target], UpdateOptions()))
    #expect(after.locked == ["react@18.2.0", "view@1.0.0"])
    #expect(after.files["package.json"] == world.files["package.json"])
    #expect(try await world.after("react", "18.2.0").copies == ["react@18.2.0"])
  }

  @Test func `that exclude a version stay alone if edits are forbidden`() async throws {
    let world = try await workspace(
      "react 18.2.0", root: #""dependencies": {"react": "^18.0.0"}"#,
      ["a": #""dependencies": {"react": "18.2.0"}"#]
    ).publishing(react)
    var options = UpdateOptions()
    options.strategy = .lockfileOnly
    let dependency = try #require(await world.dependencies().first)
    let after = try await world.after(.update([dependency.target("18.3.0")], options))
    #expect(after.copies == ["packages/a/react@18.2.0", "react@18.3.0"])
    let rest = try #require(await after.dependencies().first)
    let error = await #expect(throws: Problem.self) {
      try await after.change(.update([rest.target("18.3.0")], options))
    }
    #expect(error?.message.hasPrefix("excludes 18.3.0") == true)
  }

  @Test func `of others stay when one moves to an older version`() async throws {
    let world = try await workspace(
      react, root: #""dependencies": {"react": "^18.0.0"}"#,
      ["a": #""dependencies": {"react": "^18.3.0"}"#])
    #expect(world.copies == ["react@18.3.0"])
    let target = Goal.Target(name: "react", version: "18.2.0")
    let after = try await world.after(.update([target], UpdateOptions()))
    #expect(after.copies == ["packages/a/react@18.3.0", "react@18.2.0"])
  }

  @Test func `of another major version stay when one moves`() async throws {
    let world = try await workspace(
      react, root: #""dependencies": {"react": "18.2.0"}"#,
      ["a": #""dependencies": {"react": "^16.0.0"}"#])
    let root = try await world.after("react", "18.3.0")
    #expect(root.copies == ["packages/a/react@16.14.0", "react@18.3.0"])
    #expect(root.files["packages/a/package.json"]?.contains("^16.0.0") == true)
    let member = try await world.after("react@16", "17.0.0")
    #expect(member.copies == ["packages/a/react@17.0.0", "react@18.2.0"])
  }

  @Test func `move to the version that others have already`() async throws {
    let world = try await workspace(
      react, root: #""dependencies": {"react": "18.2.0"}"#,
      ["a": #""dependencies": {"react": "~16.14.0"}"#])
    let change = try await world.change("react@16", "18.2.0")
    #expect(
      change.requirements == [
        RequirementEdit(
          name: "react", file: "packages/a/package.json", before: "~16.14.0", after: "~18.2.0")
      ])
    #expect(change.moves.map { "\($0.from ?? "") \($0.to ?? "")" } == ["16.14.0 18.2.0"])
  }

  @Test func `that are moved together keep their own versions`() async throws {
    let world = try await workspace(
      "react 16.13.0\nreact 18.2.0", root: #""dependencies": {"react": "18.2.0"}"#,
      ["a": #""dependencies": {"react": "16.13.0"}"#]
    ).publishing(react.replacing("react 16.14.0", with: "react 16.13.0\nreact 16.14.0"))
    let targets = try await world.dependencies().map { dependency in
      dependency.target(dependency.id == "react" ? "18.3.0" : "16.14.0")
    }
    let after = try await world.after(.update(targets, UpdateOptions()))
    #expect(after.copies == ["packages/a/react@16.14.0", "react@18.3.0"])
  }

  @Test func `of which one would move against its own range stay`() async throws {
    // Only an update of the copies by their name reaches 18.3.0, and `*` would follow to it.
    let world = try await workspace(
      "react 16.14.0\nreact 18.2.0", root: #""dependencies": {"react": "^18.0.0"}"#,
      ["a": #""dependencies": {"react": "^16.0.0"}"#]
    ).publishing("react 16.14.0\nreact 16.15.0\nreact 18.2.0\nreact 18.3.0")
    let dependency = try #require(await world.dependencies().first { $0.id == "react" })
    var options = UpdateOptions()
    options.strategy = .lockfileOnly
    let after = try await world.after(.update([dependency.target("18.3.0")], options))
    #expect(after.copies == ["packages/a/react@16.14.0", "react@18.3.0"])
  }
}

@Suite struct `Ranges of peerDependencies` {
  private func library(_ rest: String, _ packages: String = react) async throws -> World {
    try await World(packages, ["package.json": #"{"name": "lib", "version": "1.0.0", \#(rest)}"#])
      .after(.install)
  }

  @Test func `stay beside a development dependency that moves`() async throws {
    let world = try await library(
      #""peerDependencies": {"react": "^16.0.0"}, "devDependencies": {"react": "^16.14.0"}"#)
    let change = try await world.change("react", "18.3.0")
    #expect(change.requirements.map(\.after) == ["^18.3.0"])
    let manifest = try #require(change.files.first { $0.path == "package.json" }?.after)
    let text = String(decoding: manifest, as: UTF8.self)
    #expect(text.contains(#""peerDependencies": {"react": "^16.0.0"}"#))
  }

  @Test func `are not replaced if nothing else requires the package`() async throws {
    let world = try await library(#""peerDependencies": {"react": "^16.0.0"}"#)
    await #expect(throws: Problem.self) { try await world.change("react", "18.3.0") }
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    let dependency = try #require(try await opened.dependencies().first)
    let release = try await opened.releases(of: dependency).first { $0.version == "18.3.0" }
    #expect(
      release?.untested == "is outside of a range of peerDependencies, "
        + "which only 'versioning-strategy: widen' extends")
  }

  @Test func `are widened if that is the strategy, and only by a version outside`() async throws {
    let world = try await library(
      #""peerDependencies": {"react": "^16.0.0"}, "devDependencies": {"react": "^16.14.0"}"#)
    let dependency = try #require(await world.dependencies().first)
    var options = UpdateOptions()
    options.strategy = .widen
    let change = try await world.change(.update([dependency.target("18.3.0")], options))
    #expect(
      change.requirements.map(\.after) == ["^16.0.0 || ^18.3.0", "^16.14.0 || ^18.3.0"])
    let inside = try await library(
      #""peerDependencies": {"react": "^18.0.0"}, "devDependencies": {"react": "18.2.0"}"#)
    let other = try #require(await inside.dependencies().first)
    let second = try await inside.change(.update([other.target("18.3.0")], options))
    #expect(second.requirements.map(\.before) == ["18.2.0"])
  }

  @Test func `of a published member are widened`() async throws {
    var world = try await workspace(
      react, root: #""devDependencies": {"react": "18.2.0"}"#,
      [
        "ui":
          #""description": "UI kit", "peerDependencies": {"react": "^18.0.0"}"#
      ])
    world.registry["react"] = World(react + "\nreact 19.0.0", [:]).registry["react"]
    // The member's range stays, so npm finds no tree.
    await #expect(throws: Problem.self) { try await world.change("react", "19.0.0") }
    var published = World("ui 1.0.0", [:])
    published.edit("ui", "1.0.0") { $0["description"] = "UI kit" }
    world.registry["ui"] = published.registry["ui"]
    let change = try await world.change("react", "19.0.0")
    #expect(change.requirements.map(\.after) == ["^18.0.0 || ^19.0.0", "19.0.0"])
  }
}

@Suite struct `Locks that npm ci accepts` {
  private let old = "react 17.0.0\ndom 17.0.0: peer react 17.0.0"
  private let new = """
    react 17.0.0
    react 18.0.0
    dom 17.0.0: peer react 17.0.0
    dom 18.0.0: peer react ^18.0.0
    """

  @Test func `are those of packages that move together`() async throws {
    var world = try await World(
      old, ["package.json": #"{"dependencies": {"react": "^17.0.0", "dom": "^17.0.0"}}"#]
    ).after(.install)
    world.registry = World(new, [:]).registry
    // One alone has no solution; the run then asks what has to move with it.
    await #expect(throws: Problem.self) { try await world.change("react", "18.0.0") }
    let dependency = try #require(await world.dependencies().first { $0.name == "react" })
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let coupled = try await world.npm.open(project, in: world.tree)
      .coupled(with: dependency.target("18.0.0"))
    #expect(coupled.map { "\($0.name)@\($0.version ?? "")" } == ["dom@18.0.0"])
  }
}

@Suite struct `A family with exact peers` {
  private func family(_ version: String) -> String {
    """
    @ng/core \(version): peer @ng/compiler \(version)
    @ng/compiler \(version)
    @ng/common \(version): peer @ng/core \(version)
    """
  }

  @Test func `moves together, on the command line and in pull requests`() async throws {
    let manifest =
      #"{"dependencies": {"@ng/core": "^2.0.0", "@ng/compiler": "^2.0.0", "@ng/common": "^2.0.0"}}"#
    var world = try await World(family("2.0.0"), ["package.json": manifest]).after(.install)
    world.registry = World(family("2.0.0") + "\n" + family("2.1.0"), [:]).registry
    let moved = ["@ng/common@2.1.0", "@ng/compiler@2.1.0", "@ng/core@2.1.0"]
    #expect(try await world.after(.update("@ng/core", "2.1.0")).locked == moved)
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let coupled = try await world.npm.open(project, in: world.tree)
      .coupled(with: Goal.Target(name: "@ng/core", version: "2.1.0"))
    #expect(coupled.map(\.name).sorted() == ["@ng/common", "@ng/compiler"])
  }
}

@Suite struct `Packages of other hosts` {
  @Test func `are not requested from the public registry`() async throws {
    var world = try await World("a 1.0.0", ["package.json": #"{"dependencies": {"a": "1"}}"#])
      .after(.install)
    #expect(try await world.dependencies().map(\.problem) == [nil])
    world.files["package-lock.json"] = world.files["package-lock.json"]?
      .replacing("https://registry.npmjs.org/", with: "https://npm.acme.dev/")
    let problem = try await world.dependencies().first?.problem
    #expect(problem?.message.hasPrefix("is locked from https://npm.acme.dev") == true)
    world.files[".npmrc"] = "registry=https://npm.acme.dev/\n"
    #expect(try await world.dependencies().map(\.problem) == [nil])
  }

  @Test func `of a tarball are reported once, and not as a failure`() async throws {
    let world = World(
      "",
      [
        "package.json": #"{"dependencies": {"x": "https://cdn.dev/y-1.0.0.tgz"}}"#,
        "package-lock.json": #"""
        {"lockfileVersion": 3, "packages": {"node_modules/x": {
          "name": "y", "version": "1.0.0", "resolved": "https://cdn.dev/y-1.0.0.tgz"}}}
        """#,
      ])
    let found = try await world.dependencies()
    #expect(found.map(\.name) == ["x"])
    #expect(found.map(\.isExternal) == [true])
  }

  @Test func `under the name of an alias don't fit the manifest`() async throws {
    let world = World(
      "",
      [
        "package.json": #"{"dependencies": {"x": "npm:@s/six@^6.0.0"}}"#,
        "package-lock.json":
          #"{"lockfileVersion": 3, "packages": {"node_modules/x": {"version": "6.0.3"}}}"#,
      ])
    let found = try await world.dependencies()
    #expect(
      found.map(\.problem?.message) == ["requires @s/six, but the lock has x under this name"])
  }
}
