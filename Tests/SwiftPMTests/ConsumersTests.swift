import Ecosystem
import SwiftPM
import Testing
import Text

private let projectFile = "App.xcodeproj/project.pbxproj"

/// A release of `kit` with some products, for some iOS.
private func kit(_ products: String..., iOS: String = ".v13") -> String {
  let list = products.map { ".library(name: \"\($0)\", targets: [\"kit\"])" }
  return """
    // swift-tools-version:5.9
    import PackageDescription
    let package = Package(
      name: "kit", platforms: [.iOS(\(iOS))], products: [\(list.joined(separator: ", "))],
      targets: [.target(name: "kit")])
    """
}

/// Version 1.2.0 needs iOS 15, and 1.3.0 has no product `Logs`.
private let history: ScriptedGit.History = [
  "1.0.0": kit("Kit", "Logs"), "1.1.0": kit("Kit", "Logs"),
  "1.2.0": kit("Kit", "Logs", iOS: ".v15"), "1.3.0": kit("Kit"),
]

/// An Xcode project whose target links a product, with build settings of the target and the project.
private func xcode(
  _ product: String, target: String = "", project: String = "", base: String = ""
) -> String {
  """
  // !$*UTF8*$!
  {
  \tobjects = {
  \t\tAA01 = {isa = PBXProject; mainGroup = AA02; buildConfigurationList = CC01;
  \t\t\tpackageReferences = (AA03, ); targets = (TT01, ); };
  \t\tAA02 = {isa = PBXGroup; children = (FF01, ); sourceTree = "<group>"; };
  \t\tFF01 = {isa = PBXFileReference; path = Config/App.xcconfig; sourceTree = "<group>"; };
  \t\tAA03 = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/acme/kit";
  \t\t\trequirement = {kind = upToNextMajorVersion; minimumVersion = 1.0.0; }; };
  \t\tPP01 = {isa = XCSwiftPackageProductDependency; package = AA03; productName = \(product); };
  \t\tPP02 = {isa = XCSwiftPackageProductDependency; package = AA03; productName = Unused; };
  \t\tTT01 = {isa = PBXNativeTarget; name = App; buildConfigurationList = CC02;
  \t\t\tpackageProductDependencies = (PP01, ); };
  \t\tCC01 = {isa = XCConfigurationList; buildConfigurations = (DD01, ); };
  \t\tCC02 = {isa = XCConfigurationList; buildConfigurations = (DD02, ); };
  \t\tDD01 = {isa = XCBuildConfiguration; name = Release;
  \t\t\tbuildSettings = {SDKROOT = iphoneos; \(project) }; };
  \t\tDD02 = {isa = XCBuildConfiguration; name = Release; \(base) buildSettings = {\(target) }; };
  \t};
  \trootObject = AA01;
  }

  """
}

private let pins = """
  {"pins" : [{"identity" : "kit", "kind" : "remoteSourceControl",
    "location" : "https://example.com/acme/kit",
    "state" : {"revision" : "\(ScriptedGit.commit("kit", "1.0.0"))", "version" : "1.0.0"}}],
    "version" : 2}
  """

private func open(_ files: [String: String]) async throws -> any OpenProject {
  let swift = ScriptedGit(["kit": history]).ecosystem
  let tree = SourceTree(name: "app", files: files)
  let project = try #require(swift.discover(in: tree.paths).first)
  return try await swift.open(project, in: tree)
}

/// The reasons of the releases 1.2.0 and 1.3.0.
private func reasons(_ files: [String: String]) async throws -> [String?] {
  let opened = try await open(files)
  let dependency = try #require(try await opened.dependencies().first)
  return try await opened.releases(of: dependency).suffix(2).map(\.heldBack)
}

private let lost = "no longer has the product Logs, which a target uses"

private func raised(_ own: String, in file: String = projectFile) -> String {
  "needs iOS 15, but the target App of \(file) has iOS \(own)"
}

@Suite struct `Targets that link products` {
  private static let lockFile =
    "App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"

  @Test(arguments: [
    ("Logs", "", "IPHONEOS_DEPLOYMENT_TARGET = 13.0;", raised("13.0"), lost),
    // The newest release fits, so that the one before isn't examined.
    ("Kit", "", "IPHONEOS_DEPLOYMENT_TARGET = 13.0;", nil, nil),
    // The target's own setting counts first.
    (
      "Logs", "IPHONEOS_DEPLOYMENT_TARGET = 16.0;", "IPHONEOS_DEPLOYMENT_TARGET = 13.0;", nil, lost
    ),
    ("\"plugin:Logs\"", "SDKROOT = macosx;", "", nil, lost),
    ("Logs", "", "", nil, lost),
  ])
  func `of an Xcode project hold releases back that they can't use`(
    product: String, target: String, project: String, older: String?, newest: String?
  ) async throws {
    let text = xcode(product, target: target, project: project)
    #expect(try await reasons([projectFile: text, Self.lockFile: pins]) == [older, newest])
  }

