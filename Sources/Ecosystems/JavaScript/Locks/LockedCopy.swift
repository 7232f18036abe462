/// A package in a lock, in terms that all tools share.
package struct LockedCopy: Hashable, Sendable {
  /// The name in manifests or in `node_modules`, which for an alias differs from `package`.
  package var name: String
  /// The registry's name.
  package var package: String
  /// Empty if the lock has none.
  package var version: String
  /// How the lock names the content: the version, or the address of a package without one.
  package var reference: String
  /// The ranges that resolve to it, as the lock writes them; empty if the lock doesn't have them.
  package var ranges: Set<String> = []
  /// Where it comes from; nil if the lock leaves that to the registry.
  package var address: String?
  /// The digest or the commit; nil if the lock has none.
  package var digest: String?
  /// Whether it comes from a registry.
  package var isRegistered = true
  /// Whether the lock says that only development needs it.
  package var isDevelopment = false
  /// The folder in `node_modules`; nil if the lock isn't a tree.
  package var location: String?
  /// A name alone means the copy with the lowest distance, and of several the newest.
  package var distance = 0
  /// The package as the subject of a sentence; nil for `name@version`.
  package var ownLabel: String?

  /// Describes a package.
  package init(_ name: String, package: String? = nil, version: String) {
    self.name = name
    self.package = package ?? name
    self.version = version
    reference = version
  }

  /// The package as the subject of a sentence.
  package var label: String { ownLabel ?? "\(name)@\(version)" }

  /// The package and its version by the registry's name: `a@1.0.0`.
  package var id: String { "\(package)@\(version)" }

  var semver: Version? { Version(version, loose: true) }

  /// Whether both are the same version of a package with the same digest.
  func isOfSameContent(as other: LockedCopy) -> Bool {
    version == other.version && digest == other.digest && package == other.package
  }

  /// Whether both are the same package from the same place.
  func isFromSameLocation(as other: LockedCopy) -> Bool {
    address == other.address && package == other.package && isRegistered == other.isRegistered
  }
}

/// What a locked package depends on.
package struct LockedLinks: Sendable {
  /// A dependency that is locked too.
  package struct Link: Sendable {
    /// The name that it is asked for by.
    package var name: String
    /// The range; nil if the lock doesn't have it.
    package var range: String?
    /// The index of the copy; nil if it can be any copy of the name.
    package var target: Int?

    /// Describes a dependency.
    package init(_ name: String, _ range: String?, target: Int? = nil) {
      self.name = name
      self.range = range
      self.target = target
    }
  }

  /// The dependencies of all kinds.
  package var dependencies: [Link]
  /// The ranges of peers by name, whether or not they are dependencies too.
  package var peers: [String: String]

  /// Describes the dependencies of one package.
  package init(_ dependencies: [Link] = [], peers: [String: String] = [:]) {
    self.dependencies = dependencies
    self.peers = peers
  }
}
