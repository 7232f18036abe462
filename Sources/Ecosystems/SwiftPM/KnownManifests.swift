import Synchronization

/// Evaluated manifests, which every resolution of a project needs again.
///
/// `martlet check` resolves once for each outdated dependency.
final class KnownManifests: Sendable {
  /// Identifies a manifest by everything that decides about what it declares.
  struct Key: Hashable {
    var location: String
    var commit: String
    var reader: ManifestReader
    var mirrors: LocationMirrors
  }

  /// The number of manifests, of some kilobytes each, from which they are dropped.
  private static let limit = 1_024
  private let declarations = Mutex<[Key: Metadata.Declaration]>([:])

  /// What the manifest declares; nil if it isn't known.
  subscript(key: Key) -> Metadata.Declaration? {
    declarations.withLock { $0[key] }
  }

  /// Keeps what a manifest declares.
  func remember(_ declaration: Metadata.Declaration, of key: Key) {
    declarations.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[key] = declaration
    }
  }
}
