import Ecosystem
import FoundationEssentials
import SwiftPM
import Testing
import Text
import Xcode

private func project(_ requirement: String) -> String {
  """
  // !$*UTF8*$!
  {
  \tarchiveVersion = 1;
  \tobjects = {
  /* Begin PBXProject section */
  \t\tAA01 /* Project object */ = {
  \t\t\tisa = PBXProject;
  \t\t\tmainGroup = AA02;
  \t\t\tpackageReferences = (
  \t\t\t\tAA03 /* XCRemoteSwiftPackageReference "kit" */,
  \t\t\t\tAA04 /* XCRemoteSwiftPackageReference "log" */,
  \t\t\t);
  \t\t};
  \t\tAA02 = {isa = PBXGroup; children = (); sourceTree = "<group>"; };
  \t\tAA03 /* XCRemoteSwiftPackageReference "kit" */ = {
  \t\t\tisa = XCRemoteSwiftPackageReference;
  \t\t\trepositoryURL = "https://example.com/acme/kit.git";
  \t\t\trequirement = {
  \t\t\t\t\(requirement)
  \t\t\t};
  \t\t};
  \t\tAA04 = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/acme/log";
  \t\t\trequirement = {kind = upToNextMajorVersion; minimumVersion = 1.0.0; }; };
  \t\tBB01 = {isa = SomethingNew; data = <00 ff>; text = "a \\"b\\""; };
  \t};
  \trootObject = AA01 /* Project object */;
  }

  """
}

private let world = ScriptedGit([
  "kit": ["1.0.0": library("kit"), "1.4.0": library("kit"), "2.1.0": library("kit")],
  "log": ["1.0.0": library("log"), "1.2.0": library("log")],
])

private let manifest = "App.xcodeproj/project.pbxproj"
private let lock = "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"

@Suite struct `An Xcode project` {
  private func change(_ requirement: String, toward goal: Goal) async throws -> Change {
    let tree = SourceTree(name: "repo", files: [manifest: project(requirement)])
    let swift = world.ecosystem
    let found = try #require(swift.discover(in: tree.paths).first)
    return try await swift.open(found, in: tree).change(toward: goal)
  }

  private func edited(_ requirement: String, to version: String) async throws -> String? {
    let goal = Goal.update([.init(name: "kit", version: version)], .init())
    let file = try await change(requirement, toward: goal).files.first { $0.path == manifest }
    return file?.after.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    arguments: [
      (
        "kind = upToNextMajorVersion; minimumVersion = 1.0.0;",
        "kind = upToNextMajorVersion; minimumVersion = 2.1.0;"
      ),
      (
        "minimumVersion = \"1.0.0\"; kind = upToNextMinorVersion;",
        "minimumVersion = \"2.1.0\"; kind = upToNextMinorVersion;"
      ),
      ("kind = exactVersion; version = 1.0.0;", "kind = exactVersion; version = 2.1.0;"),
      (
        "kind = versionRange; maximumVersion = 2.0.0; minimumVersion = 1.0.0;",
        "kind = versionRange; maximumVersion = 3.0.0; minimumVersion = 1.0.0;"
      ),
    ])
  func `a requirement of every kind is edited in place`(
    before: String, after: String
  ) async throws {
    #expect(try await edited(before, to: "2.1.0") == project(after))
  }

  @Test func `a requirement that lets the version in stays as it is`() async throws {
    let text = try await edited("kind = upToNextMajorVersion; minimumVersion = 1.0.0;", to: "1.4.0")
    #expect(text == nil)
  }

