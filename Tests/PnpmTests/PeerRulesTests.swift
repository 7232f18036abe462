import JSON
import Testing
import Text

@testable import Pnpm

/// Peers before and after `peerDependencyRules`, as `NAME RANGE` with `?` for optional ones.
@Suite struct `Rules for peers with pnpm 8` {
  private func peers(
    of package: String, _ peers: [String], _ rules: Value?, optional: [String] = []
  ) throws -> [String] {
    var manifest = PackageManifest(try JSON.Document(SourceText(file: "a", "{}")).root)
    manifest.name = String(package.split(separator: "@")[0])
    manifest.version = String(package.split(separator: "@")[1])
    for peer in peers {
      let parts = peer.split(separator: " ", maxSplits: 1).map(String.init)
      manifest.peerDependencies[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    manifest.peerMeta = optional.map { ($0, false) }
    PeerRules(rules).apply(to: &manifest)
    return manifest.peerDependencies.pairs.map { name, range in
      let isOptional = manifest.peerMeta.contains { $0.name == name && $0.isOptional }
      return "\(name) \(range)" + (isOptional ? " ?" : "")
    }
  }

  @Test(
    arguments: [
      (nil, ["b ^1", "c *"]), (["ignoreMissing": ["b"]], ["b ^1 ?", "c *"]),
      (["ignoreMissing": ["*", "!b"]], ["b ^1", "c * ?"]), (["allowAny": ["b"]], ["b *", "c *"]),
      (["ignoreMissing": ["b"], "allowAny": ["b"]], ["b * ?", "c *"]),
      (["allowedVersions": ["b": "2"]], ["b ^1 || 2", "c *"]),
      (["allowedVersions": ["b": "^1 || 2 || ^3"]], ["b ^1 || 2 || ^3", "c *"]),
      (["allowedVersions": ["b": "2 || *"]], ["b *", "c *"]),
      (["allowedVersions": ["c": "2"]], ["b ^1", "c *"]),
      (["allowedVersions": ["a>b": "2"]], ["b ^1 || 2", "c *"]),
      (["allowedVersions": ["a@1>b": "2", "b": "3"]], ["b ^1 || 2", "c *"]),
      (["allowedVersions": ["a@2>b": "2", "b": "3"]], ["b ^1 || 3", "c *"]),
      (["allowedVersions": ["x>b": "2"]], ["b ^1", "c *"]),
      (["allowedVersions": ["b": 2]], ["b ^1", "c *"]),
    ] as [(Value?, [String])])
  func `change the manifests of packages`(rules: Value?, expected: [String]) throws {
    #expect(try peers(of: "a@1.5.0", ["b ^1", "c *"], rules) == expected)
  }

  @Test func `keep the place of a peer that is marked as optional`() throws {
    let rules: Value = ["ignoreMissing": ["b"]]
    #expect(try peers(of: "a@1.0.0", ["b ^1"], rules, optional: ["b"]) == ["b ^1 ?"])
  }

  /// pnpm joins the ranges of a general rule with the empty one.
  @Test func `for one package leave out peers with an empty range`() throws {
    let rules: Value = ["allowedVersions": ["a>b": "2", "b": "3"]]
    #expect(try peers(of: "a@1.0.0", ["b"], rules) == ["b  || 3"])
  }
}
