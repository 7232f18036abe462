import Ecosystem
import JSON

/// A comparison of the peers in the old and the new lock.
///
/// `LockedPeers` follows pnpm 11 for packages that the lock still leads to. Where a package lost a peer
/// of the lock that is still in the tree, the result is refused instead of guessed.
struct LockedPeersCheck {
  let old: Lock
  let new: Lock

  /// Compares the packages that both locks have.
  ///
  /// - Throws: a refusal for a package whose peer may be kept.
  func check() throws(Problem) {
    let instances = Dictionary(grouping: new.packages.keys) { DependencyPath.withoutSuffix($0) }
    for (path, package) in old.packages.sorted(by: { $0.key < $1.key })
    where path.contains("(") && new.packages[path] == nil {
      let others = instances[DependencyPath.withoutSuffix(path)] ?? []
      for peer in package.manifest["peerDependencies"]?.object?.members.map(\.key) ?? [] {
        guard !others.isEmpty, let bound = target(of: peer, package), !bound.contains("("),
          new.packages[bound] != nil, !isReplaced(peer),
          !others.contains(where: { new.packages[$0].flatMap { target(of: peer, $0) } == bound })
        else { continue }
        throw Problem(
          .refused, "is bound to \(bound), which pnpm 11 may keep by rules that martlet lacks",
          subject: path)
      }
    }
  }

  private func target(of name: String, _ package: Lock.Package) -> String? {
    package.reference(of: name).flatMap { DependencyPath.path(of: $0, alias: name) }
  }

  /// Whether an importer has a direct dependency of this name with another version than before.
  private func isReplaced(_ name: String) -> Bool {
    new.importers.contains { id, importer in
      importer.reference(of: name).map { $0 != old.importers[id]?.reference(of: name) } ?? false
    }
  }
}
