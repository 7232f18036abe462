import Ecosystem
import SwiftPM
import Testing
import Text

private let world = ScriptedGit([
  "kit": ["1.0.0": library("kit"), "1.4.0": library("kit"), "2.1.0": library("kit")],
  "log": ["1.0.0": library("log"), "1.2.0": library("log")],
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

@Suite struct `Tuist` {
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
    #expect(found.map(\.manifest) == ["Project.swift", "Tuist/Package.swift"])
    #expect(found.map(\.lock) == [nil, "Tuist/Package.resolved"])
  }

  @Test func `Tuist's manifest and lock are read and updated together`() async throws {
    let swift = world.ecosystem
    let project = try #require(swift.discover(in: tree.paths).last)
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

  @Test func `packages in the form of Tuist 3 are refused by name`() async throws {
    let files = SourceTree(
      name: "repo",
      files: ["Project.swift": "import ProjectDescription", "Tuist/Dependencies.swift": "import A"])
    let project = try #require(world.ecosystem.discover(in: files.paths).first)
    let problem = await #expect(throws: Problem.self) {
      try await world.ecosystem.open(project, in: files).dependencies()
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == "Tuist/Dependencies.swift")
  }
}

/// Packages of Tuist's `Project.swift`, which Xcode resolves.
@Suite struct `Tuist's Project.swift` {
  private static func project(_ packages: String, before: String = "") -> String {
    """
    import ProjectDescription
    \(before)
    let project = Project(
      name: "App",
      packages: [\(packages)],
      targets: [
        .target(
          name: "App", destinations: .iOS, product: .app, bundleId: "dev.acme.app",
          sources: ["Sources/**"], dependencies: [.package(product: "kit")])
      ]
    )

    """
  }

  private func change(
    _ files: [String: String], toward goal: Goal = .lock(.init())
  ) async throws -> [String: String] {
    let tree = SourceTree(
      name: "repo", files: files.merging(["Tuist.swift": "let tuist = Tuist()"]) { $1 })
    let swift = world.ecosystem
    let project = try #require(
      swift.discover(in: tree.paths).first { $0.manifest == "Project.swift" })
    let change = try await swift.open(project, in: tree).change(toward: goal)
    return Dictionary(
      uniqueKeysWithValues: change.files.map { file in
        (file.path, String(decoding: file.after ?? [], as: UTF8.self))
      })
  }

  private static let kit = #"url: "https://example.com/acme/kit""#
  private let empty = #"{"pins": [], "version": 3}"#
  private let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())

  @Test(arguments: [
    (
      ".remote(\(kit), requirement: .upToNextMajor(from: \"1.0.0\"))",
      ".remote(\(kit), requirement: .upToNextMajor(from: \"2.1.0\"))"
    ),
    (
      ".remote(\(kit), requirement: .exact(\"1.0.0\"))",
      ".remote(\(kit), requirement: .exact(\"2.1.0\"))"
    ),
    (
      ".remote(\(kit), requirement: .range(from: \"1.0.0\", to: \"2.0.0\"))",
      ".remote(\(kit), requirement: .range(from: \"1.0.0\", to: \"3.0.0\"))"
    ),
    (".package(\(kit), from: \"1.0.0\")", ".package(\(kit), from: \"2.1.0\")"),
    (
      "Package.remote(\(kit), requirement: .upToNextMinor(from: \"1.0.0\"))",
      "Package.remote(\(kit), requirement: .upToNextMinor(from: \"2.1.0\"))"
    ),
  ])
  func `a requirement is edited where it is, and the hidden lock follows`(
    before: String, after: String
  ) async throws {
    let files = ["Project.swift": Self.project(before), ".package.resolved": empty]
    let edited = try await change(files, toward: goal)
    #expect(edited["Project.swift"] == Self.project(after))
    #expect(edited[".package.resolved"]?.contains("\"version\" : \"2.1.0\"") == true)
    #expect(edited[".package.resolved"]?.contains("originHash") == true)
  }

  @Test(arguments: [
    ".local(path: \"Packages/Own\")", ".package(path: \"Packages/Own\")",
    ".local(path: .relativeToRoot(\"Packages/Own\"))", ".local(path: \"//Packages/Own\")",
    ".local(path: .relativeToManifest(\"Packages/Own\"))",
    ".local(path: .path(\"Packages/Own\"))",
  ])
  func `a local package's own packages are pinned`(package: String) async throws {
    let files = [
      "Project.swift": Self.project(package), ".package.resolved": empty,
      "Packages/Own/Package.swift": library(
        "Own", #".package(url: "https://example.com/acme/log", from: "1.0.0")"#),
    ]
    let edited = try await change(files)
    #expect(edited[".package.resolved"]?.contains("\"log\"") == true)
  }

  @Test func `without a lock none is written`() async throws {
    let files = ["Project.swift": Self.project(".package(\(Self.kit), from: \"1.0.0\")")]
    #expect(try await change(files, toward: goal).keys.sorted() == ["Project.swift"])
    #expect(try await change(files) == [:])
  }

  @Test(arguments: [
    (project("helper()"), "helper"), (project(".remote(\(kit), requirement: .newest)"), "newest"),
    (
      "import ProjectDescription\nlet project = Project.app(packages: [.package(\(kit))])",
      "no `Project`"
    ),
  ])
  func `packages that helpers make are refused with their place`(
    text: String, word: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await change(["Project.swift": text, ".package.resolved": empty])
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true)
    #expect(problem?.location?.file == "Project.swift")
  }

  @Test func `a source file of that name in an app is not a project`() {
    let paths = ["App/Models/Project.swift", "App.xcodeproj/project.pbxproj"]
    #expect(world.ecosystem.discover(in: paths).map(\.manifest) == [paths[1]])
  }
}
