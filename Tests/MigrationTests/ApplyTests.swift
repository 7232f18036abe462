import CocoaPods
import Ecosystem
import SwiftPM
import Testing
import Text

@testable import Migration

private let manifest = "App.xcodeproj/project.pbxproj"
private let resolved = "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"

/// The lines that differ: `-` for those of the first text, `+` for those of the second one.
private func difference(_ before: String, _ after: String) -> [String] {
  let old = before.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let new = after.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  return new.difference(from: old).sorted { $0.order < $1.order }.map(\.line)
}

extension CollectionDifference.Change where ChangeElement == String {
  fileprivate var order: (Int, Int) {
    switch self {
    case .insert(let offset, _, _): (1, offset)
    case .remove(let offset, _, _): (0, offset)
    }
  }

  fileprivate var line: String {
    switch self {
    case .insert(_, let text, _): "+" + text
    case .remove(_, let text, _): "-" + text
    }
  }
}

@Suite struct `A move` {
  private let app = AppScene(
    "  pod 'Kit', '~> 1.2' # UI\n  pod 'Log'\n",
    locked: [
      "Kit (1.2.0)", "Log (2.0.0)",
    ])

  @Test func `adds the package, its product and its build file as Xcode does`() async throws {
    let files = try await app.moved("Kit")
    let lines = difference(plainProject, try #require(files[manifest]))
    let ids = lines.compactMap { line in
      line.split(whereSeparator: { $0 == " " || $0 == "\t" }).first { $0.count == 24 }
    }
    #expect(Set(ids).count == 3)
    let (file, product, package) = (ids[0], ids[2], ids[3])
    #expect(
      lines
        == """
        -	objectVersion = 50;
        +	objectVersion = 52;
        +		FILE /* Kit in Frameworks */ = {isa = PBXBuildFile; productRef = PRODUCT /* Kit */; };
        +				FILE /* Kit in Frameworks */,
        +			packageProductDependencies = (
        +				PRODUCT /* Kit */,
        +			);
        +			packageReferences = (
        +				PACKAGE /* XCRemoteSwiftPackageReference "Kit" */,
        +			);
        +
        +/* Begin XCRemoteSwiftPackageReference section */
        +		PACKAGE /* XCRemoteSwiftPackageReference "Kit" */ = {
        +			isa = XCRemoteSwiftPackageReference;
        +			repositoryURL = "https://example.com/acme/Kit.git";
        +			requirement = {
        +				kind = upToNextMajorVersion;
        +				minimumVersion = 1.2.0;
        +			};
        +		};
        +/* End XCRemoteSwiftPackageReference section */
        +
        +/* Begin XCSwiftPackageProductDependency section */
        +		PRODUCT /* Kit */ = {
        +			isa = XCSwiftPackageProductDependency;
        +			package = PACKAGE /* XCRemoteSwiftPackageReference "Kit" */;
        +			productName = Kit;
        +		};
        +/* End XCSwiftPackageProductDependency section */
        """.replacing("FILE", with: file).replacing("PRODUCT", with: product)
        .replacing("PACKAGE", with: package).split(separator: "\n").map(String.init))
  }

