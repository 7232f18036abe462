package import Ecosystem
import JavaScript
import Text

extension YarnEcosystem {
  /// Compares the peers of direct dependencies in both locks, for which Yarn prints YN0060.
  ///
  /// The lock of Yarn 1 has no peers.
  package func warnings(about change: Change) -> [Warning] {
    change.files.filter { $0.path.hasSuffix(Self.lockName) }.flatMap { file -> [Warning] in
      guard let before = Self.unmetPeers(in: file.before, file.path),
        let after = Self.unmetPeers(in: file.after, file.path)
      else { return [] }
      return PeerUse.warnings(before: before, after: after)
    }
  }

  /// Returns the unmet peers of the direct dependencies of all workspaces; nil for a missing or
  /// unreadable lock, whose problem the change itself reports.
  private static func unmetPeers(in bytes: [UInt8]?, _ path: String) -> Set<PeerUse>? {
    guard let bytes, let lock = try? BerryLock(SourceText(file: path, bytes: bytes)) else {
      return nil
    }
    let direct = BerryDirect(lock)
    return lock.entries.filter(\.package.isSoft).reduce(into: []) { result, entry in
      result.formUnion(PeerUse.unmet(among: direct.dependencies(of: entry.package)))
    }
  }
}

extension YarnProject {
  func coupled(with target: Goal.Target) async throws(Problem) -> [Goal.Target] {
    guard case .berry(let lock)? = try sources.lock.get()?.content else { return [] }
    let known = BerryDirect(lock)
    var seen: Set<String> = []
    let direct = lock.entries.filter(\.package.isSoft).flatMap {
      known.dependencies(of: $0.package)
    }
    return try await Coupling(
      direct.filter { seen.insert($0.name).inserted },
      Registry(client: ecosystem.http, settings: sources.settings), sources.engines
    ).partners(of: target)
  }
}

/// The packages of a lock by descriptor.
private struct BerryDirect {
  private let packages: [Pattern: BerryPackage]

  init(_ lock: BerryLock) {
    let pairs = lock.entries.flatMap { entry in entry.descriptors.map { ($0, entry.package) } }
    packages = Dictionary(pairs) { first, _ in first }
  }

  /// Returns the dependencies of a workspace that come from a registry, with their peers.
  func dependencies(of workspace: BerryPackage) -> [LockedDirect] {
    workspace.dependencies.compactMap { pattern in
      guard let package = packages[pattern], !package.isSoft, let version = package.version else {
        return nil
      }
      let peers = package.peerDependencies.map { ($0.name, $0.range.withoutProtocol) }
      return LockedDirect(
        name: pattern.name, package: package.locator.name, version: version,
        peers: Dictionary(peers) { first, _ in first })
    }
  }
}
