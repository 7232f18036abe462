package import Ecosystem
import Text

/// A direct dependency of one manifest, with the versions that the manifest's other dependencies have.
package struct PeerUse: Hashable, Sendable {
  /// The name in the manifest.
  package var name: String
  /// The locked version.
  package var version: String
  /// The peer's name.
  package var peer: String
  /// The range of the peer.
  package var range: String
  /// The version of the peer that the same manifest has.
  package var found: String

  /// Whether the range admits the version; true for ranges that aren't of a registry.
  private var isMet: Bool {
    guard let version = Version(found, loose: true) else { return true }
    let spec = PackageSpec(range)
    return !spec.isRegistry || spec.admits(version)
  }

  /// Collects the peers of a manifest's dependencies that the manifest itself has.
  ///
  /// - Parameter direct: the dependencies of one manifest.
  /// - Returns: a use for each of them that isn't met.
  package static func unmet(among direct: [LockedDirect]) -> Set<PeerUse> {
    let versions = Dictionary(direct.map { ($0.name, $0.version) }) { first, _ in first }
    var result: Set<PeerUse> = []
    for locked in direct {
      for (peer, range) in locked.peers {
        guard let found = versions[peer] else { continue }
        let use = PeerUse(
          name: locked.name, version: locked.version, peer: peer, range: range, found: found)
        if !use.isMet { result.insert(use) }
      }
    }
    return result
  }

  /// Compares the peers of direct dependencies in the old and the new locks of a change.
  ///
  /// A missing or unreadable lock has no peers to compare: the change itself reports its problem.
  static func warnings(
    about change: Change, _ locks: [String], _ read: (SourceText) throws(Problem) -> LockedCopies
  ) -> [Warning] {
    change.files.filter { locks.contains(TreePath.name(of: $0.path)) }
      .flatMap { file -> [Warning] in
        guard let before = try? file.before.map({ try unmet(in: $0, file.path, read) }),
          let after = try? file.after.map({ try unmet(in: $0, file.path, read) })
        else { return [] }
        return warnings(before: before, after: after)
      }
  }

  private static func unmet(
    in lock: [UInt8], _ path: String, _ read: (SourceText) throws(Problem) -> LockedCopies
  ) throws(Problem) -> Set<PeerUse> {
    let copies = try read(SourceText(file: path, bytes: lock))
    return copies.importers.values.reduce(into: []) { result, names in
      result.formUnion(unmet(among: names.map { LockedDirect($0, copies, $1) }))
    }
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
      .map {
        .unmetPeer(
          package: $0.name, version: $0.version, peer: $0.peer, range: $0.range, found: $0.found)
      }
  }
}
