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
  package var node: JSON.Node { excerpt.node }

  private static func deprecation(_ value: JSON.Node?) -> String? {
    guard let value else { return nil }
    switch value.kind {
    case .string: return value.string.flatMap { $0.isEmpty ? nil : $0 }
    case .bool: return value.bool == true ? "" : nil
    case .null: return nil
    default: return ""
    }
  }

  /// Whether the engines that it asks for are those of the profile.
  package func runs(on engines: Engines) -> Bool { engines.satisfy(demand) }
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

  /// The text was proved right when it was part of the whole.
  var node: JSON.Node {
    (try? Document(Array(text[range]), named: "packument"))?.root ?? Document.empty.root
  }
}

/// The versions of Node and npm that a lock is made for; an input, never what is installed.
package struct Engines: Hashable, Sendable {
  /// Nil: not asked about.
  package var node: Version?
  /// Nil: not asked about.
  package var npm: Version?

  /// Takes the versions as a profile names them; one that is unreadable is not asked about.
  package init(node: String, npm: String) {
    self.node = Version(node, loose: true)
    self.npm = Version(npm, loose: true)
  }

  /// Judges a manifest's `engines` as npm-install-checks 6 does; others than Node and npm pass.
  func satisfy(_ wanted: EngineDemand) -> Bool {
    satisfies(node, wanted.node) && satisfies(npm, wanted.npm)
  }

  private func satisfies(_ version: Version?, _ wanted: EngineDemand.Wish) -> Bool {
    guard let version else { return true }
    switch wanted {
    case .anything: return true
    case .unreadable: return false
    case .range(let text): return Range(text, includePrerelease: true)?.contains(version) ?? false
    }
  }
}

/// What a manifest asks of Node and npm.
struct EngineDemand: Sendable {
  /// What it asks of one of them.
  enum Wish: Sendable {
    case anything
    case range(String)
    /// It is neither text nor what JavaScript takes for nothing.
    case unreadable
  }

  let node: Wish
  let npm: Wish

  init(_ engines: JSON.Node?) {
    node = EngineDemand.wish(engines?["node"])
    npm = EngineDemand.wish(engines?["npm"])
  }

  private static func wish(_ value: JSON.Node?) -> Wish {
    guard let value else { return .anything }
    guard let text = value.string else { return value.isTruthy ? .unreadable : .anything }
    return text.isEmpty ? .anything : .range(text)
  }
}
