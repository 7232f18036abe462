import Ecosystem
import JSON
import JavaScript
import Testing
import TestSupport
import Text

@testable import Pnpm

private func manifest(_ members: String) -> String {
  "{\n  \"name\": \"app\",\n  \(members)\n}\n"
}

@Suite struct `A missing peer` {
  private let files = [
    "package.json": manifest(#""dependencies": {"c": "1.0.0", "d": "1.0.0", "x": "^1.0.0"}"#)
  ]
  private let rest = "c 1.0.0: peer b >=1\nd 1.0.0: b 1.0.0\nx 1.0.0"

  private func world(pnpm: String) async throws -> World {
    let old = World("b 1.0.0\n\(rest)", files, pnpm: pnpm)
    return try await old.after(.install)
      .with("b 1.0.0\nb 1.1.0\n\(rest)\nx 1.1.0: b 1.1.0")
  }

  @Test func `moves to a version that another package brings with pnpm 10`() async throws {
    let world = try await world(pnpm: "10.34.5")
    #expect(world.locked == ["b@1.0.0", "c@1.0.0(b@1.0.0)", "d@1.0.0", "x@1.0.0"])
    #expect(try await world.after(.update("x")).locked.contains("c@1.0.0(b@1.1.0)"))
  }

  @Test func `keeps the locked version with pnpm 11`() async throws {
    let world = try await world(pnpm: "11.22.0").after(.update("x"))
    #expect(
      world.locked == ["b@1.0.0", "b@1.1.0", "c@1.0.0(b@1.0.0)", "d@1.0.0", "x@1.1.0"])
  }

  @Test(arguments: [("10.34.5", "b@2.0.0"), ("11.22.0", "b@1.1.0")])
  func `gets a known version that its range allows with pnpm 11`(
    pnpm: String, expected: String
  ) async throws {
    let files = ["package.json": manifest(#""dependencies": {"c": "1.0.0", "d": "1.0.0"}"#)]
    let packages = "b 1.1.0\nb 2.0.0\nc 1.0.0: peer b ^1.0.0\nd 1.0.0: b 2.0.0"
    let world = World(packages, files, pnpm: pnpm)
    #expect(try await world.after(.install).locked.contains("c@1.0.0(\(expected))"))
  }
}

@Suite struct `A missing optional peer` {
  @Test(arguments: [("10.34.5", "b@2.0.0"), ("11.22.0", "b@1.0.0")])
  func `gets the version that the root has under another name with pnpm 11`(
    pnpm: String, expected: String
  ) async throws {
    let files = [
      "package.json": manifest(
        #""dependencies": {"c": "1.0.0", "d": "1.0.0", "own": "npm:b@1.0.0"}"#),
      "pnpm-workspace.yaml": "packageExtensions:\n  c:\n    peerDependenciesMeta:\n"
        + "      b: {optional: true}\n",
    ]
    let world = World("b 1.0.0\nb 2.0.0\nc 1.0.0: peer b *\nd 1.0.0: b 2.0.0", files, pnpm: pnpm)
    #expect(try await world.after(.install).locked.contains("c@1.0.0(\(expected))"))
  }

  @Test(arguments: [
    ("npm:b@^1.0.0", "^1.0.0"), ("npm:@a/b@1.0.0", "1.0.0"), ("npm:b", "*"),
    ("workspace:~2.1.0", "~2.1.0"), ("^1.0.0 || npm:b@2.0.0", "^1.0.0 || 2.0.0"), ("latest", "*"),
    ("file:../b", "*"), ("1.x", "1.x"),
  ])
  func `takes the versions in a requirement`(requirement: String, expected: String) {
    #expect(PeerRanges.versions(in: requirement) == expected)
  }
}

@Suite struct `A missing peer that is also an indirect package` {
  private let files = [
    "package.json": manifest(
      #""dependencies": {"other": "^1.0.0", "tool": "^1.0.0", "x": "^1.0.0"}"#)
  ]
  private let rest = """
    tool 1.0.0: lib ^1.0.0
    other 1.0.0: peer lib ^1.0.0
    leaf 1.0.0
    leaf 1.1.0
    x 1.0.0: leaf 1.1.0

    """

  @Test(arguments: [
    ("10.34.5", ["leaf@1.0.0", "leaf@1.1.0"]), ("11.22.0", ["leaf@1.1.0"]),
  ])
  func `decides its dependencies again with pnpm 11`(pnpm: String, leaves: [String]) async throws {
    let old = World(rest + "lib 1.0.0: leaf 1.0.0", files, pnpm: pnpm)
    let world = try await old.after(.install)
      .with(rest + "lib 1.0.0: leaf ^1.0.0\nx 1.0.1: leaf 1.1.0")
    #expect(world.locked.filter { $0.hasPrefix("leaf@") } == ["leaf@1.0.0", "leaf@1.1.0"])
    let after = try await world.after(.update("x"))
    #expect(after.locked.filter { $0.hasPrefix("leaf@") } == leaves)
  }
}

@Suite struct `A tree with too many places` {
  @Test func `is refused before it takes much memory`() throws {
    let version = try PnpmVersion("10.34.5", at: nil)
    let tree = DependencyTree(version, limit: 1_000)
    let names = (0..<60).map { "p\($0)" }
    for name in names {
      let text = #"{"name": "\#(name)", "version": "1.0.0", "dependencies": {"p0": "*"}}"#
      guard let node = try? Document(SourceText(file: "package.json", text)).root else { continue }
      let id = name + "@1.0.0"
      tree.packages[id] = ResolvedPackage(
        id: id, pathWithPatch: id, PackageManifest(node), version, resolution: Object(),
        published: nil, reach: Reach())
      tree.childrenOfPackages[id] = names.map { ($0, $0 + "@1.0.0") }
    }
    guard let package = tree.packages["p0@1.0.0"] else { return }
    let root = tree.makeNode()
    let path = PackagePath("p0@1.0.0", below: PackagePath("."))
    tree[root] = TreeNode(package, depth: 0, .copied(parents: path))
    var open = [root]
    while let next = open.popLast() { open += tree.children(of: next).map(\.node) }
    #expect(tree.isTooLarge)
    #expect(Array(tree.nodes.pairs).count <= 1_001)
    #expect(throws: Problem.self) { try tree.check(at: "p0") }
  }
}

@Suite struct `A peer that peerDependenciesMeta alone names` {
  @Test(arguments: [("10.34.5", []), ("11.22.0", ["b"])])
  func `is looked for with pnpm 11`(pnpm: String, expected: [String]) throws {
    let text =
      #"{"name": "a", "version": "1.0.0", "peerDependenciesMeta": {"b": {"optional": true}}}"#
    let document = try Document(SourceText(file: "package.json", text))
    let version = try PnpmVersion(pnpm, at: nil)
    #expect(PackageManifest(document.root).missingPeers(version).pairs.map(\.name) == expected)
  }
}
