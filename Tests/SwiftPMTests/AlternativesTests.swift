import Ecosystem
import SwiftPM
import Testing
import Text

private let world = ScriptedGit([
  "kit": ["1.0.0": library("kit"), "2.1.0": library("kit"), "heads/main": library("kit")]
])

/// The manifest after `kit` was moved to 2.1.0; nil where the file stays.
private func edited(_ dependencies: String) async throws -> String? {
  let tree = SourceTree(name: "checkout", files: ["Package.swift": manifest(dependencies)])
  let swift = world.ecosystem
  let project = try #require(swift.discover(in: tree.paths).first)
  let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
  let change = try await swift.open(project, in: tree).change(toward: goal)
  return change.files.first { $0.path == "Package.swift" }?.after
    .map { String(decoding: $0, as: UTF8.self) }
}

private func manifest(_ dependencies: String) -> String {
  """
  // swift-tools-version:5.9
  import PackageDescription
  let package = Package(name: "app")
  \(dependencies)
  """
}

private let kit = #"url: "https://example.com/acme/kit""#

@Suite struct `An alternative manifest` {
  @Test(arguments: [
    (
      """
      #if os(Linux)
      package.dependencies = [.package(\(kit), from: "1.0.0")]
      #else
      package.dependencies = [.package(\(kit), .upToNextMinor(from: "1.0.0"))]
      #endif
      """,
      """
      #if os(Linux)
      package.dependencies = [.package(\(kit), from: "2.1.0")]
      #else
      package.dependencies = [.package(\(kit), .upToNextMinor(from: "2.1.0"))]
      #endif
      """
    ),
    (
      """
      if Context.environment["LOCAL"] != nil {
        package.dependencies += [.package(path: "../kit")]
      } else if Context.environment["EDGE"] != nil {
        package.dependencies += [.package(\(kit), branch: "main")]
      } else {
        package.dependencies += [.package(\(kit), exact: "1.0.0")]
      }
      """,
      """
      if Context.environment["LOCAL"] != nil {
        package.dependencies += [.package(path: "../kit")]
      } else if Context.environment["EDGE"] != nil {
        package.dependencies += [.package(\(kit), branch: "main")]
      } else {
        package.dependencies += [.package(\(kit), exact: "2.1.0")]
      }
      """
    ),
    (
      """
      let old: Version = "1.0.0"
      package.dependencies = [.package(\(kit), from: old)]
      #if os(Windows)
      package.dependencies = [.package(\(kit), .exact(old))]
      #endif
      """,
      """
      let old: Version = "2.1.0"
      package.dependencies = [.package(\(kit), from: old)]
      #if os(Windows)
      package.dependencies = [.package(\(kit), .exact(old))]
      #endif
      """
    ),
  ])
  func `a requirement in a branch that is not taken is edited, too`(
    before: String, after: String
  ) async throws {
    #expect(try await edited(before) == manifest(after))
  }

  @Test func `a second requirement that cannot be read is refused by name`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await edited(
        """
        package.dependencies = [.package(\(kit), from: "1.0.0")]
        #if os(Windows)
        package.dependencies = [.package(\(kit), from: versionOfTheDay())]
        #endif
        """)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == "kit")
    #expect(problem?.location?.line == 6)
  }

  @Test func `other packages there don't prevent an edit`() async throws {
    let text = try await edited(
      """
      package.dependencies = [.package(\(kit), from: "1.0.0")]
      #if os(Windows)
      package.dependencies += [.package(url: "https://example.com/acme/win", from: latest())]
      #endif
      """)
    #expect(text?.contains("from: \"2.1.0\"") == true)
  }

  @Test func `for other tools is edited, even if it declares the package for Windows only`()
    async throws
  {
    let old = """
      // swift-tools-version:5.5
      import PackageDescription
      let package = Package(name: "app")
      #if os(Windows)
      package.dependencies = [.package(\(kit), from: "1.0.0")]
      #endif
      """
    let new = manifest("package.dependencies = [.package(\(kit), from: \"1.0.0\")]")
    let files = ["Package.swift": new, "Package@swift-5.5.swift": old]
    let tree = SourceTree(name: "checkout", files: files)
    let swift = world.ecosystem
    let project = try #require(swift.discover(in: tree.paths).first)
    let goal = Goal.update([.init(name: "kit", version: "2.1.0")], .init())
    let change = try await swift.open(project, in: tree).change(toward: goal)
    let edited = change.files.filter { $0.path.hasSuffix(".swift") }
    #expect(edited.map(\.path) == ["Package.swift", "Package@swift-5.5.swift"])
    #expect(edited.map(\.before) == [new, old].map { Array($0.utf8) })
    #expect(
      edited.map(\.after)
        == [new, old].map { Array($0.replacing("1.0.0", with: "2.1.0").utf8) })
  }

  @Test func `whose text an edit doesn't change is no changed file`() async throws {
    var options = UpdateOptions()
    options.strategy = .increase
    let text = manifest("package.dependencies = [.package(\(kit), from: \"2.1.0\")]")
    let tree = SourceTree(name: "checkout", files: ["Package.swift": text])
    let swift = world.ecosystem
    let project = try #require(swift.discover(in: tree.paths).first)
    let change = try await swift.open(project, in: tree).change(
      toward: .update([.init(name: "kit", version: "2.1.0")], options))
    #expect(change.files.map(\.path) == ["Package.resolved"])
  }
}
