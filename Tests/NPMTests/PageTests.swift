import Ecosystem
import JSON
import Testing
import Text

@testable import JavaScript
@testable import NPM

@Suite struct `The repository of a package` {
  private func upstream(
    _ fields: [(String, Value)], requirement: String = "^1.0.0", name: String = "a"
  ) async throws -> Upstream {
    var world = World(
      "a 1.0.0", ["package.json": #"{"dependencies": {"\#(name)": "\#(requirement)"}}"#])
    let manifest = Object([("name", "a"), ("version", "1.0.0")] + fields)
    world.registry["a"] = [
      "name": "a", "dist-tags": ["latest": "1.0.0"],
      "versions": .object(Object([("1.0.0", .object(manifest))])),
    ]
    let project = try #require(world.npm.discover(in: world.tree.paths).first)
    let opened = try await world.npm.open(project, in: world.tree)
    let dependency = try #require(try await opened.dependencies().first)
    #expect(dependency.source == "https://www.npmjs.com/package/a")
    return try await world.npm.upstream(of: dependency, from: "0.9.0", to: "1.0.0")
  }

  @Test func `is that of the registry's document`() async throws {
    let repository: Value = ["url": "git+https://github.com/x/a.git", "directory": "packages/a"]
    let found = try await upstream([("repository", repository), ("homepage", "https://a.org")])
    #expect(found.addresses == ["git+https://github.com/x/a.git", "https://a.org"])
    #expect(found.directory == "packages/a")
    #expect(try await upstream([("repository", "x/a")]).addresses == ["x/a"])
  }

  @Test func `is that of the package behind an alias`() async throws {
    let found = try await upstream(
      [("repository", "x/a")], requirement: "npm:a@^1.0.0", name: "old-a")
    #expect(found.addresses == ["x/a"])
  }

  @Test func `is unknown if the registry has none`() async throws {
    #expect(try await upstream([]) == Upstream())
  }

  @Test(arguments: [
    "https://www.npmjs.com/package/@s/a", "https://npm.example.com/@s%2fa",
    "https://npm.example.com/deep/a",
  ])
  func `is requested at the URL of the package's page`(url: String) throws {
    let page = try #require(PackagePage(url))
    let settings = Settings(SourceText(file: ".npmrc", "registry=\(page.registry)"))
    let dependency = Dependency(name: page.name, kind: .direct, requirement: "1")
    #expect(PackagePage.url(of: dependency, settings) == url)
  }
}
