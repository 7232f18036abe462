import Ecosystem
import SwiftPM
import Testing
import Text

private let kit = "https://example.com/acme/kit"

/// An app that needs `kit`, with a mirror for its location.
private func app(mirrors: String, lock: String? = nil) -> SourceTree {
  var files = [
    "Package.swift": """
    // swift-tools-version:5.9
    import PackageDescription
    let package = Package(name: "app", dependencies: [.package(url: "\(kit)", from: "1.0.0")])
    """,
    ".swiftpm/configuration/mirrors.json": mirrors,
  ]
  files["Package.resolved"] = lock
  return SourceTree(name: "checkout", files: files)
}

private func mirror(_ original: String, _ mirror: String) -> String {
  #"{"object": [{"mirror": "\#(mirror)", "original": "\#(original)"}], "version": 1}"#
}

private func lock(_ tree: SourceTree, toward goal: Goal = .lock(.init())) async throws -> String? {
  let world = ScriptedGit([
    "spare": ["1.0.0": library("kit", #".package(url: "\#(core)", from: "1.0.0")"#)],
    "core": ["1.0.0": library("core")],
  ])
  let swift = world.ecosystem
  let project = try #require(swift.discover(in: tree.paths).first)
  let change = try await swift.open(project, in: tree).change(toward: goal)
  return change.files.first { $0.path == "Package.resolved" }?.after
    .map { String(decoding: $0, as: UTF8.self) }
}

private let core = "https://example.com/acme/core"

@Suite struct `A mirror of a package location` {
  /// Swift 6.3.1 takes the identity from the mirror, and the location from the manifest.
  @Test func `the lock keeps the location of the manifest`() async throws {
    let mirrors = mirror(kit, "https://example.com/acme/spare")
    let text = try #require(try await lock(app(mirrors: mirrors)))
    #expect(text.contains(#""identity" : "spare""#))
    #expect(text.contains(#""location" : "\#(kit)""#))
    #expect(!text.contains("acme/spare"))
    #expect(try await lock(app(mirrors: mirrors, lock: text)) == nil)
  }

  @Test func `a location is compared as a whole text`() async throws {
    let mirrors = mirror(kit + ".git", "https://example.com/acme/spare")
    let problem = await #expect(throws: Problem.self) { try await lock(app(mirrors: mirrors)) }
    #expect(problem?.subject == kit)
  }

  @Test(arguments: [
    mirror(kit, "birds.kit"), mirror("birds.kit", kit), #"{"version": 2, "object": []}"#, "[",
    #"{"version": 1, "object": [{"mirror": "x"}]}"#,
  ])
  func `an unknown form is an error with its location`(text: String) async throws {
    let problem = await #expect(throws: Problem.self) { try await lock(app(mirrors: text)) }
    #expect(problem?.location?.line == 1)
  }
}
