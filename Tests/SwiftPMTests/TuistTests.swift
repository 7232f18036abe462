import Ecosystem
import SwiftPM
import Testing

private let world = ScriptedGit([
  "kit": ["1.0.0": library("kit"), "1.4.0": library("kit"), "2.1.0": library("kit")]
])

/// A manifest as Tuist has it: its settings are in code that SwiftPM does not compile.
private func manifest(_ version: String) -> String {
  """
  // swift-tools-version: 5.9
  import PackageDescription

  #if TUIST
    import ProjectDescription

    let packageSettings = PackageSettings(productTypes: ["Kit": .framework])
  #endif

  let package = Package(
    name: "App",
    dependencies: [
      .package(url: "https://example.com/acme/kit", from: "\(version)"),
    ]
  )
  """
}

private func pinned(_ version: String) -> String {
  let pin = Pin(
    identity: PackageIdentity("kit"), kind: .remoteSourceControl,
    location: "https://example.com/acme/kit",
    state: .version(
      SemanticVersion(version) ?? SemanticVersion(0, 0, 0),
      revision: ScriptedGit.commit("kit", version)))
  return String(decoding: ResolvedFile(format: .two, pins: [pin]).bytes, as: UTF8.self)
}

@Suite struct TuistTests {
  private let tree = SourceTree(
    name: "repo",
    files: [
      "Project.swift": "import ProjectDescription\nlet project = Project(name: \"App\")",
      "Tuist.swift": "import ProjectDescription\nlet tuist = Tuist()",
      "Tuist/Package.swift": manifest("1.0.0"), "Tuist/Package.resolved": pinned("1.0.0"),
      "Tuist/.build/checkouts/kit/Package.swift": "",
    ])

  @Test func `Tuist's packages are found in their folder`() {
    let found = world.ecosystem.discover(in: tree.paths)
    #expect(found.map(\.directory) == ["/Tuist"])
    #expect(found.map(\.lock) == ["Tuist/Package.resolved"])
  }

  @Test func `Tuist's manifest and lock are read and updated together`() async throws {
    let swift = world.ecosystem
    let project = try #require(swift.discover(in: tree.paths).first)
    let opened = try await swift.open(project, in: tree)
    let read = try await opened.dependencies()
    #expect(read.map { "\($0.name) \($0.current ?? "-")" } == ["kit 1.0.0"])
    let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
    let change = try await opened.change(toward: goal)
    let texts = change.files.map { file in
      (file.path, file.after.map { String(decoding: $0, as: UTF8.self) })
    }
    #expect(texts.map(\.0) == ["Tuist/Package.resolved", "Tuist/Package.swift"])
    #expect(texts.map(\.1) == [pinned("2.1.0"), manifest("2.1.0")])
  }
}
