import Ecosystem
import SwiftPM
import Testing
import Text

private let world = ScriptedGit([
  "kit": ["1.0.0": library("kit"), "1.4.0": library("kit")],
  "log": ["1.0.0": library("log"), "1.2.0": library("log")],
])

private let from = #".package(url: "https://example.com/acme/log", from: "1.0.0")"#

/// A project that has one remote package, further references in its main group, and more objects.
private func project(
  children: String = "", objects: String = "", references: String = "AA03", more: String = ""
) -> String {
  """
  // !$*UTF8*$!
  {objects = {
    AA01 = {isa = PBXProject; mainGroup = AA02; packageReferences = (\(references)); \(more)};
    AA02 = {isa = PBXGroup; children = (\(children)); sourceTree = "<group>"; };
    AA03 = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/acme/kit";
      requirement = {kind = upToNextMajorVersion; minimumVersion = 1.0.0; }; };
    \(objects)
  }; rootObject = AA01; }
  """
}

private func workspace(_ locations: String...) -> String {
  let references = locations.map { "<FileRef location = \"\($0)\"></FileRef>" }
  return "<Workspace version = \"1.0\">\(references.joined())</Workspace>"
}

private func local(_ path: String) -> String {
  "BB01 = {isa = XCLocalSwiftPackageReference; relativePath = \"\(path)\"; };"
}

private func file(_ path: String, _ type: String = "folder") -> String {
  "BB02 = {isa = PBXFileReference; lastKnownFileType = \"\(type)\"; path = \"\(path)\"; "
    + "sourceTree = \"<group>\"; };"
}

private let manifest = "App.xcodeproj/project.pbxproj"
private let data = "App.xcworkspace/contents.xcworkspacedata"
private let pins = "App.xcworkspace/xcshareddata/swiftpm/Package.resolved"
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

