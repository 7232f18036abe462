import SwiftPM
import SwiftSources
import Testing
import Text

private func manifest(_ code: String) -> String {
  """
  // swift-tools-version:6.0
  import Foundation
  import PackageDescription
  let package = Package(
    name: "app", dependencies: [.package(url: "https://e.com/kit", from: "1.0.0")],
    targets: [
      .target(name: "a", dependencies: [.product(name: "Kit", package: "kit")]),
      .testTarget(name: "aTests", dependencies: ["a"]),
    ])
  \(code)
  """
}

private func read(_ code: String) throws -> PackageManifest {
  try ManifestReader(tools: ToolsVersion(6, 3, 1)).read(
    SourceText(file: "Package.swift", manifest(code)))
}

/// Code that isn't evaluated, and can only change settings.
@Suite struct `Code that concerns settings` {
  @Test(arguments: [
    "let pattern = /^a[b-c]+$/\nif \"abc\".firstMatch(of: /b/) != nil { print(pattern) }",
    "let pattern = #/ a \\/ b /#",
    "for target in package.targets where !target.isTest { target.swiftSettings = [.define(\"A\")] }",
    "for target in package.targets where target.type == .test { target.exclude.append(\"x\") }",
    "if FileManager.default.fileExists(atPath: \"strict\") { package.platforms = [.macOS(.v13)] }",
    """
    for target in package.targets where FileManager.default.fileExists(atPath: target.name) {
      var settings = target.swiftSettings ?? []
      settings.append(.unsafeFlags(["-strict"]))
      target.swiftSettings = settings
    }
    """,
    """
    func strict(_ target: Target) { target.swiftSettings = (target.swiftSettings ?? []) + [.x] }
    if "a".contains(/a/) { package.targets.forEach { strict($0) } }
    """,
    "switch UUID().uuidString { case \"a\": package.targets[0].linkerSettings = []; default: break }",
  ])
  func `leaves the dependencies known`(code: String) throws {
    let manifest = try read(code)
    #expect(manifest.obstacle == nil)
    #expect(manifest.dependencies.map(\.identity.description) == ["kit"])
    #expect(manifest.targets.map(\.name) == ["a", "aTests"])
    #expect(manifest.targets[0].uses.map(\.name) == ["Kit"])
  }

  @Test(arguments: [
    "if FileManager.default.fileExists(atPath: \"x\") { package.dependencies.append(.package(url: \"https://e.com/b\", from: \"1.0.0\")) }",
    "if \"a\".contains(/a/) { package.targets[0].dependencies = [] }",
    "func add(_ target: Target) { target.dependencies.append(\"x\") }\nif \"a\".contains(/a/) { package.targets.forEach { add($0) } }",
    "if \"a\".contains(/a/) { package.targets.removeLast() }",
    "var list = package.targets\nif \"a\".contains(/a/) { list = []; package.targets = list }",
  ])
  func `is distinguished from code that concerns dependencies`(code: String) throws {
    do {
      #expect(try read(code).obstacle != nil)
    } catch let error as ManifestError {
      #expect(error.kind == .refused)
    }
  }

  @Test func `a division isn't a regular expression`() throws {
    let manifest = try read("let half = 4 / 2 / 1\nlet list = [half/2, (half)/2]")
    #expect(manifest.obstacle == nil)
  }
}
