package import JSON

/// What a registry says of one version: a view of its place in the packument.
///
/// Nothing is copied out before it is asked for, and the keys keep the order in which the registry
/// sends them; `node` holds everything that a lock may need.
package struct VersionManifest: Sendable {
  /// The key that the version stands under.
  package let key: String
  /// The key read loosely; nil where it is no version at all.
  package let version: Version?
  package let node: JSON.Node
  /// Whether the registry keeps it back by a policy.
  package let isRestricted: Bool

  /// Views a member of a packument's `versions`.
  init(key: String, node: JSON.Node, isRestricted: Bool = false) {
    self.key = key
    self.version = Version(key, loose: true)
    self.node = node
    self.isRestricted = isRestricted
  }

  /// The message of the deprecation; nil where there is none, empty where it has no words.
  package var deprecated: String? {
    guard let value = node["deprecated"] else { return nil }
    switch value.kind {
    case .string: return value.string.flatMap { $0.isEmpty ? nil : $0 }
    case .bool: return value.bool == true ? "" : nil
    case .null: return nil
    default: return ""
    }
  }

  /// Whether the engines that it asks for are those of the profile.
  package func runs(on engines: Engines) -> Bool {
    node["engines"].map(engines.satisfy) ?? true
  }

  /// The URL of the tarball.
  package var tarball: String? { node["dist"]?["tarball"]?.string }
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
  package func satisfy(_ wanted: JSON.Node) -> Bool {
    satisfies(node, wanted["node"]) && satisfies(npm, wanted["npm"])
  }

  private func satisfies(_ version: Version?, _ wanted: JSON.Node?) -> Bool {
    guard let version, let wanted else { return true }
    guard let text = wanted.string else { return wanted.isFalsy }
    if text.isEmpty { return true }
    return Range(text, includePrerelease: true)?.contains(version) ?? false
  }
}

extension JSON.Node {
  /// Whether JavaScript's `if` passes it over.
  fileprivate var isFalsy: Bool { isNull || bool == false || double == 0 || string == "" }
}
