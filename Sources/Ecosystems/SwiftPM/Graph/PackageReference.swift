/// A package in a graph: its identity, and where it is got from.
///
/// The identity alone makes it equal to another; the location is the first that was met.
struct PackageReference: Hashable, Sendable, CustomStringConvertible {
  /// How it is got.
  enum Kind: Hashable, Sendable {
    case root
    /// A folder of the same tree.
    case local
    /// A git repository.
    case remote
    case registry
  }

  var identity: PackageIdentity
  var kind: Kind
  var location: String

  /// Names a package.
  init(_ identity: PackageIdentity, kind: Kind, location: String) {
    self.identity = identity
    self.kind = kind
    self.location = location
  }

  /// Names the package that a manifest depends on.
  init(_ dependency: PackageDependency) {
    let kind: Kind =
      switch dependency.source {
      case .url: .remote
      case .path: .local
      case .registry: .registry
      }
    self.init(dependency.identity, kind: kind, location: dependency.location)
  }

  static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  var description: String { identity.description }
}
