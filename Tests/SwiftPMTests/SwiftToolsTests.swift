import Ecosystem
import SwiftSources
import Testing
import Text

@testable import SwiftPM

private let kit = #".package(url: "https://example.com/acme/kit", from: "1.0.0")"#

private func manifest(_ tools: String) -> String {
  """
  // swift-tools-version:\(tools)
  import PackageDescription
  let package = Package(name: "app", dependencies: [\(kit)])
  """
}

private func world(_ stated: String? = nil) -> SwiftPMEcosystem {
  let git = ScriptedGit([
    "kit": ["1.0.0": library("kit"), "1.1.0": "// swift-tools-version:6.1\n" + library("kit")]
  ])
  var toolchain = Toolchain()
  if let stated { toolchain[.swift] = stated }
  return SwiftPMEcosystem(http: git.ecosystem.http, git: git.client, toolchain: toolchain)
}

private func open(
  _ files: [String: String], stated: String? = nil
) async throws -> any OpenProject {
  let tree = SourceTree(name: "app", files: files)
  let world = world(stated)
  let project = try #require(world.discover(in: tree.paths).first)
  return try await world.open(project, in: tree)
}

@Suite struct `The Swift of a package` {
  @Test(
    arguments: [
      ([:], nil, "Swift 6.3.1, the default: no file names a version."),
      ([:], "6.0", "Swift 6.0, as the operator's file says."),
      ([".swift-version": "5.9\n"], "6.0", "Swift 5.9, as .swift-version says."),
      (
        [".swift-version": "swift-6.0.3-RELEASE"], nil,
        "Swift 6.0.3, as .swift-version says."
      ),
      ([".tool-versions": "swift 6.0.3\n"], nil, "Swift 6.0.3, as .tool-versions says."),
      (["mise.toml": "[tools]\nswift = \"6.1\"\n"], nil, "Swift 6.1, as mise.toml says."),
      ([".swift-version": "latest"], nil, "Swift 6.3.1, the default: no file names a version."),
      (
        [".swift-version": "5.5"], nil,
        "Swift 6.3.1, the default: .swift-version names 5.5, which cannot read Package.swift."
      ),
      (
        [".swift-version": "5.5", "Package@swift-5.5.swift": manifest("5.5")], nil,
        "Swift 5.5, as .swift-version says."
      ),
      (
        [".swift-version": "5.5"], "6.0",
        "Swift 6.0, as the operator's file says: .swift-version names 5.5, which cannot read "
          + "Package.swift."
      ),
    ] as [([String: String], String?, String)])
  func `is named by the nearest file, then the operator`(
    others: [String: String], stated: String?, sentence: String
  ) async throws {
    let files = ["Package.swift": manifest("5.7")].merging(others) { $1 }
    let opened = try await open(files, stated: stated)
    #expect(opened.toolVersions.map(\.description) == [sentence])
  }

  @Test func `holds back releases with the reason`() async throws {
    let named = try await open(["Package.swift": manifest("5.7"), ".swift-version": "5.9"])
    let dependency = try #require(try await named.dependencies().first)
    #expect(
      try await named.releases(of: dependency).map(\.heldBack)
        == [nil, "needs Swift tools 6.1.0, but .swift-version names 5.9"])
    let free = try await open(["Package.swift": manifest("5.7")])
    #expect(try await free.releases(of: dependency).map(\.heldBack) == [nil, nil])
  }

  @Test(arguments: [("5.6", "6.4"), ("5.5", "7.0.1")])
  func `is refused by name if its rules are not known, and checked all the same`(
    tools: String, named: String
  ) async throws {
    let opened = try await open(["Package.swift": manifest(tools), ".swift-version": named])
    let error = await #expect(throws: Problem.self) {
      try await opened.change(toward: .lock(LockOptions()))
    }
    #expect(error?.kind == .refused)
    #expect(error?.subject == "Swift \(named)")
    let dependency = try #require(try await opened.dependencies().first)
    #expect(try await opened.releases(of: dependency).count == 2)
  }

  @Test(
    arguments: [
      ("13.2", nil), ("13.4", "5.6"), ("14.2", "5.7"), ("15.2", "5.9"), ("15.3", "5.10"),
      ("16", "6.0"), ("16.3.1", "6.1"), ("26.0", "6.2"), ("26.3", "6.2"), ("26.4", "6.3"),
      ("27.1", "6.3"), ("latest", nil),
    ] as [(String, String?)])
  func `comes with a release of Xcode`(xcode: String, swift: String?) {
    #expect(XcodeRelease.isNewer(xcode) == ["27.1"].contains(xcode))
    let found = XcodeRelease.swift(of: xcode)
    #expect(found.map { "\($0.major).\($0.minor)" } == swift)
  }

  @Test func `decides packages without prereleases first from 6.0 on`() {
    #expect(!SwiftDialect(ToolsVersion(5, 10, 1)).decidesReleasesFirst)
    #expect(SwiftDialect(ToolsVersion(6, 0)).decidesReleasesFirst)
    #expect(SwiftDialect(ToolsVersion(6, 3, 9)).isModeled)
    #expect(!SwiftDialect(ToolsVersion(6, 4)).isModeled)
    #expect(SwiftDialect(ToolsVersion(5, 6)).isModeled)
    #expect(!SwiftDialect(ToolsVersion(5, 5, 3)).isModeled)
  }
}
