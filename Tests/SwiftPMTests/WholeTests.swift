import Ecosystem
import SwiftPM
import Testing
import Text

private let world = ScriptedGit([
  "kit": ["1.0.0": library("kit"), "2.0.0": library("kit")],
  "log": ["1.0.0": library("log"), "1.2.0": library("log"), "2.0.0": library("log")],
])

private func from(_ name: String) -> String {
  #".package(url: "https://example.com/acme/\#(name)", from: "1.0.0")"#
}

private func lock(_ names: String...) -> String {
  let pins = names.map {
    Pin(
      identity: PackageIdentity($0), kind: .remoteSourceControl,
      location: "https://example.com/acme/\($0)",
      state: .version(SemanticVersion(1, 0, 0), revision: ScriptedGit.commit($0, "1.0.0")))
  }
  return String(decoding: ResolvedFile(format: .two, pins: pins).bytes, as: UTF8.self)
}

private func workspace(_ locations: String...) -> String {
  let references = locations.map { "<FileRef location = \"\($0)\"></FileRef>" }
  return "<Workspace version = \"1.0\">\(references.joined())</Workspace>"
}

private let data = "App.xcworkspace/contents.xcworkspacedata"
private let pins = "App.xcworkspace/xcshareddata/swiftpm/Package.resolved"

/// Packages, workspaces and a lock that are one project with several manifests.
@Suite struct `A package without a lock` {
  private let swift = world.ecosystem

  private func wholes(_ files: [String: String]) async -> [String: String] {
    let tree = SourceTree(name: "repo", files: files)
    return await swift.wholes(of: swift.discover(in: tree.paths), in: tree)
      .mapValues(\.manifest)
  }

  @Test func `belongs to the workspace with a lock that contains it`() async throws {
    let files = [
      data: workspace("group:Kit"), pins: lock("log"),
      "Kit/Package.swift": library("Kit", from("log")), "Other/Package.swift": library("Other"),
    ]
    #expect(await wholes(files) == ["Kit/Package.swift": data])
    var unlocked = files
    unlocked[pins] = nil
    #expect(await wholes(unlocked).isEmpty)
    var own = files
    own["Kit/Package.resolved"] = lock("log")
    #expect(await wholes(own).isEmpty)
  }

  @Test func `belongs to the package with a lock that depends on its folder`() async throws {
    let files = [
      "Package.swift": library("repo", #".package(path: "Kit")"#), "Package.resolved": lock("log"),
      "Kit/Package.swift": library("Kit", from("log")), "Tools/Package.swift": library("Tools"),
    ]
    #expect(await wholes(files) == ["Kit/Package.swift": "Package.swift"])
  }

  @Test func `isn't joined with an example that depends on it from inside`() async throws {
    let files = [
      "Package.swift": library("repo", from("log")),
      "Example/Package.swift": library("Example", #".package(path: "..")"#),
      "Example/Package.resolved": lock("log"),
    ]
    #expect(await wholes(files).isEmpty)
  }

  @Test func `has its requirements edited together with the lock of the whole`() async throws {
    let files = [
      "Package.swift": library("repo", #".package(path: "Kit")"#), "Package.resolved": lock("log"),
      "Kit/Package.swift": library("Kit", from("log")),
    ]
    let tree = SourceTree(name: "repo", files: files)
    let root = try #require(swift.discover(in: tree.paths).first { $0.manifest == "Package.swift" })
    let opened = try await swift.open(root, in: tree)
    let log = try #require(try await opened.dependencies().first { $0.name == "log" })
    #expect(log.kind == .direct)
    #expect(log.requirement == #"from: "1.0.0""#)
    let change = try await opened.change(
      toward: .update([.init(name: "log", version: "2.0.0")], .init()))
    #expect(change.files.map(\.path) == ["Kit/Package.swift", "Package.resolved"])
    #expect(change.requirements.map(\.file) == ["Kit/Package.swift"])
    #expect(change.moves.map { "\($0.name) \($0.to ?? "-")" } == ["log 2.0.0"])
  }

  @Test func `of Tuist 4 is the project also for the folder of Project.swift`() async throws {
    let files = [
      "Project.swift": "import ProjectDescription\nlet project = Project(name: \"App\")\n",
      "Tuist/Package.swift": library("App", from("log")), "Tuist/Package.resolved": lock("log"),
    ]
    #expect(await wholes(files) == ["Project.swift": "Tuist/Package.swift"])
    let own = "let project = Project(name: \"App\", packages: [\(remote)])\n"
    let both = files.merging(["Project.swift": "import ProjectDescription\n" + own]) { $1 }
    #expect(await wholes(both).isEmpty)
  }

  private let remote =
    #".remote(url: "https://example.com/acme/kit", requirement: .upToNextMajor(from: "1.0.0"))"#
}
