import Synchronization

/// The peers of packages that a project has asked the registry about, by `name@version`.
final class KnownPeers: Sendable {
  private let peers = Mutex<[String: [String: String]]>([:])

  func known(_ id: String) -> [String: String]? { peers.withLock { $0[id] } }

  func remember(_ found: [String: String], of id: String) { peers.withLock { $0[id] = found } }
}
