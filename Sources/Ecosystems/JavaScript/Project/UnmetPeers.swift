package import Ecosystem
import Text

/// A direct dependency of one manifest, and a version that a manifest has of one of its peers.
package struct PeerUse: Hashable, Sendable {
  /// The name in the manifest.
  package var name: String
  /// The locked version.
  package var version: String
  /// The peer's name.
  package var peer: String
  /// The range of the peer.
  package var range: String
  /// The version of the peer that the same manifest has, else another one.
  package var found: String
  /// Whether the same manifest doesn't have the peer.
  package var isElsewhere = false

  /// Whether the range admits the version; true for ranges that aren't of a registry.
  private var isMet: Bool {
    guard let version = Version(found, loose: true) else { return true }
    let spec = PackageSpec(range)
    return !spec.isRegistry || spec.admits(version)
  }

  /// Collects the peers of direct dependencies that the manifests have in other versions.
  ///
  /// A manifest's own version counts, else that of the root, else those of the other members:
  ///
  ///     package.json               react 18.2.0
  ///     packages/web/package.json  react-dom 17.0.2, with the peer react 17.0.2: unmet
  ///
  /// - Parameters:
  ///   - manifests: the dependencies of each manifest of a workspace.
  ///   - root: the key of the root's manifest.
  /// - Returns: a use for each of them that isn't met.
  package static func unmet(
    among manifests: [String: [LockedDirect]], root: String
  ) -> Set<PeerUse> {
    let versions = manifests.mapValues { direct in
      Dictionary(direct.map { ($0.name, $0.version) }) { first, _ in first }
    }
    let everywhere = manifests.keys.sorted().compactMap { versions[$0] }
    var result: Set<PeerUse> = []
    for (key, direct) in manifests {
      for locked in direct {
        for (peer, range) in locked.peers {
          let near = versions[key]?[peer]
          let first = near ?? versions[root]?[peer]
          let found = first.map { [$0] } ?? everywhere.compactMap { $0[peer] }
          let uses = found.map { version in
            PeerUse(
              name: locked.name, version: locked.version, peer: peer, range: range,
              found: version, isElsewhere: near == nil)
          }
          if let use = uses.first, !uses.contains(where: \.isMet) { result.insert(use) }
        }
      }
    }
    return result
  }

  /// Collects the unmet peers of a lock that has the dependencies of each manifest.
  static func unmet(in lock: LockedCopies) -> Set<PeerUse> {
    let direct = lock.importers.mapValues { $0.map { LockedDirect($0.key, lock, $0.value) } }
    return unmet(among: direct, root: lock.rootImporter)
  }

  /// Returns a warning for each use that a change adds, sorted by name and peer.
  ///
  /// A use that had another unmet version before isn't new.
  package static func warnings(
    before: Set<PeerUse>, after: Set<PeerUse>
  ) -> [Warning] {
    let known = Set(before.map { [$0.name, $0.peer] })
    return after.filter { !known.contains([$0.name, $0.peer]) }
      .sorted { ($0.name, $0.peer, $0.found) < ($1.name, $1.peer, $1.found) }
      .map(\.warning)
  }

  private var warning: Warning {
    isElsewhere
      ? .divergentPeer(package: name, version: version, peer: peer, range: range, found: found)
      : .unmetPeer(package: name, version: version, peer: peer, range: range, found: found)
  }
}
