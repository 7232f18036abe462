package import Ecosystem
import JSON
import JavaScript
import Text

extension PnpmEcosystem {
  /// Compares the peers of direct dependencies in both locks.
  package func warnings(about change: Change) -> [Warning] {
    change.files.filter { $0.path.hasSuffix(Self.lockName) }.flatMap { file -> [Warning] in
      guard let before = Self.unmetPeers(in: file.before, file.path),
        let after = Self.unmetPeers(in: file.after, file.path)
      else { return [] }
      return PeerUse.warnings(before: before, after: after)
    }
  }

  /// Returns the unmet peers of the direct dependencies of all importers; nil for a missing or
  /// unreadable lock, whose problem the change itself reports.
  private static func unmetPeers(in bytes: [UInt8]?, _ path: String) -> Set<PeerUse>? {
    guard let bytes, let document = try? LockDocument(SourceText(file: path, bytes: bytes)),
      let lock = try? Lock(document)
    else { return nil }
    return lock.importers.values.reduce(into: []) { result, importer in
      result.formUnion(PeerUse.unmet(among: lock.direct(of: importer)))
    }
  }
}

extension PnpmProject {
  func coupled(with target: Goal.Target) async throws(Problem) -> [Goal.Target] {
    let lock = try sources.lock.get()
    var seen: Set<String> = []
    let direct = lock.importers.sorted { $0.key < $1.key }.flatMap { lock.direct(of: $0.value) }
    return try await Coupling(
      direct.filter { seen.insert($0.name).inserted },
      Registry(client: ecosystem.http, settings: sources.npmrc), sources.engines
    ).partners(of: target)
  }
}

extension Lock {
  /// Returns the direct dependencies of an importer with their peers.
  fileprivate func direct(of importer: Importer) -> [LockedDirect] {
    importer.allReferences.compactMap { alias, reference in
      guard let path = DependencyPath.path(of: reference, alias: alias),
        let (package, version) = nameAndVersion(of: path)
      else { return nil }
      let peers = packages[path]?.manifest["peerDependencies"]?.object?.members ?? []
      return LockedDirect(
        name: alias, package: package, version: version,
        peers: Dictionary(peers.compactMap { peer in peer.value.string.map { (peer.key, $0) } }) {
          first, _ in first
        })
    }
  }
}
