/// A package at the state that `Package.resolved` records for it.
package struct Pin: Hashable, Sendable {
  /// Where the package comes from.
  package enum Kind: String, Hashable, Sendable {
    /// A git repository by URL.
    case remoteSourceControl
    /// A git repository in a folder of the machine that resolved.
    case localSourceControl
    /// A registry, by identity (SE-0292).
    case registry
  }

  /// The recorded state.
  package enum State: Hashable, Sendable {
    /// The revision is nil for a package of a registry.
    case version(SemanticVersion, revision: String?)
    /// The branch's name and the commit that it was at.
    case branch(String, revision: String)
    /// A commit that the manifest names itself.
    case revision(String)
  }

  /// Of the package; in format 1, which has none, derived from the location.
  package var identity: PackageIdentity
  /// Format 1 has none: a location that begins with a slash is local.
  package var kind: Kind
  /// The URL or path as the manifest that brought it wrote it; empty for a registry.
  package var location: String
  /// Exactly one of the three; a branch has the commit that it was at.
  package var state: State
  /// The package's own name for itself, which only format 1 records.
  package var name: String?

  /// Describes a pinned package.
  package init(
    identity: PackageIdentity, kind: Kind, location: String, state: State, name: String? = nil
  ) {
    self.identity = identity
    self.kind = kind
    self.location = location
    self.state = state
    self.name = name
  }

  /// The version, branch or commit in words.
  package var current: String { state.description }

  /// Whether two pins stand for the same repository at the same state, as SwiftPM compares them.
  func matches(_ other: Pin) -> Bool {
    identity == other.identity && state.isSame(as: other.state)
      && CanonicalLocation(location) == CanonicalLocation(other.location)
  }
}

extension Pin.State: CustomStringConvertible {
  /// `1.2.3`, `main`, or 40 hexadecimal digits.
  package var description: String {
    switch self {
    case .version(let version, _): version.description
    case .branch(let name, _): name
    case .revision(let commit): commit
    }
  }

  /// Nil for a branch or a commit.
  package var version: SemanticVersion? {
    if case .version(let version, _) = self { version } else { nil }
  }

  /// The commit; nil for a package of a registry.
  package var revision: String? {
    switch self {
    case .version(_, let revision): revision
    case .branch(_, let revision), .revision(let revision): revision
    }
  }

  /// Whether both say the same, build metadata included.
  func isSame(as other: Pin.State) -> Bool {
    self == other && description == other.description
  }
}