@Suite struct `The members of an Xcode workspace` {
  private func change(_ files: [String: String]) async throws -> Change {
    let tree = SourceTree(name: "repo", files: files)
    let swift = world.ecosystem
    let project = try #require(
      swift.discover(in: tree.paths).first { !$0.manifest.hasSuffix("Package.swift") })
    return try await swift.open(project, in: tree).change(toward: .updateAll(.init()))
  }

  private func identities(_ files: [String: String]) async throws -> [String] {
    let change = try await change(files)
    let file = try #require(change.files.first { $0.path.hasSuffix("Package.resolved") })
    let bytes = try #require(file.after)
    return try ResolvedFile(SourceText(file: "r", bytes: bytes)).pins.map {
      $0.identity.description
    }
  }

  @Test(
    arguments: [
      (workspace("group:../outside"), "outside"), (workspace("group:Kit"), "`Kit`"),
      (workspace("group:App.xcodeproj"), "`App.xcodeproj`"),
      (workspace("absolute:/opt/Kit"), "/opt/Kit"),
      (workspace(), "refers to none"),
    ])
  func `a workspace whose packages are not all here keeps its pins`(
    workspace: String, word: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await change([data: workspace, pins: lock])
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true)
  }

  @Test(
    arguments: [
      (project(objects: local("../Kit"), references: "AA03, BB01"), "`../Kit`"),
      (project(objects: local(".symlinks/Kit"), references: "AA03, BB01"), "`.symlinks/Kit`"),
      (project(children: "BB02", objects: file("../Kit", "wrapper")), "`../Kit`"),
      (project(children: "BB02", objects: file("Kit")), "`Kit`"),
      (
        project(children: "BB02", objects: file("B.xcodeproj", "wrapper.pb-project")), "B.xcodeproj"
      ),
      (project(references: "AA03, CC01"), "does not contain"),
      (
        project(
          objects: local("Kit").replacing("};", with: "traits = (A);};"), references: "BB01"),
        "with traits"
      ),
      (project(references: "AA03, AA02"), "PBXGroup"),
      (project(more: "projectDirPath = \"..\";"), "outside"),
    ])
  func `a package that is not in the repository is refused by name`(
    project: String, word: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) { try await change([manifest: project]) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true)
    #expect(problem?.location?.file == manifest)
  }

  @Test(
    arguments: [
      file("README.md"), file("Kit.swift", "sourcecode.swift"), file("../x.png", "image.png"),
      file("public") + "BB03 = {isa = PBXBuildFile; fileRef = BB02; };",
    ])
  func `resources and sources are not packages`(objects: String) async throws {
    let files = [manifest: project(children: "BB02", objects: objects)]
    #expect(try await identities(files) == ["kit"])
  }

  @Test func `the only workspace above projects without pins gets the first pins`() async throws {
    let files = [
      data: workspace("group:App.xcodeproj", "group:Own"), manifest: project(),
      "Own/Package.swift": library("Own", from),
    ]
    let change = try await change(files)
    #expect(change.files.map(\.path) == [pins])
    #expect(try await identities(files) == ["kit", "log"])
  }

  @Test(arguments: [
    ["Other.xcworkspace/contents.xcworkspacedata"],
    ["App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"],
  ])
  func `a project keeps its own pins, or those that no single workspace has`(more: [String]) {
    let found = world.ecosystem.discover(in: [data, manifest] + more).map(\.manifest)
    #expect(found == [manifest])
  }

  @Test(arguments: [("kit", "kit.git"), ("kit.git", "kit")])
  func `a new pin has the project's spelling of a location`(
    own: String, package: String
  ) async throws {
    let files = [
      manifest: project(objects: local("Own"), references: "AA03, BB01")
        .replacing("acme/kit\"", with: "acme/\(own)\""),
      "Own/Package.swift": library(
        "Own", #".package(url: "https://example.com/acme/\#(package)", from: "1.0.0")"#),
    ]
    let change = try await change(files)
    let bytes = try #require(change.files.first { $0.path.hasSuffix("Package.resolved") }?.after)
    let file = try ResolvedFile(SourceText(file: "r", bytes: bytes))
    #expect(file.pins.map(\.location) == ["https://example.com/acme/\(own)"])
  }

  @Test func `local packages in hidden folders are read`() async throws {
    let files = [
      manifest: project(objects: local(".packages/Own"), references: "AA03, BB01"),
      ".packages/Own/Package.swift": library("Own", from),
    ]
    #expect(try await identities(files) == ["kit", "log"])
  }

  private func synchronized(_ path: String, _ more: String = "") -> String {
    "BB02 = {isa = PBXFileSystemSynchronizedRootGroup; \(more) path = \"\(path)\"; "
      + "sourceTree = \"<group>\"; };"
  }

  @Test func `packages in a folder of Xcode 16 are read, at any depth`() async throws {
    let own = library("Own", from)
    let three = lock.replacing("\"version\" : 2", with: "\"version\" : 3")
    let path = "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
    let files = [
      manifest: project(children: "BB02", objects: synchronized("Modules")), path: three,
      "Modules/Deep/Own/Package.swift": own, "Modules/Deep/Own/In/Package.swift": library("In"),
      "Modules/.hidden/Package.swift": library("Hidden"), "Modules/a.swift": "",
      "Modules/B.bundle/Package.swift": library("Bundle"),
    ]
    let change = try await change(files)
    let bytes = try #require(change.files.first { $0.path == path }?.after)
    let file = try ResolvedFile(SourceText(file: path, bytes: bytes))
    #expect(file.pins.map(\.identity.description) == ["kit", "log"])
    #expect(
      file.originHash
        == OriginHash.of(manifests: [Array(own.utf8)], locations: ["https://example.com/acme/kit"]))
  }

  @Test(arguments: [
    ("../Outside", "", "outside the repository"), ("Gone", "", "not in the repository"),
    ("Modules/Own", "", "which is a package"),
    ("Modules", "explicitFolders = (Own, );", "copies a folder"),
    ("Modules", "exceptions = (BB03, );", "exception for the local package `Modules/Own`"),
  ])
  func `a folder of Xcode 16 whose packages are not certain is refused by name`(
    path: String, more: String, word: String
  ) async throws {
    let exceptions = "BB03 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; "
    let files = [
      manifest: project(
        children: "BB02",
        objects: synchronized(path, more) + exceptions + "membershipExceptions = (Own, a.txt, ); };"
      ),
      "Modules/Own/Package.swift": library("Own", from),
    ]
    let problem = await #expect(throws: Problem.self) { try await change(files) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(word) == true)
    #expect(problem?.location?.file == manifest)
  }

  @Test func `exceptions for files do not hide packages`() async throws {
    let exceptions = "BB03 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; "
    let files = [
      manifest: project(
        children: "BB02",
        objects: synchronized("Modules", "exceptions = (BB03, );") + exceptions
          + "membershipExceptions = (Info.plist, ); };"),
      "Modules/Own/Package.swift": library("Own", from),
    ]
    #expect(try await identities(files) == ["kit", "log"])
  }

  @Test func `a member of a group of an unknown kind is refused by name`() async throws {
    let object = "BB02 = {isa = PBXFileSystemNewGroup; path = Kit; sourceTree = \"<group>\"; };"
    let files = [manifest: project(children: "BB02", objects: object)]
    let problem = await #expect(throws: Problem.self) { try await change(files) }
    #expect(problem?.message.contains("PBXFileSystemNewGroup") == true)
  }

  @Test func `a workspace in a hidden folder resolves for the package above it`() async throws {
    let files = [
      ".github/package.xcworkspace/contents.xcworkspacedata": workspace("group:.."),
      ".github/package.xcworkspace/xcshareddata/swiftpm/Package.resolved":
        #"{"pins": [], "version": 2}"#,
      "Package.swift": library("repo", from),
    ]
    #expect(try await identities(files) == ["log"])
  }

  @Test(arguments: [[:], [data: workspace("group:App.xcodeproj"), pins: lock]])
  func `projects inside projects bring their packages, at any depth`(
    files: [String: String]
  ) async throws {
    let nested = { (path: String) in file(path, "wrapper.pb-project") }
    let inner = project(children: "BB02", objects: nested("../C/C.xcodeproj"), references: "")
    let innermost = project(
      children: "BB02", objects: nested("../App.xcodeproj") + local("../Own"), references: "BB01")
    let all = [
      manifest: project(children: "BB02", objects: nested("B/B.xcodeproj")),
      "B/B.xcodeproj/project.pbxproj": inner, "C/C.xcodeproj/project.pbxproj": innermost,
      "Own/Package.swift": library("Own", from),
    ]
    #expect(try await identities(all.merging(files) { $1 }) == ["kit", "log"])
  }

  private static let traits = ScriptedGit([
    "kit": [
      "1.0.0": """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "kit", products: [.library(name: "kit", targets: ["kit"])],
        traits: [.default(enabledTraits: ["Logs"]), .trait(name: "Logs")],
        dependencies: [.package(url: "https://example.com/acme/log", from: "1.0.0")],
        targets: [.target(name: "kit", dependencies: [
          .product(name: "log", package: "log", condition: .when(traits: ["Logs"]))])])
      """
    ], "log": ["1.0.0": library("log")],
  ])

  @Test(
    arguments: [
      ("", ["kit", "log"]), ("traits = ();", ["kit"]), ("traits = (Logs);", ["kit", "log"]),
      ("traits = (default);", ["kit", "log"]),
    ])
  func `a package has the traits of its reference`(
    traits: String, expected: [String]
  ) async throws {
    let isa = "isa = XCRemoteSwiftPackageReference;"
    let tree = SourceTree(
      name: "repo", files: [manifest: project().replacing(isa, with: isa + traits)])
    let swift = Self.traits.ecosystem
    let found = try #require(swift.discover(in: tree.paths).first)
    let change = try await swift.open(found, in: tree).change(toward: .lock(.init()))
    #expect(change.moves.map(\.name).sorted() == expected)
  }

  @Test func `CocoaPods' project brings no packages`() async throws {
    let files = [
      data: workspace("group:App.xcodeproj", "group:Pods/Pods.xcodeproj"), pins: lock,
      manifest: project(),
    ]
    #expect(try await identities(files) == ["kit"])
  }

  @Test func `manifests of packages are read for macOS, as Xcode runs there`() async throws {
    let conditional = """
      // swift-tools-version:5.9
      import PackageDescription
      #if canImport(Darwin) && os(macOS)
      let extra: [Package.Dependency] = []
      #else
      let extra: [Package.Dependency] = [\(from)]
      #endif
      let package = Package(
        name: "kit", products: [.library(name: "kit", targets: ["kit"])], dependencies: extra,
        targets: [.target(name: "kit", dependencies: extra.isEmpty ? [] : ["log"])])
      """
    let world = ScriptedGit(["kit": ["1.0.0": conditional], "log": ["1.0.0": library("log")]])
    let tree = SourceTree(
      name: "repo", files: [manifest: project(), "P/Package.swift": library("P", kit)])
    let swift = world.ecosystem
    for (folder, expected) in [("App.xcodeproj", ["kit"]), ("P", ["kit", "log"])] {
      let found = try #require(
        swift.discover(in: tree.paths).first { $0.manifest.hasPrefix(folder) })
      let change = try await swift.open(found, in: tree).change(toward: .lock(.init()))
      #expect(change.moves.map(\.name).sorted() == expected)
    }
  }

  private let kit = #".package(url: "https://example.com/acme/kit", from: "1.0.0")"#

  @Test func `the origin hash has the package of the root before those in folders`() async throws {
    let (root, inner) = (library("repo", kit), library("Inner"))
    let files = [
      data: workspace("group:", "group:Examples/Inner"), pins: lock, "Package.swift": root,
      "Examples/Inner/Package.swift": inner,
    ]
    let three = lock.replacing("\"version\" : 2", with: "\"version\" : 3")
    let file = try #require(
      try await change(files.merging([pins: three]) { $1 }).files.first { $0.path == pins }?.after)
    #expect(
      try ResolvedFile(SourceText(file: pins, bytes: file)).originHash
        == OriginHash.of(manifests: [Array(root.utf8), Array(inner.utf8)]))
  }

  @Test(arguments: [
    "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved", pins,
  ])
  func `pins of a project that is not in the repository are refused, not skipped`(
    path: String
  ) async throws {
    let problem = await #expect(throws: Problem.self) { try await change([path: lock]) }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("not in the repository") == true)
  }

  private let configuration = "App.xcworkspace/xcshareddata/swiftpm/configuration/"

  @Test func `a workspace's own mirrors are used, and its lock keeps the locations`() async throws {
    let address = "https://internal.example.org/kit"
    let files = [
      data: workspace("group:App.xcodeproj"), pins: #"{"pins": [], "version": 3}"#,
      manifest: project().replacing("https://example.com/acme/kit", with: address),
      configuration + "mirrors.json":
        #"{"object": [{"mirror": "https://example.com/acme/kit", "original": "\#(address)"}], "#
        + #""version": 1}"#,
    ]
    let bytes = try #require(try await change(files).files.first { $0.path == pins }?.after)
    let file = try ResolvedFile(SourceText(file: pins, bytes: bytes))
    #expect(file.pins.map(\.location) == [address])
    #expect(file.originHash == OriginHash.of(manifests: [], locations: [address]))
  }

  @Test func `an identity in place of an address is looked up in the workspace's registry`()
    async throws
  {
    let files = [
      data: workspace("group:App.xcodeproj"), pins: #"{"pins": [], "version": 3}"#,
      manifest: project().replacing("https://example.com/acme/kit", with: "mona.LinkedList"),
    ]
    let unknown = await #expect(throws: Problem.self) { try await change(files) }
    #expect(unknown?.message.contains("registry is not known") == true)
    let registries =
      #"{"registries": {"mona": {"url": "https://packages.acme.dev"}}, "version": 1}"#
    let known = await #expect(throws: Problem.self) {
      try await change(files.merging([configuration + "registries.json": registries]) { $1 })
    }
    #expect(known?.kind == .failed)
    #expect(known?.message != unknown?.message)
  }
}