  @Test func `removes the pod from the Podfile and its lock`() async throws {
    let files = try await app.moved("Kit")
    #expect(
      difference(app.podfile, try #require(files["Podfile"])) == ["-  pod 'Kit', '~> 1.2' # UI"])
    let lines = difference(app.lock, try #require(files["Podfile.lock"]))
    #expect(
      lines.filter { $0.contains("Kit") } == [
        "-  - Kit (1.2.0)", "-  - Kit (~> 1.2)", "-    - Kit",
        "-  Kit: \(String(repeating: "0", count: 40))",
      ])
    #expect(files["Podfile.lock"]?.contains("  - Log (2.0.0)") == true)
  }

  @Test func `pins the same version, though there is a newer one`() async throws {
    var app = app
    app.repositories["Kit"] = ["1.2.0": library("Kit"), "1.9.0": library("Kit")]
    let files = try await app.moved("Kit")
    #expect(Set(files.keys) == ["Podfile", "Podfile.lock", manifest, resolved])
    let lock = try ResolvedFile(
      SourceText(file: resolved, try #require(files[resolved])))
    #expect(lock.pins.map(\.current) == ["1.2.0"])
    #expect(lock.pins[0].state.revision == AppScene.commit("Kit", "1.2.0"))
    #expect(lock.originHash != nil)
  }

  @Test func `is the same if it is repeated`() async throws {
    #expect(try await app.moved() == app.moved())
  }

  @Test func `of all pods leaves none`() async throws {
    let files = try await app.moved()
    #expect(
      files["Podfile"] == "platform :ios, '13.0'\n\ntarget 'App' do\n  use_frameworks!\nend\n")
    #expect(files["Podfile.lock"]?.hasPrefix("PODFILE CHECKSUM") == true)
  }

  @Test func `keeps the version of what the pod needs`() async throws {
    var app = AppScene(
      "  pod 'Kit'\n", locked: ["Kit (1.2.0):\n    - Base (~> 1.0)", "Base (1.0.0)"])
    app.pods["Kit 1.2.0"] = #""dependencies": {"Base": ["~> 1.0"]}"#
    app.repositories["Kit"] = ["1.2.0": library("Kit", dependencies: ["Base"])]
    app.repositories["Base"] = ["1.0.0": library("Base"), "1.5.0": library("Base")]
    let files = try await app.moved()
    let lock = try ResolvedFile(SourceText(file: resolved, try #require(files[resolved])))
    #expect(lock.pins.map(\.current) == ["1.0.0", "1.2.0"])
    #expect(files[manifest]?.contains("acme/Base") == false)
  }

  /// Three apps: pods that don't depend on each other, one that needs another, and a workspace.
  private static let apps = [
    AppScene("  pod 'Kit', '~> 1.2' # UI\n  pod 'Log'\n", locked: ["Kit (1.2.0)", "Log (2.0.0)"]),
    {
      var app = AppScene(
        "  pod 'Kit'\n  pod 'Old'\n",
        locked: ["Kit (1.2.0):\n    - Base (~> 1.0)", "Base (1.0.0)", "Old (1.0.0)"])
      app.pods["Kit 1.2.0"] = #""dependencies": {"Base": ["~> 1.0"]}"#
      app.repositories["Kit"] = ["1.2.0": library("Kit", dependencies: ["Base"])]
      app.repositories["Base"] = ["1.0.0": library("Base"), "1.5.0": library("Base")]
      app.repositories["Old"] = ["1.0.0": ""]
      return app
    }(),
    {
      var app = AppScene("  pod 'Kit'\n", locked: ["Kit (1.2.0)"])
      app.repositories["Kit"] = ["1.2.0": library("Kit"), "1.9.0": library("Kit")]
      app.files["App.xcworkspace/contents.xcworkspacedata"] = """
        <Workspace version="1.0"><FileRef location="group:App.xcodeproj"></FileRef></Workspace>
        """
      return app
    }(),
  ]

  @Test(arguments: apps) func `leaves both sides with versions that resolve to themselves`(
    app: AppScene
  ) async throws {
    var after = app
    after.files.merge(try await app.moved()) { $1 }
    let pods = CocoaPodsEcosystem(http: app.http, git: app.git, toolchain: Toolchain())
    let swift = SwiftPMEcosystem(http: app.http, git: app.git, toolchain: Toolchain())
    let tree = after.tree
    let podfile = try #require(pods.discover(in: tree.paths).first)
    let project = try #require(swift.discover(in: tree.paths).first { $0.lock != nil })
    let rest = try await pods.open(podfile, in: tree).change(toward: .lock(LockOptions()))
    let moved = try await swift.open(project, in: tree).change(toward: .lock(LockOptions()))
    #expect(rest.moves.isEmpty)
    #expect(moved.files.isEmpty)
    // New lines, and removed lines of pods; `objectVersion` is the only line that changes.
    let lines = difference(plainProject, after.files[manifest] ?? plainProject)
    #expect(lines.filter { $0.hasPrefix("-") } == ["-\tobjectVersion = 50;"])
    #expect(lines.count <= 50)
    let lost = difference(app.podfile, try #require(after.files["Podfile"]))
    #expect(lost.allSatisfy { $0.hasPrefix("-  pod ") })
  }

  @Test func `ends with a conflict if the version can't be kept`() async throws {
    var app = AppScene(
      "  pod 'Kit'\n", locked: ["Kit (1.2.0):\n    - Base (~> 1.0)", "Base (0.9.0)"])
    app.pods["Kit 1.2.0"] = #""dependencies": {"Base": [">= 0.9"]}"#
    app.repositories["Kit"] = ["1.2.0": library("Kit", dependencies: ["Base"])]
    app.repositories["Base"] = ["0.9.0": library("Base"), "1.5.0": library("Base")]
    let problem = await #expect(throws: Problem.self) { try await app.moved() }
    #expect(problem?.kind == .unsolvable)
    #expect(problem?.message.contains("would be 1.5.0") == true)
  }

  @Test func `of several products of one repository adds one package`() async throws {
    var app = AppScene("  pod 'Kit'\n  pod 'KitUI'\n", locked: ["Kit (1.2.0)", "KitUI (1.2.0)"])
    let both = library("Kit").replacing(
      "products: [", with: "products: [.library(name: \"KitUI\", targets: [\"KitUI\"]), ")
    app.pods["KitUI 1.2.0"] =
      #""source": {"git": "https://example.com/acme/Kit", "tag": "1.2.0"}"#
    app.repositories["Kit"] = ["1.2.0": both]
    #expect(try await app.migration().plan().steps == [["Kit", "KitUI"]])
    let text = try #require(try await app.moved()[manifest])
    #expect(text.split(separator: "\n").count { $0.contains("repositoryURL") } == 1)
    #expect(text.split(separator: "\n").count { $0.contains("productName = ") } == 3)
    let problem = await #expect(throws: Problem.self) { try await app.moved("Kit") }
    #expect(problem?.kind == .refused && problem?.message.contains("KitUI") == true)
  }

  @Test(arguments: [
    ("Nothing", Problem.Kind.usage), ("Old", .refused), ("Silent", .failed),
  ]) func `of a named pod that can't move is refused`(name: String, kind: Problem.Kind) async throws
  {
    var app = AppScene("  pod 'Old'\n  pod 'Silent'\n", locked: ["Old (1.0.0)", "Silent (1.0.0)"])
    app.repositories["Old"] = ["1.0.0": ""]
    app.silent = ["Silent"]
    let problem = await #expect(throws: Problem.self) { try await app.moved(name) }
    #expect(problem?.kind == kind)
  }

  @Test(arguments: [
    ("project.yml", "name: App\n"), ("App.yml", "name: App\npackages: {}\ntargets: {}\n"),
  ])
  func `to a generated project is refused`(name: String, text: String) async throws {
    var app = app
    app.files[name] = text
    let problem = await #expect(throws: Problem.self) { try await app.moved() }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains(name) == true)
  }

  @Test func `goes into the workspace that contains the project`() async throws {
    var app = app
    app.files["App.xcworkspace/contents.xcworkspacedata"] = """
      <?xml version="1.0" encoding="UTF-8"?>
      <Workspace version="1.0">
        <FileRef location="group:App.xcodeproj"></FileRef>
        <FileRef location="group:Pods/Pods.xcodeproj"></FileRef>
      </Workspace>
      """
    let files = try await app.moved()
    #expect(files.keys.contains("App.xcworkspace/xcshareddata/swiftpm/Package.resolved"))
    #expect(!files.keys.contains(resolved))
  }

  @Test func `adds a product to a project that has packages`() async throws {
    let first = try await app.moved("Kit")
    var rest = AppScene("  pod 'Log'\n", locked: ["Log (2.0.0)"])
    rest.repositories["Kit"] = app.repositories["Kit"]
    rest.files[manifest] = first[manifest]
    rest.files[resolved] = first[resolved]
    let second = try await rest.moved()
    let lines = difference(try #require(first[manifest]), try #require(second[manifest]))
    #expect(lines.allSatisfy { $0.hasPrefix("+") })
    #expect(lines.count == 17)
    let lock = try ResolvedFile(SourceText(file: resolved, try #require(second[resolved])))
    #expect(lock.pins.map(\.current) == ["1.2.0", "2.0.0"])
  }
}
