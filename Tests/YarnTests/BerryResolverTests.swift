import Ecosystem
import JSON
import JavaScript
import TestSupport
import Testing
import Text

@testable import Yarn

private func files(_ members: String, rc: String? = nil) -> [String: String] {
  var files = [
    "package.json": "{\n  \"name\": \"app\",\n  \"version\": \"1.0.0\",\n  \(members)\n}\n",
    "yarn.lock": "",
  ]
  files[".yarnrc.yml"] = rc
  return files
}

extension World {
  /// Returns the world with another version in the manifest.
  fileprivate func replacing(_ old: String, _ new: String) -> World {
    var world = self
    world.files["package.json"] = files["package.json"]?.replacing(old, with: new)
    return world
  }

  /// The keys of a lock of Yarn 2 and later with their versions, sorted.
  fileprivate var entries: [String] {
    guard let text = files["yarn.lock"],
      let lock = try? BerryLock(SourceText(file: "yarn.lock", text))
    else { return [] }
    return lock.entries.map { entry in
      let key = entry.descriptors.map(\.description).sorted().joined(separator: ", ")
      return "\(key) \(entry.package.version ?? "-")"
    }.sorted()
  }
}

@Suite struct `Yarn 4` {
  private let registry = "a 1.0.0: b ^1.0.0\na 1.1.0: b ^1.0.0\na 2.0.0\nb 1.0.0\nb 1.1.0"

