package import Ecosystem
package import JSON

/// What a registry says of one version, read again when it is asked for: most versions never are.
package struct VersionManifest: Sendable {
  /// The key that the version stands under.
  package let key: String
  /// The key read loosely; nil where it is no version at all.
  package let version: Version?
  /// The message of the deprecation; nil where there is none, empty where it has no words.
  package let deprecated: String?
  /// Whether the registry keeps it back by a policy.
  package let isRestricted: Bool
  private let demand: EngineDemand
  private let excerpt: Excerpt

  /// Takes a member of a packument's `versions`.
  init(key: String, node: JSON.Node, excerpt: Excerpt, isRestricted: Bool = false) {
    self.key = key
    version = Version(key, loose: true)
    deprecated = VersionManifest.deprecation(node["deprecated"])
    demand = EngineDemand(node["engines"])
    self.excerpt = excerpt
    self.isRestricted = isRestricted
  }

  /// Reads what is kept, in the registry's order.
  ///
  /// - Throws: `Problem` if the kept text is not readable: it never stands for an empty manifest.
  package func read() throws(Problem) -> JSON.Node {
    do throws(SyntaxError) {
      return try excerpt.read()
    } catch {
      throw Problem(.failed, "has a manifest that is not readable (\(error))", subject: key)
    }
  }

  private static func deprecation(_ value: JSON.Node?) -> String? {
    guard let value else { return nil }
    switch value.kind {
    case .string: return value.string.flatMap { $0.isEmpty ? nil : $0 }
    case .bool: return value.bool == true ? "" : nil
    case .null: return nil
    default: return ""
    }
  }

  /// Whether the engines that it asks for are those of the project.
  package func runs(on engines: Engines) -> Bool { engines.satisfy(demand) }

  /// Explains why it doesn't run on the project's engines; nil if it runs.
  func objection(on engines: Engines) -> String? { engines.objection(to: demand) }
}

/// A part of a text that many share, to be read when it is needed.
struct Excerpt: Sendable {
  /// What trees and locks need of a version.
  static let ofTrees = KeySet([
    "name", "version", "dependencies", "optionalDependencies", "peerDependencies",
    "peerDependenciesMeta", "acceptDependencies", "bundleDependencies", "bundledDependencies",
    "bin", "engines", "os", "cpu", "libc", "license", "funding", "deprecated", "dist", "scripts",
    "hasInstallScript", "_hasShrinkwrap", "workspaces", "overrides",
  ])
  var text: [UInt8]
  var range: Swift.Range<Int>

  /// Parses the part again.
  func read() throws(SyntaxError) -> JSON.Node {
    try Document(Array(text[range]), named: "packument").root
  }
}