  @Test func `a range is shown and reported as one requirement, with its file`() async throws {
    let range = "kind = versionRange;\n\t\t\tmaximumVersion = 2.0.0;\n\t\t\tminimumVersion = 1.0.0;"
    let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
    let change = try await change(range, toward: goal)
    #expect(
      change.requirements.map { "\($0.name) \($0.file): \($0.before) \($0.after)" }
        == ["kit \(manifest): 1.0.0..<2.0.0 1.0.0..<3.0.0"])
    #expect(change.moves.first?.requirement?.before == "1.0.0..<2.0.0")
  }

  @Test func `an edit below a workspace is reported with the project's file`() async throws {
    let data = "App.xcworkspace/contents.xcworkspacedata"
    let workspace = """
      <?xml version="1.0" encoding="UTF-8"?>
      <Workspace version = "1.0">
         <FileRef location = "group:App.xcodeproj"></FileRef>
      </Workspace>
      """
    let files = [data: workspace, manifest: project("kind = exactVersion; version = 1.0.0;")]
    let tree = SourceTree(name: "repo", files: files)
    let found = try #require(world.ecosystem.discover(in: tree.paths).first { $0.manifest == data })
    let opened = try await world.ecosystem.open(found, in: tree)
    let kit = try #require(try await opened.dependencies().first)
    #expect(kit.requirements.map(\.manifest) == [manifest])
    let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
    let change = try await opened.change(toward: goal)
    #expect(change.requirements.map(\.file) == [manifest])
    #expect(change.files.map(\.path).contains(manifest))
  }

  @Test func `a branch is not made a version`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await edited("kind = branch; branch = main;", to: "1.4.0")
    }
    #expect(problem?.kind == .refused)
  }

  @Test func `all pins are new and the origin hash is that of the URLs`() async throws {
    let requirement = "kind = upToNextMajorVersion; minimumVersion = 1.0.0;"
    let change = try await change(requirement, toward: .lock(.init()))
    let bytes = try #require(change.files.first { $0.path == lock }?.after)
    let file = try ResolvedFile(SourceText(file: lock, bytes: bytes))
    #expect(file.pins.map(\.current) == ["1.4.0", "1.2.0"])
    #expect(
      file.originHash
        == OriginHash.of(
          manifests: [],
          locations: ["https://example.com/acme/kit.git", "https://example.com/acme/log"]))
  }

  @Test(arguments: [nil, "00ff"])
  func `a lock with another origin hash than the project gives is named`(
    hash: String?
  ) async throws {
    let requirement = "kind = upToNextMajorVersion; minimumVersion = 1.0.0;"
    let change = try await change(requirement, toward: .lock(.init()))
    let bytes = try #require(change.files.first { $0.path == lock }?.after)
    var text = String(decoding: bytes, as: UTF8.self)
    let file = try ResolvedFile(SourceText(file: lock, bytes: bytes))
    if let hash, let own = file.originHash { text = text.replacing(own, with: hash) }
    let tree = SourceTree(name: "repo", files: [manifest: project(requirement), lock: text])
    let found = try #require(world.ecosystem.discover(in: tree.paths).first)
    let opened = try await world.ecosystem.open(found, in: tree)
    #expect(opened.remarks.count == (hash == nil ? 0 : 1))
    #expect(opened.remarks.allSatisfy { $0.hasPrefix("\(lock) has another originHash") })
    let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
    let update = try await opened.change(toward: goal)
    #expect(update.files.map(\.path).contains(lock))
    #expect(
      world.ecosystem.warnings(about: update) == (hash == nil ? [] : [.hashReplaced(lock: lock)]))
  }

  /// Updates `kit` with a lock that has another hash, or the right one, and other pins.
  private func update(
    hash: String?, _ edit: (String) -> String
  ) async throws -> Change {
    let requirement = "kind = upToNextMajorVersion; minimumVersion = 1.0.0;"
    let change = try await change(requirement, toward: .lock(.init()))
    let bytes = try #require(change.files.first { $0.path == lock }?.after)
    var text = edit(String(decoding: bytes, as: UTF8.self))
    let own = try ResolvedFile(SourceText(file: lock, bytes: bytes)).originHash
    if let hash, let own { text = text.replacing(own, with: hash) }
    let tree = SourceTree(name: "repo", files: [manifest: project(requirement), lock: text])
    let found = try #require(world.ecosystem.discover(in: tree.paths).first)
    let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
    return try await world.ecosystem.open(found, in: tree).change(toward: goal)
  }

  @Test(arguments: [
    ("log", "ghost", "and pins that no package needs: ghost"),
    ("\"identity\" : \"log\"", "\"identity\" : \"old\"", "and pins that no package needs: old"),
  ])
  func `a lock with another origin hash and pins that nothing explains is refused`(
    old: String, new: String, reason: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await update(hash: "00ff") { $0.replacing(old, with: new) }
    }
    #expect(problem?.kind == .refused)
    #expect(
      problem?.message == "has another originHash than the project gives, \(reason)",
      "\(problem?.message ?? "")")
    #expect(problem?.subject == lock)
  }

  private func withoutLog(_ text: String) -> String {
    guard let start = text.firstRange(of: "    {\n      \"identity\" : \"log\""),
      let end = text.firstRange(of: "\n  ],")
    else { return text }
    return text[..<start.lowerBound].dropLast(2) + String(text[end.lowerBound...])
  }

  @Test func `a lock with another origin hash that lacks a pin is refused`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await update(hash: "00ff", withoutLog)
    }
    #expect(
      problem?.message
        == "has another originHash than the project gives, and lacks pins of packages: log")
    // With the project's own hash, Xcode adds the pin itself.
    let change = try await update(hash: nil, withoutLog)
    #expect(change.moves.map(\.name) == ["kit", "log"])
  }

  @Test func `an unknown kind is refused with its place`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await edited("kind = newest;", to: "1.4.0")
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.location?.line == 18)
  }

  @Test func `a project in XML is refused by name`() async throws {
    let text = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict/></plist>"#
    let tree = SourceTree(name: "repo", files: [manifest: text])
    let found = try #require(world.ecosystem.discover(in: tree.paths).first)
    let problem = await #expect(throws: Problem.self) {
      try await world.ecosystem.open(found, in: tree)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == "is a property list in XML, which is not edited")
    #expect(problem?.location?.description == "App.xcodeproj/project.pbxproj:1:1")
  }

  @Test func `no bytes crash the reader`() {
    var random = Dice(seed: 11)
    let text = Array(project("kind = exactVersion; version = 1.0.0;").utf8)
    for _ in 0..<1_500 {
      _ = try? PropertyList(SourceText(file: manifest, bytes: random.mutated(text)))
    }
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: Problem.self) { try PropertyList(SourceText(file: manifest, deep)) }
  }
}

