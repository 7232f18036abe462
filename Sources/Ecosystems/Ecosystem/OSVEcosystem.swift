package import Versioning

/// An ecosystem in OSV: its name there, its package names and its version order.
///
/// Source: https://ossf.github.io/osv-schema/#affectedpackage-field
package struct OSVEcosystem: Sendable {
  /// How packages are named in records.
  package enum Names: Hashable, Sendable {
    /// The case-sensitive name in the registry.
    case registry
    /// The address of the repository without scheme: `github.com/apple/swift-nio`.
    ///
    /// Hosts ignore case, so it is compared in lowercase.
    case address
  }

  /// The spelling in records: `RubyGems`.
  package let name: String
  /// How packages are named.
  package let names: Names
  /// The order of versions as records write them, with fewer components than the tool requires.
  package let order: VersionOrder

  /// Creates an ecosystem.
  ///
  /// - Parameters:
  ///   - name: the spelling in records.
  ///   - names: how packages are named.
  ///   - order: the ecosystem's own version order.
  ///   - components: the minimum number of components of a version; records write `1.20` where
  ///     SemVer requires `1.20.0`.
  package init(_ name: String, names: Names = .registry, order: VersionOrder, components: Int = 1) {
    self.name = name
    self.names = names
    self.order = order.completing(to: components)
  }
}

extension OSVEcosystem: Hashable {
  /// Compares the names.
  package static func == (left: OSVEcosystem, right: OSVEcosystem) -> Bool {
    left.name == right.name
  }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension OSVEcosystem {
  /// Returns the name of a dependency's package in records; nil if it can't be in any.
  package func packageName(of dependency: Dependency) -> String? {
    switch names {
    case .registry: dependency.registryName ?? dependency.name
    case .address: dependency.source.flatMap(repositoryAddress)
    }
  }

  /// Returns the names to query for a package: an address is queried as written and in lowercase.
  package func spellings(of name: String) -> [String] {
    let lowercased = name.lowercased()
    return names == .registry || lowercased == name ? [name] : [name, lowercased]
  }

  /// Whether two names refer to the same package.
  package func isSame(_ name: String, _ other: String) -> Bool {
    switch names {
    case .registry: name == other
    case .address: plain(name) == plain(other)
    }
  }

  /// Normalizes an address: `github.com/apple/swift-nio` for
  /// `https://github.com/Apple/swift-nio.git`.
  private func plain(_ name: String) -> Substring {
    var text = name.lowercased()[...]
    if let scheme = text.firstRange(of: "://") { text = text[scheme.upperBound...] }
    while text.last == "/" { text.removeLast() }
    return text.hasSuffix(".git") ? text.dropLast(4) : text
  }
}
