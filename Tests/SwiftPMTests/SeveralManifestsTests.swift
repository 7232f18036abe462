import Ecosystem
import SwiftPM
import Testing
import Text

private let world = ScriptedGit([
  "log": ["1.0.0": library("log"), "1.0.5": library("log"), "1.2.0": library("log")]
])

private func manifest(_ name: String, _ requirement: String, isTest: Bool) -> String {
  """
  // swift-tools-version:5.9
  import PackageDescription
  let package = Package(
    name: "\(name)",
    dependencies: [.package(url: "https://example.com/acme/log", \(requirement))],
    targets: [
      .\(isTest ? "testTarget" : "target")(
        name: "\(name)", dependencies: [.product(name: "log", package: "log")])
    ])

  """
}

private let lock = String(
  decoding: ResolvedFile(
    format: .two,
    pins: [
      Pin(
        identity: PackageIdentity("log"), kind: .remoteSourceControl,
        location: "https://example.com/acme/log",
        state: .version(
          SemanticVersion(1, 0, 0), revision: ScriptedGit.commit("log", "1.0.0")))
    ]
  ).bytes, as: UTF8.self)

/// A package that several packages of an Xcode workspace require.
@Suite struct `A package of several manifests` {
  private func open(kit: Bool = true, ui: Bool = true) async throws -> any OpenProject {
    let references = ["Kit", "UI"].map { "<FileRef location = \"group:\($0)\"></FileRef>" }
    let tree = SourceTree(
      name: "repo",
      files: [
        "App.xcworkspace/contents.xcworkspacedata":
          "<Workspace version = \"1.0\">\(references.joined())</Workspace>",
        "App.xcworkspace/xcshareddata/swiftpm/Package.resolved": lock,
        "Kit/Package.swift": manifest("Kit", "from: \"1.0.0\"", isTest: kit),
        "UI/Package.swift": manifest("UI", "\"1.0.0\"..<\"1.1.0\"", isTest: ui),
      ])
    let swift = world.ecosystem
    let project = try #require(
      swift.discover(in: tree.paths).first { $0.manifest.hasSuffix("xcworkspacedata") })
    return try await swift.open(project, in: tree)
  }

  @Test func `is one dependency with a requirement for each`() async throws {
    let found = try await open().dependencies()
    #expect(found.map(\.name) == ["log"])
    #expect(found[0].requirement == #"from: "1.0.0", "1.0.0"..<"1.1.0""#)
    #expect(found[0].requirements.map(\.manifest) == ["Kit/Package.swift", "UI/Package.swift"])
    #expect(found[0].requirements.map(\.locked) == ["1.0.0", "1.0.0"])
    #expect(found[0].requirements.allSatisfy { $0.location?.line == 5 })
  }

  @Test func `is for production if one of them needs it there`() async throws {
    #expect(try await open().dependencies()[0].group == .development)
    #expect(try await open(kit: false).dependencies()[0].group == .production)
    #expect(try await open(ui: false).dependencies()[0].group == .production)
  }

  @Test func `has the releases that all of them accept`() async throws {
    let project = try await open()
    let releases = try await project.releases(
      of: try #require(try await project.dependencies().first))
    #expect(releases.filter(\.satisfiesRequirement).map(\.version) == ["1.0.0", "1.0.5"])
  }
}
