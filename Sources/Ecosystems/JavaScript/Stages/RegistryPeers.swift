import Ecosystem
import JSON

/// The peers of packages, for locks that don't have them or the dependencies of manifests.
extension JavaScriptProject {
  /// Collects the unmet peers among the dependencies of the manifests.
  func unmetPeers(
    of requirements: DirectRequirements, in lock: LockedCopies
  ) async throws(Problem) -> Set<PeerUse> {
    guard lock.importers.isEmpty else { return PeerUse.unmet(in: lock) }
    var direct: [String: [LockedDirect]] = [:]
    for entry in requirements.all.values.joined() where entry.problem == nil {
      guard let version = entry.requirement.locked else { continue }
      var locked = LockedDirect(
        name: entry.name, package: entry.registryName ?? entry.name, version: version, peers: [:])
      if sources.locksPeers {
        locked.peers = entry.copy.map { lock.peers(of: $0) } ?? [:]
      } else {
        locked.peers = try await peers(of: locked)
      }
      direct[entry.requirement.manifest, default: []].append(locked)
    }
    return PeerUse.unmet(among: direct, root: sources.project.manifest)
  }

  /// Returns the peers of a locked version by the registry; none for a package that it doesn't show.
  ///
  /// - Throws: a `Problem` if the registry can't be asked.
  func peers(of locked: LockedDirect) async throws(Problem) -> [String: String] {
    let id = "\(locked.package)@\(locked.version)"
    if let known = sources.files.peers.known(id) { return known }
    let manifest: VersionManifest?
    do throws(LookUpFailure) {
      manifest = try await registry.packument(of: locked.package, .full)[locked.version]
    } catch {
      guard error.isOfPackage else { throw error.problem }
      manifest = nil
    }
    let members = try manifest?.read()["peerDependencies"]?.members ?? []
    let peers = members.compactMap { peer in peer.value.string.map { (peer.key, $0) } }
    let result = Dictionary(peers) { first, _ in first }
    sources.files.peers.remember(result, of: id)
    return result
  }
}