/// The samples of the oracle kit, resolved over its universe 0.
private let samples: (kit: String, universe: String)? = {
  let environment = ProcessInfo.processInfo.environment
  guard let shared = environment["MARTLET_SHARED"], let scratch = environment["MARTLET_SCRATCH"],
    FileManager.default.fileExists(atPath: scratch + "/swiftpm/universes/u0/repos")
  else { return nil }
  return (shared + "/oracles/swiftpm/xcode", scratch + "/swiftpm/universes/u0/repos/")
}()

@Suite(.enabled(if: samples != nil, "needs MARTLET_SHARED and MARTLET_SCRATCH: real projects"))
struct `A sample Xcode project` {
  @Test(arguments: ["1-remote-only", "2-every-kind", "3-local-packages", "4-workspace"])
  func `a sample gets its recorded lock`(name: String) async throws {
    let (kit, universe) = try #require(samples)
    let folder = "\(kit)/\(name)"
    var files: [String: String] = [:]
    for path in FileManager.default.enumeratorPaths(folder) {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else { continue }
      files[path] = String(decoding: data, as: UTF8.self)
    }
    let expected = files.removeValue(forKey: "expected.resolved")
    let tree = SourceTree(name: "checkout", files: files)
    let swift = gitEcosystem(over: universe)
    let project = try #require(
      swift.discover(in: tree.paths).first { !$0.manifest.hasSuffix("Package.swift") })
    let change = try await swift.open(project, in: tree).change(toward: .updateAll(.init()))
    let lock = change.files.first { $0.path == project.lock }?.after
    #expect(lock.map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}

extension FileManager {
  /// The paths of all files below a folder.
  fileprivate func enumeratorPaths(_ folder: String) -> [String] {
    (try? subpathsOfDirectory(atPath: folder)) ?? []
  }
}