  @Test(arguments: [
    ("IPHONEOS_DEPLOYMENT_TARGET = 13.0 // old phones", raised("13.0")),
    ("#include \"Base.xcconfig\"", raised("14.0")),
    ("#include \"Base.xcconfig\"\nIPHONEOS_DEPLOYMENT_TARGET = 15.1", nil),
    // What isn't known holds nothing back.
    ("IPHONEOS_DEPLOYMENT_TARGET = $(OLDEST)", nil), ("#include \"Missing.xcconfig\"", nil),
    ("IPHONEOS_DEPLOYMENT_TARGET[arch=arm64] = 13.0", nil),
  ])
  func `of an Xcode project have the settings of files, too`(
    settings: String, older: String?
  ) async throws {
    let files = [
      projectFile: xcode("Logs", base: "baseConfigurationReference = FF01;"),
      Self.lockFile: pins, "Config/App.xcconfig": settings,
      "Config/Base.xcconfig": "IPHONEOS_DEPLOYMENT_TARGET = 14.0",
    ]
    #expect(try await reasons(files) == [older, lost])
  }

  @Test(arguments: [
    ("IPHONEOS_DEPLOYMENT_TARGET = \"$(OLDEST)\";", "", "computes IPHONEOS_DEPLOYMENT_TARGET"),
    ("SDKROOT = auto;", "", "has no known platform"),
    ("", "baseConfigurationReference = FF01;", "takes settings from Config/App.xcconfig, "),
    ("IPHONEOS_DEPLOYMENT_TARGET = 13.0;", "", nil),
  ])
  func `whose deployment target isn't known are named when a version needs a newer system`(
    target: String, base: String, reason: String?
  ) async throws {
    let files = [projectFile: xcode("Logs", target: target, base: base), Self.lockFile: pins]
    let opened = try await open(files)
    func warnings(_ version: String) async throws -> [Warning] {
      let goal = Goal.update([.init(name: "kit", version: version)], .init())
      return try await opened.change(toward: goal).warnings
    }
    // The present version needs the same.
    #expect(try await warnings("1.1.0") == [])
    let found = try await warnings("1.2.0")
    #expect(found.count == (reason == nil ? 0 : 1))
    for case .unchecked(_, let version, let change, let text) in found {
      #expect([version, change] == ["1.2.0", "needs iOS 15"])
      #expect(text.contains("the target App of \(projectFile) \(reason ?? "")"), "\(text)")
    }
  }

  @Test(arguments: [
    ("platform: iOS, deploymentTarget: \"13.0\"", raised("13.0", in: "project.yml")),
    ("platform: [iOS, tvOS], deploymentTarget: {iOS: 14.2}", raised("14.2", in: "project.yml")),
    ("platform: iOS", raised("13.1", in: "project.yml")),
    ("platform: iOS, deploymentTarget: 16.0", nil), ("platform: macOS", nil),
  ])
  func `of XcodeGen's file hold releases back that they can't use`(
    target: String, older: String?
  ) async throws {
    let text = """
      name: App
      options: {deploymentTarget: {iOS: "13.1"}}
      packages: {Tools: {url: "https://example.com/acme/kit", from: 1.0.0}}
      targets:
        App: {type: application, \(target), dependencies: [{package: Tools, products: [Kit, Logs]}]}

      """
    #expect(
      try await reasons(["project.yml": text, Self.lockFile: pins]) == [older, lost])
  }

  @Test func `of Tuist's project hold releases back without their products`() async throws {
    let text = """
      import ProjectDescription
      let project = Project(
        name: "App",
        packages: [.remote(url: "https://example.com/acme/kit", requirement: .upToNextMajor(from: "1.0.0"))],
        targets: [
          .target(name: "App", destinations: .iOS, product: .app, bundleId: "dev.acme.app",
            dependencies: [.package(product: "Logs"), .target(name: "Own"), .package(product: "Other")])
        ])
      """
    #expect(
      try await reasons(["Project.swift": text, ".package.resolved": pins]) == [nil, lost])
  }

  @Test func `of a package whose platforms are computed are named`() async throws {
    let text = """
      // swift-tools-version:5.9
      import PackageDescription
      let oldest = ProcessInfo.processInfo.environment["OLDEST"]!
      let package = Package(
        name: "app", platforms: [.iOS(oldest)],
        dependencies: [.package(url: "https://example.com/acme/kit", from: "1.0.0")],
        targets: [.target(name: "app", dependencies: [.product(name: "Logs", package: "kit")])])
      """
    let opened = try await open(["Package.swift": text, "Package.resolved": pins])
    let goal = Goal.update([.init(name: "kit", version: "1.2.0")], .init())
    #expect(
      try await opened.change(toward: goal).warnings == [
        .unchecked(
          package: "kit", version: "1.2.0", change: "needs iOS 15",
          reason: "Package.swift computes its platforms")
      ])
  }
}
