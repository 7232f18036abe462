import JSON
import JavaScript

/// A package of the graph, with what the lock says about it.
struct Package: Sendable {
  /// Where a package comes from.
  enum Source: Hashable, Sendable {
    /// The manifest of the root.
    case root
    /// A member of the workspace, with its folder from the root.
    case member(String)
    /// A version of a registry, with the address of the lock, which is usually empty.
    case registry(version: String, address: String)
    /// A folder outside the workspace, from the root.
    case folder(String)
    /// A link to a folder, as the manifest writes it.
    case link(String)
    /// A tarball in the repository, as the manifest writes it.
    case tarball(String)
    /// Anything else, as the lock has it: it stays while its dependents stay.
    case other(String)
  }

  /// The package's own name, which is another one than that of an alias.
  var name: String
  var source: Source
  /// The version of a registry's package, or of a member.
  var version: Version?
  var edges: [Edge] = []
  /// Everything in the lock's object but the edges: `os`, `cpu`, `libc`, `hasInstallScript`, `bin`.
  var properties = Object()
  /// The digest, or the text in its place.
  var digests: [String] = []
  /// Whether this run added it.
  var isNew = false

  /// Whether it comes from a registry.
  var isRegistered: Bool {
    if case .registry = source { true } else { false }
  }

  /// Whether it is a manifest of the project: the root or a member.
  var isOfProject: Bool {
    switch source {
    case .root, .member: true
    default: false
    }
  }

  /// Whether hoisting leaves it below the package that asks for it.
  var staysBelow: Bool {
    if case .folder = source { true } else { false }
  }

  /// The text that identifies it in the lock: `a@1.0.0`, `a@workspace:packages/a`.
  var label: String {
    switch source {
    case .root: "\(name)@root:"
    case .member(let path): "\(name)@workspace:\(path)"
    case .registry(let version, _): "\(name)@\(version)"
    case .folder(let path): "\(name)@file:\(path)"
    case .link(let path): "\(name)@link:\(path)"
    case .tarball(let path): "\(name)@\(path)"
    case .other(let text): "\(name)@\(text)"
    }
  }
}

/// A dependency of a package or a manifest.
struct Edge: Hashable, Sendable {
  /// The kinds, in the order in which Bun places them.
  enum Kind: Int, Hashable, Sendable, Comparable {
    /// The root's edge to a member.
    case member
    case development
    case optional
    case production
    case peer

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

    /// The section of the lock; nil for members, which no section lists.
    var section: Section? {
      switch self {
      case .development: .devDependencies
      case .optional: .optionalDependencies
      case .production: .dependencies
      case .peer: .peerDependencies
      case .member: nil
      }
    }
  }

  /// The name that is asked for, possibly an alias.
  var name: String
  /// The requirement as its manifest has it.
  var text: String
  var kind: Kind
  /// Whether it is a peer that may be missing.
  var isOptionalPeer = false
  /// Whether the package brings the dependency along in its tarball.
  var isBundled = false
  /// Whether `packageExtensions` added it.
  var isAdded = false
  /// The package that it resolves to; nil if it has none, or none yet.
  var target: Int?
  /// The package that it would have by itself; nil unless this run decided about it.
  var best: Int?
  /// Whether the old lock decided about it, so that nothing is asked.
  var isSettled = false
  /// Whether the edge has the target of the old lock.
  var isBound: Bool { isSettled && target != nil }

  /// Whether the package may be missing.
  var mayMiss: Bool { kind == .optional || isOptionalPeer }

  /// The order in which Bun places the edges of one package.
  static func precedes(_ left: Edge, _ right: Edge) -> Bool {
    left.kind != right.kind ? left.kind < right.kind : left.name.precedesInBytes(right.name)
  }
}

extension Section {
  /// The kind of edges in the section.
  var kind: Edge.Kind {
    switch self {
    case .dependencies: .production
    case .devDependencies: .development
    case .optionalDependencies: .optional
    case .peerDependencies: .peer
    }
  }
}
