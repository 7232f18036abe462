import Ecosystem
import SwiftPM
import TestSupport
import Testing
import Text
import Versioning

private func from(_ name: String, _ version: String) -> String {
  #".package(url: "https://example.com/acme/\#(name)", from: "\#(version)")"#
}

private let world = ScriptedGit([
  "core": [
    "1.0.0": library("core"), "1.1.0": library("core"), "2.0.0": library("core"),
    "heads/main": library("core"),
  ],
  "kit": [
    "1.0.0": library("kit", from("core", "1.0.0")), "1.2.0": library("kit", from("core", "1.1.0")),
  ],
  "late": ["heads/main": "// swift-tools-version:9.0\n"],
  "old": [
    "1.0.0": library("old", #".package(url: "https://example.com/acme/core", exact: "1.0.0")"#)
  ],
  "slim": ["1.0.0": library("slim", from("core", "1.0.0")), "1.1.0": library("slim")],
  "newer": ["1.0.0": "// swift-tools-version:9.0\n"],
  "loop": ["1.0.0": library("loop", from("pool", "1.0.0"))],
  "pool": ["1.0.0": library("pool", from("loop", "1.0.0"))],
])

@Suite struct `The resolution of Swift packages` {
  private let swift = world.ecosystem

  private func tree(
    _ dependencies: String..., lock: [(String, String)] = [], name: String = "checkout"
  ) -> SourceTree {
    let text = """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "app", dependencies: [\(dependencies.joined(separator: ", "))])
      """
    let pins = lock.map { name, version in
      Pin(
        identity: PackageIdentity(name), kind: .remoteSourceControl,
        location: "https://example.com/acme/\(name)",
        state: .version(
          SemanticVersion(version) ?? SemanticVersion(0, 0, 0),
          revision: ScriptedGit.commit(name, version)))
    }
    var files = ["Package.swift": text]
    if !pins.isEmpty {
      let bytes = ResolvedFile(format: .two, pins: pins).bytes
      files["Package.resolved"] = String(decoding: bytes, as: UTF8.self)
    }
    return SourceTree(name: name, files: files)
  }

  private func moves(_ tree: SourceTree, _ goal: Goal) async throws -> [String] {
    let project = try #require(swift.discover(in: tree.paths).first)
    return try await swift.open(project, in: tree).change(toward: goal).moves.map {
      "\($0.name) \($0.from ?? "-") \($0.to ?? "-")"
    }
  }

  /// Returns what an update removes, and whether that is refused.
  private func removal(by name: String, in tree: SourceTree) async throws -> String {
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    return try await opened.removal(by: name)
  }

  @Test func `without a lock every package is the newest inside the requirements`() async throws {
    let moves = try await moves(tree(from("kit", "1.0.0")), .lock(.init()))
    #expect(moves == ["kit - 1.2.0", "core - 1.1.0"])
  }

  @Test func `pins are kept unless they are named`() async throws {
    let tree = tree(from("kit", "1.0.0"), lock: [("kit", "1.0.0"), ("core", "1.0.0")])
    #expect(try await moves(tree, .lock(.init())) == [])
    let named = Goal.update([.init(name: "core")], .init())
    #expect(try await moves(tree, named) == ["core 1.0.0 1.1.0"])
    #expect(try await moves(tree, .updateAll(.init())) == ["kit 1.0.0 1.2.0", "core 1.0.0 1.1.0"])
  }

  @Test func `the direct parents of a package follow from the pinned manifests`() async throws {
    let tree = tree(
      from("kit", "1.0.0"), from("late", "1.0.0"), from("core", "1.0.0"),
      lock: [("kit", "1.0.0"), ("core", "1.0.0")])
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    #expect(try await opened.directParents(of: "core") == ["kit"])
    #expect(try await opened.directParents(of: "kit") == [])
  }

  @Test func `what packages need follows from the pinned manifests`() async throws {
    let tree = tree(
      from("kit", "1.0.0"), from("old", "1.0.0"),
      lock: [("kit", "1.0.0"), ("core", "1.0.0"), ("old", "1.0.0"), ("newer", "1.0.0")])
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    #expect(try await opened.packages(neededBy: ["kit"]) == ["kit", "core"])
    #expect(try await opened.packages(neededBy: ["core"]) == ["core"])
    #expect(try await opened.packages(neededBy: ["kit", "old"]) == ["kit", "core", "old"])
    let problem = await #expect(throws: Problem.self) {
      try await opened.packages(neededBy: ["newer"])
    }
    #expect(problem?.message == "is pinned, but requires tools 9.0.0", "\(problem?.message ?? "")")
  }

  @Test func `a pin that no update explains is not removed`() async throws {
    let explained = tree(from("slim", "1.0.0"), lock: [("slim", "1.0.0"), ("core", "1.0.0")])
    let lost = tree(from("core", "1.0.0"), lock: [("core", "1.0.0"), ("kit", "1.0.0")])
    #expect(try await removal(by: "slim", in: explained) == "core")
    #expect(try await removal(by: "core", in: lost) == "refused: kit")
  }

  @Test func `a version outside the requirement edits it in its style`() async throws {
    let tree = tree(from("core", "1.0.0"), lock: [("core", "1.0.0")])
    let project = try #require(swift.discover(in: tree.paths).first)
    let goal = Goal.update([.init(name: "core", version: "2.0.0")], .init())
    let change = try await swift.open(project, in: tree).change(toward: goal)
    #expect(change.files.map(\.path) == ["Package.resolved", "Package.swift"])
    let manifest = change.files.last?.after.map { String(decoding: $0, as: UTF8.self) }
    #expect(manifest?.contains(#"acme/core", from: "2.0.0")"#) == true)
    #expect(change.moves.first?.requirement?.after == #"from: "2.0.0""#)
  }

  @Test func `a manifest for other tools that cannot be read bars edits alone`() async throws {
    let manifest = try await tree(from("core", "1.0.0")).read("Package.swift").string
    let tree = SourceTree(
      name: "checkout",
      files: ["Package.swift": manifest, "Package@swift-9.0.swift": "// swift-tools-version:9.0\n"])
    #expect(try await moves(tree, .lock(.init())) == ["core - 1.1.0"])
    let problem = await #expect(throws: Problem.self) {
      try await moves(tree, .update([.init(name: "core", version: "2.0.0")], .init()))
    }
    #expect(problem?.subject == "Package@swift-9.0.swift")
  }

  @Test func `a conflict is explained in sentences`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await moves(tree(from("old", "1.0.0"), from("core", "1.1.0")), .lock(.init()))
    }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.explanation.joined(separator: " ").contains("'core'") == true)
  }

  @Test func `a branch that is for newer tools leaves no solution`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await moves(
        tree(#".package(url: "https://example.com/acme/late", branch: "main")"#), .lock(.init()))
    }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.message == "needs tools 9.0.0, which these are not")
  }

  @Test func `a package that is not there fails by name`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await moves(tree(from("ghost", "1.0.0")), .lock(.init()))
    }
    #expect(problem?.kind == .failed)
    #expect(problem?.subject == "https://example.com/acme/ghost")
  }

  @Test func `a pin has the location that the chosen manifest names`() async throws {
    let dependency = { (owner: String) in
      #".package(url: "https://example.com/\#(owner)/syntax", from: "1.0.0")"#
    }
    // 2.0.0 names another place for `syntax`, and cannot be chosen because of `core`.
    let world = ScriptedGit([
      "kit": [
        "1.0.0": library("kit", dependency("acme")),
        "1.5.0": library("kit", dependency("old"), from("core", "2.0.0")),
      ],
      "core": ["1.0.0": library("core"), "2.0.0": library("core")],
      "syntax": ["1.0.0": library("syntax")],
    ])
    let tree = tree(from("kit", "1.0.0"), from("core", "1.0.0"))
    let swift = world.ecosystem(aliases: ["https://example.com/old/": "https://example.com/acme/"])
    let project = try #require(swift.discover(in: tree.paths).first)
    let change = try await swift.open(project, in: tree).change(toward: .lock(.init()))
    let bytes = try #require(change.files.first?.after)
    let file = try ResolvedFile(SourceText(file: "Package.resolved", bytes: bytes))
    #expect(file[PackageIdentity("kit")]?.current == "1.0.0")
    #expect(file[PackageIdentity("syntax")]?.location == "https://example.com/acme/syntax")
  }

  @Test(arguments: ["// swift-tools-version:3.1\n", ""])
  func `a manifest for tools that SwiftPM no longer supports is refused`(comment: String) async {
    let tree = SourceTree(
      name: "checkout",
      files: ["Package.swift": comment + "let package = Package(name: \"a\")"])
    let problem = await #expect(throws: Problem.self) { try await moves(tree, .lock(.init())) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("3.1.0, which SwiftPM no longer supports") == true)
  }

  @Test func `packages that need each other are resolved`() async throws {
    let moves = try await moves(tree(from("loop", "1.0.0")), .lock(.init()))
    #expect(moves == ["loop - 1.0.0", "pool - 1.0.0"])
  }

  @Test func `a dependency with the folder's own name has no pin`() async throws {
    let tree = tree(from("kit", "1.0.0"), from("core", "1.0.0"), name: "core")
    #expect(try await moves(tree, .lock(.init())) == ["kit - 1.2.0"])
  }

  private let followed = #".package(url: "https://example.com/acme/core", branch: "main")"#

  @Test func `the head of a branch is the release of what follows it`() async throws {
    let old = String(repeating: "0", count: 40)
    let text = """
      {"pins": [{"identity": "core", "kind": "remoteSourceControl",
        "location": "https://example.com/acme/core",
        "state": {"branch": "main", "revision": "\(old)"}}], "version": 2}
      """
    var files = ["Package.resolved": text]
    files["Package.swift"] = try await tree(followed).read("Package.swift").string
    let tree = SourceTree(name: "checkout", files: files)
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let core = try #require(try await opened.dependencies().first)
    let head = ScriptedGit.commit("core", "heads/main")
    let releases = try await opened.releases(of: core)
    #expect(releases.map(\.version) == [head])
    #expect(releases.map(\.step) == [.patch])
    let named = Goal.update([.init(name: "core", version: head)], .init())
    #expect(try await moves(tree, named) == ["core \(old) \(head)"])
    #expect(
      try await moves(tree, .update([.init(name: "core")], .init())) == ["core \(old) \(head)"])
    let updated = try await opened.change(toward: named).files.compactMap(\.after)
    let next = SourceTree(
      name: "checkout",
      files: files.merging([
        "Package.resolved": String(decoding: try #require(updated.first), as: UTF8.self)
      ]) { $1 })
    let again = try await swift.open(project, in: next).releases(of: core)
    #expect(again.map(\.step) == [nil])
  }

  @Test func `a commit that is a tag's has the later tags as releases held back`() async throws {
    let commit = ScriptedGit.commit("core", "1.0.0")
    let tree = tree(".package(url: \"https://example.com/acme/core\", revision: \"\(commit)\")")
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let core = try #require(try await opened.dependencies().first)
    let releases = try await opened.releases(of: core).filter { $0.step != nil }
    #expect(releases.map(\.version).contains("1.1.0"))
    #expect(
      releases.allSatisfy { $0.heldBack?.hasPrefix("is later than 1.0.0, whose commit") == true })
  }

  @Test func `a branch is pinned at its head`() async throws {
    let branch = #".package(url: "https://example.com/acme/core", branch: "main")"#
    let moves = try await moves(tree(branch), .lock(.init()))
    #expect(moves == ["core - \(ScriptedGit.commit("core", "heads/main"))"])
  }

  @Test func `a tag that was moved is reported and not used`() async throws {
    var tree = tree(from("core", "1.0.0"), lock: [("core", "1.0.0")])
    let moved = try await tree.read("Package.resolved").string
      .replacing(ScriptedGit.commit("core", "1.0.0"), with: String(repeating: "b", count: 40))
    let manifest = try await tree.read("Package.swift").string
    tree = SourceTree(
      name: "checkout", files: ["Package.swift": manifest, "Package.resolved": moved])
    let problem = await #expect(throws: Problem.self) { try await moves(tree, .lock(.init())) }
    #expect(problem?.kind == .refused)
  }

  @Test func `why names who requires a package and what prevents another version`() async throws {
    let tree = tree(from("kit", "1.0.0"))
    let project = try #require(swift.discover(in: tree.paths).first)
    await #expect(throws: Problem.self) {
      try await swift.open(project, in: tree).explain("nothing", version: nil)
    }
    let lines = try await swift.open(project, in: tree).explain("kit", version: "1.0.0")
    #expect(lines.first == "kit is at 1.2.0 because:")
    #expect(lines.last == "kit 1.0.0 can be chosen.")
  }

  @Test func `what others bring along is wanted as those ask for it`() async throws {
    let tree = tree(from("kit", "1.0.0"), lock: [("kit", "1.0.0"), ("core", "1.0.0")])
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().last)
    #expect(dependency.kind == .indirect)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map(\.satisfiesRequirement) == [true, true, false])
  }

  @Test func `releases know whether they fit the requirement and how far they are`() async throws {
    let tree = tree(from("core", "1.0.0"), lock: [("core", "1.0.0")])
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    #expect(dependency.requirement == #"from: "1.0.0""#)
    let releases = try await opened.releases(of: dependency)
    #expect(releases.map(\.version) == ["1.0.0", "1.1.0", "2.0.0"])
    #expect(releases.map(\.satisfiesRequirement) == [true, true, false])
    #expect(releases.map { $0.step?.rawValue } == [nil, "minor", "major"])
  }
}
