import Ecosystem
import SwiftPM
import Testing

private let world = ScriptedGit([
  "kit": ["1.0.0": library("kit"), "1.4.0": library("kit"), "2.1.0": library("kit")],
  "log": ["1.0.0": library("log"), "1.2.0": library("log")],
])

/// XcodeGen's file with one package in each of two forms.
private func generator(_ kit: String) -> String {
  """
  name: App
  packages:
    Kit:
      url: https://example.com/acme/kit
      \(kit)
    Log: {url: "https://example.com/acme/log", majorVersion: 1.0.0}
    Own:
      path: Own
  targets:
    App: {type: application, platform: iOS, dependencies: [{package: Kit}]}

  """
}

private let lock = "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"

private func tree(_ kit: String) -> SourceTree {
  SourceTree(
    name: "repo",
    files: [
      "project.yml": generator(kit), lock: #"{"pins": [], "version": 2}"#,
      "Own/Package.swift": library("Own"),
    ])
}

private func change(_ kit: String, toward goal: Goal) async throws -> [String: String] {
  let repository = tree(kit)
  let swift = world.ecosystem
  let project = try #require(
    swift.discover(in: repository.paths).first { $0.manifest == "project.yml" })
  let change = try await swift.open(project, in: repository).change(toward: goal)
  return Dictionary(
    uniqueKeysWithValues: change.files.map { file in
      (file.path, String(decoding: file.after ?? [], as: UTF8.self))
    })
}

@Suite struct `A generated Xcode project` {
  @Test(arguments: [
    ("from: 1.0.0", "from: 2.1.0"), ("majorVersion: '1.0.0'", "majorVersion: \"2.1.0\""),
    ("minorVersion: 1.0.0", "minorVersion: 2.1.0"), ("exactVersion: 1.0.0", "exactVersion: 2.1.0"),
    ("version: \"1.0.0\"", "version: \"2.1.0\""),
    (
      "minVersion: 1.0.0\n    maxVersion: 2.0.0",
      "minVersion: 1.0.0\n    maxVersion: 3.0.0"
    ),
  ])
  func `a version is edited in XcodeGen's file, in its form`(
    before: String, after: String
  ) async throws {
    let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
    #expect(try await change(before, toward: goal)["project.yml"] == generator(after))
  }

  @Test func `pins are resolved, its local packages being roots`() async throws {
    let text = try await change("from: 1.0.0", toward: .lock(.init()))[lock]
    #expect(text?.contains("1.4.0") == true)
    #expect(text?.contains("1.2.0") == true)
  }

  @Test(arguments: ["newest: 1.0.0", "from: latest", "from: [1, 2]"])
  func `an invalid version is refused with its location`(kit: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await change(kit, toward: .lock(.init()))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.location != nil)
  }
}

/// A repository that ignores the project that XcodeGen makes.
@Suite struct `XcodeGen without a committed project` {
  private let spec = """
    name: App
    packages:
      Kit: {url: "https://example.com/acme/kit", from: 1.0.0}
    targets:
      App: {type: application, platform: iOS, sources: [App]}

    """