  @Test func `takes the newest version that fits`() async throws {
    var world = World(registry, files(#""dependencies": {"a": "^1.0.0"}"#), yarn: "4.9.2")
    world = try await world.after(.install)
    #expect(
      world.entries == ["a@npm:^1.0.0 1.1.0", "app@workspace:. -", "b@npm:^1.0.0 1.1.0"])
    #expect(world.files["yarn.lock"]?.contains("checksum: 10c0/") == true)
  }

  @Test func `edits the catalog instead of the manifest`() async throws {
    let rc = "# ranges\ncatalog:\n  \"a\": '^1.0.0' # old\n"
    var world = World(
      registry, files(#""dependencies": {"a": "catalog:"}"#, rc: rc), yarn: "4.18.0")
    world = try await world.after(.install)
    let manifest = world.files["package.json"]
    world = try await world.after(.update("a", "2.0.0"))
    #expect(world.files["package.json"] == manifest)
    #expect(world.files[".yarnrc.yml"] == "# ranges\ncatalog:\n  \"a\": '^2.0.0' # old\n")
    #expect(world.entries == ["a@npm:^2.0.0 2.0.0", "app@workspace:. -"])
  }

  @Test func `moves the ranges that allow the demanded version`() async throws {
    var world = World(
      "a 1.0.0", files(#""dependencies": {"a": "^1.0.0"}"#), yarn: "4.9.2")
    world = try await world.after(.install)
    var newer = World("a 1.0.0\na 1.1.0\na 1.2.0", world.files, yarn: "4.9.2")
    newer = try await newer.after(.update("a", "1.1.0"))
    #expect(newer.entries == ["a@npm:^1.0.0 1.1.0", "app@workspace:. -"])
  }

  @Test func `refuses what needs code or files of Yarn by name`() async throws {
    for (members, rc, subject) in [
      (
        #""dependencies": {"typescript": "^5.0.0"}"#, nil, "typescript"
      ),
      (#""dependencies": {"a": "exec:./a.js"}"#, nil, "a@exec:./a.js::locator=app%40workspace%3A."),
      (#""dependencies": {}"#, "plugins:\n  - ./mine.cjs\n", "./mine.cjs"),
      (
        #""dependencies": {"a": "1.0.0"}"#, "compressionLevel: 3\n", "compressionLevel"
      ),
    ] as [(String, String?, String)] {
      let world = World(
        registry + "\ntypescript 5.0.0", files(members, rc: rc), yarn: "4.9.2")
      let problem = await #expect(throws: Problem.self) { try await world.after(.install) }
      #expect(problem?.kind == .refused)
      #expect(problem?.subject == subject)
    }
  }

  @Test(arguments: [("3", "8c3"), ("9", "8c9"), ("0", "8c0"), ("mixed", "8"), ("10", nil)])
  func `follows the level of compression with Yarn 3`(level: String, key: String?) async throws {
    let files = files(
      #""dependencies": {"a": "1.0.0"}"#, rc: "compressionLevel: \(level)\n")
    let old = World(registry, files, yarn: "3.8.7")
    guard let key else {
      let problem = await #expect(throws: Problem.self) { try await old.after(.install) }
      #expect(problem?.subject == "compressionLevel")
      return
    }
    let new = try await old.after(.install)
    #expect(new.files["yarn.lock"]?.contains("  cacheKey: \(key)\n") == true)
  }

  @Test(arguments: ["4.19.0", "4.99.1"])
  func `writes the newest known form for a newer release`(version: String) async throws {
    let files = files(
      #""packageManager": "yarn@\#(version)", "dependencies": {"a": "^1.0.0"}"#)
    let newer = try await World(registry, files).after(.install)
    let known = try await World(registry, files).replacing(version, "4.18.0").after(.install)
    #expect(newer.entries == ["a@npm:^1.0.0 1.1.0", "app@workspace:. -", "b@npm:^1.0.0 1.1.0"])
    #expect(newer.files["yarn.lock"] == known.files["yarn.lock"])
  }

  @Test(arguments: ["3.1.1", "5.0.0", "6.1.0"])
  func `refuses releases whose locks are unknown`(version: String) async throws {
    for lock in ["", "__metadata:\n  version: 10\n  cacheKey: 10c0\n"] {
      var world = World(
        registry, files(#""packageManager": "yarn@\#(version)", "dependencies": {"a": "1.0.0"}"#))
      world.files["yarn.lock"] = lock
      let problem = await #expect(throws: Problem.self) { try await world.after(.install) }
      #expect(problem?.kind == .refused)
      #expect(
        problem?.message == "belongs to Yarn \(version), whose locks martlet doesn't write")
    }
  }

  @Test func `refuses a lock of another format`() async throws {
    var world = World(registry, files(#""dependencies": {"a": "^1.0.0"}"#))
    world.files["yarn.lock"] = "__metadata:\n  version: 4\n  cacheKey: 7\n"
    let problem = await #expect(throws: Problem.self) { try await world.open() }
    #expect(problem?.kind == .refused)
  }
}

@Suite struct `A project with locks of two tools` {
  private let locks = ["yarn.lock": "# yarn lockfile v1\n\n\n", "package-lock.json": "{}"]

  @Test(arguments: [("yarn@1.22.22", true), ("npm@10.8.2", false)])
  func `belongs to the tool that packageManager names`(
    manager: String, isYarn: Bool
  ) async throws {
    var world = World("", locks)
    world.files["package.json"] = #"{"packageManager": "\#(manager)"}"#
    let project = try #require(world.yarn.discover(in: world.tree.paths).first)
    #expect(try await world.yarn.serves(project, in: world.tree) == isYarn)
  }

  @Test func `isn't Yarn's without it`() async throws {
    var world = World("", locks)
    world.files["package.json"] = "{}"
    let project = try #require(world.yarn.discover(in: world.tree.paths).first)
    #expect(try await world.yarn.serves(project, in: world.tree) == false)
    let problem = await #expect(throws: Problem.self) {
      try await world.open().change(toward: .install)
    }
    #expect(problem?.kind == .refused)
  }
}

@Suite struct `A project without a lock` {
  @Test(arguments: [(nil, false), ("1.22.22", true)] as [(String?, Bool)])
  func `is Yarn's if the operator states a version`(version: String?, isYarn: Bool) async throws {
    let world = World("", ["package.json": "{}"], yarn: version)
    let project = try #require(world.yarn.discover(in: world.tree.paths).first)
    #expect(try await world.yarn.serves(project, in: world.tree) == isYarn)
  }

  @Test func `is Yarn's if it has a file that only Yarn reads`() async throws {
    let world = World("", ["package.json": "{}", ".yarnrc.yml": "nodeLinker: node-modules\n"])
    let project = try #require(world.yarn.discover(in: world.tree.paths).first)
    #expect(try await world.yarn.serves(project, in: world.tree))
  }
}

@Suite struct `A folder that portals lead to` {
  private static let files = [
    "package.json": #"{"name": "app", "private": true, "workspaces": ["packages/*"]}"#,
    "packages/b/package.json": #"{"name": "b", "dependencies": {"x": "portal:./x"}}"#,
    "packages/b/x/package.json": #"{"name": "x", "dependencies": {"y": "portal:../y"}}"#,
    "packages/b/y/package.json": #"{"name": "y", "bin": "right.js"}"#,
    "x/package.json": #"{"name": "x", "dependencies": {"z": "^1.0.0"}}"#,
    "y/package.json": #"{"name": "y", "bin": "wrong.js"}"#,
    "yarn.lock": "",
  ]

  @Test(arguments: ["3.8.7", "4.18.0"])
  func `is relative to the package that asks for it`(yarn: String) async throws {
    let lock = try await World("", Self.files, yarn: yarn).after(.install).files["yarn.lock"] ?? ""
    let parent = "x%40portal%3A.%2Fx%3A%3Alocator%3Db%2540workspace%253Apackages%252Fb"
    #expect(lock.contains("\"y@portal:../y::locator=\(parent)\":\n"))
    #expect(lock.contains("    y: right.js\n"))
  }

  @Test(arguments: ["/x", "../../../x"])
  func `is refused outside of the project`(path: String) async throws {
    var files = Self.files
    files["packages/b/package.json"] =
      #"{"name": "b", "dependencies": {"x": "portal:\#(path)"}}"#
    let problem = await #expect(throws: Problem.self) {
      try await World("", files, yarn: "4.18.0").after(.install)
    }
    #expect(problem?.kind == .refused)
  }

  @Test(.timeLimit(.minutes(10))) func `is refused if it leads to itself`() async throws {
    var files = Self.files
    files["packages/b/x/package.json"] = #"{"name": "x", "dependencies": {"x": "portal:."}}"#
    let problem = await #expect(throws: Problem.self) {
      try await World("", files, yarn: "4.18.0").after(.install)
    }
    #expect(problem?.message.contains("too many portals") == true)
  }
}

@Suite struct `The path of a portal` {
  /// Returns the locator that a number of portals in a row lead to, in Yarn's form or nested plainly.
  private func locator(portals: Int, isEncoded: Bool) -> Pattern {
    (0..<portals).reduce(Pattern(name: "m", range: "workspace:packages/m")) { parent, _ in
      let text = isEncoded ? BerryRange.encoded(parent.description) : parent.description
      return Pattern(name: "x", range: "portal:x::locator=\(text)")
    }
  }

  @Test(arguments: [true, false])
  func `is refused for more portals in a row than projects have`(isEncoded: Bool) {
    #expect(
      PortalFolder.path(of: locator(portals: 3, isEncoded: true)) == "packages/m/x/x/x")
    #expect(PortalFolder.path(of: locator(portals: 17, isEncoded: isEncoded)) == nil)
    #expect(PortalFolder.path(of: locator(portals: 400, isEncoded: false)) == nil)
  }
}

@Suite struct `A member with peers that another one has as optional` {
  /// The copy for the other member comes first; the member itself still needs the package.
  @Test(arguments: ["3.8.7", "4.18.0"])
  func `reaches packages for one platform`(yarn: String) async throws {
    let files = [
      "package.json": #"{"name": "app", "private": true, "workspaces": ["m/*"]}"#,
      "m/a/package.json": #"{"name": "a", "optionalDependencies": {"b": "workspace:^"}}"#,
      "m/b/package.json":
        #"{"name": "b", "dependencies": {"n": "^1.0.0"}, "peerDependencies": {"p": "*"}}"#,
      "yarn.lock": "",
    ]
    var world = World("n 1.0.0\np 1.0.0", files, yarn: yarn)
    world.registry.set("os", of: "n", to: ["darwin"])
    let lock = try await world.after(.install).files["yarn.lock"] ?? ""
    #expect(lock.firstMatch(of: /checksum: \S+\n  conditions: os=darwin\n/) != nil)
  }
}