  private func change(
    _ files: [String: String], toward goal: Goal
  ) async throws -> [String: String] {
    let tree = SourceTree(name: "repo", files: files)
    let swift = world.ecosystem
    let project = try #require(
      swift.discover(in: tree.paths).first { !$0.manifest.hasSuffix("Package.swift") })
    let change = try await swift.open(project, in: tree).change(toward: goal)
    return Dictionary(
      uniqueKeysWithValues: change.files.map { file in
        (file.path, String(decoding: file.after ?? [], as: UTF8.self))
      })
  }

  private let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())

  @Test func `its file is edited, and no lock is written into the ignored project`() async throws {
    let files = ["project.yml": spec, "App/App.swift": ""]
    let edited = spec.replacing("1.0.0", with: "2.1.0")
    #expect(try await change(files, toward: goal) == ["project.yml": edited])
    #expect(try await change(files, toward: .lock(.init())) == [:])
  }

  @Test(arguments: [
    ["project.yml": "name: App\npackages: {}\n", "README.md": ""],
    ["project.yml": "name: App\n", "App.swift": "", "App.xcodeproj/project.pbxproj": ""],
  ])
  func `a project.yml without sources or beside a project is not one of XcodeGen's`(
    files: [String: String]
  ) {
    let found = world.ecosystem.discover(in: files.keys.sorted()).map(\.manifest)
    #expect(!found.contains("project.yml"))
  }

  @Test(arguments: ["include: base.yml", "include: [base.yml]", "include: [{path: base.yml}]"])
  func `packages of included files are read and edited there`(include: String) async throws {
    let base = spec.replacing("name: App\n", with: "")
    let files = [
      "project.yml": "name: App\n\(include)\n", "base.yml": base, "App/App.swift": "",
      lock: #"{"pins": [], "version": 2}"#,
    ]
    let edited = try await change(files, toward: goal)
    #expect(edited["base.yml"] == base.replacing("1.0.0", with: "2.1.0"))
    #expect(edited[lock]?.contains("2.1.0") == true)
  }

  @Test(arguments: [
    ("base.yml", true, "a/base.yml", "a/Own"), ("base.yml", false, "base.yml", "a/Own"),
    ("../b/base.yml", true, "b/base.yml", "b/Own"),
  ])
  func `included files and local packages are found as XcodeGen finds them`(
    path: String, isRelative: Bool, section: String, package: String
  ) async throws {
    let files = [
      "project.yml": "name: App\ninclude: a/first.yml\n",
      "a/first.yml": "include: [{path: \(path), relativePaths: \(isRelative)}]\n",
      section: "packages: {Own: {path: Own}}\n",
      "\(package)/Package.swift": library(
        "Own", #".package(url: "https://example.com/acme/log", from: "1.0.0")"#),
      "App/App.swift": "", lock: #"{"pins": [], "version": 2}"#,
    ]
    let edited = try await change(files, toward: .lock(.init()))
    #expect(edited[lock]?.contains("\"log\"") == true)
  }

  @Test(arguments: [
    ("include: gone.yml", "gone.yml"), ("include: ../x.yml", "outside"),
    ("include:\n  - path: base.yml\n    enable: ${CI}", "condition"),
    ("include: base.yml\npackages: {Kit: {url: u, from: 1.0.0}}", "Kit"),
    ("packages: {Own: {path: Own, traits: [A]}}", "traits"),
    ("packages: {Kit: {url: u, from: 1.0.0, traits: A}}", "traits"),
  ])
  func `an entry with an unknown effect on the packages is refused with its place`(
    text: String, word: String
  ) async throws {
    let files = ["project.yml": "name: App\n\(text)\n", "base.yml": spec, "App/App.swift": ""]
    let problem = await #expect(throws: Problem.self) { try await change(files, toward: goal) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true)
    #expect(problem?.location != nil)
  }

  private let project = """
    // !$*UTF8*$!
    {objects = {AA = {isa = PBXProject; packageReferences = (BB); };
    BB = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/acme/kit";
    requirement = {kind = upToNextMajorVersion; minimumVersion = 1.0.0; }; };
    }; rootObject = AA; }

    """

  @Test(arguments: ["project.yml", "App.yml", "spec.yaml"])
  func `a kept project and its generator's file change together`(name: String) async throws {
    let files = [name: spec, "App.xcodeproj/project.pbxproj": project]
    let edited = try await change(files, toward: goal)
    #expect(edited[name] == spec.replacing("1.0.0", with: "2.1.0"))
    #expect(
      edited["App.xcodeproj/project.pbxproj"] == project.replacing("1.0.0", with: "2.1.0"))
  }

  @Test(arguments: [
    (
      #"{"name": "App", "packages": {"Kit": {"url": "https://example.com/acme/kit","#
        + #" "from": "1.0.0"}}, "targets": {}}"#, true
    ),
    (#"{"name": "App", "targets": {"build": {"from": "1.0.0"}}}"#, false), ("[1, ", false),
  ])
  func `a project.json is edited if it is one of XcodeGen's`(
    text: String, isEdited: Bool
  ) async throws {
    let files = ["project.json": text, "App.xcodeproj/project.pbxproj": project]
    let edited = try await change(files, toward: goal)
    #expect(edited["project.json"] == (isEdited ? text.replacing("1.0.0", with: "2.1.0") : nil))
  }
}
