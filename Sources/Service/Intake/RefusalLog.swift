import Logging
import Synchronization
import Time

/// Logs refused webhooks in a limited number of lines, because anybody can send forged ones.
///
/// Each peer gets at most a line in a minute, with the number of its refusals since the last one. Beyond a
/// thousand peers, the others share their lines.
final class RefusalLog: Sendable {
  private struct Peer {
    var quietUntil = Timestamp.epoch
    var untold = 0
  }

  /// The time between two lines about a peer.
  static let interval = Duration.seconds(60)
  private static let mostPeers = 1_000
  private static let others = "others"

  private let log: Logger
  private let peers = Mutex<[String: Peer]>([:])

  init(_ log: Logger) {
    self.log = log
  }

  /// Writes a line, or counts refusals for the next line.
  func record(_ refusal: Delivery.Refusal, forge: String, client: String, now: Timestamp) {
    let line: (peer: String, untold: Int)? = peers.withLock { peers in
      if peers.count >= Self.mostPeers, peers[client] == nil {
        peers = peers.filter { $0.value.quietUntil > now || $0.value.untold > 0 }
      }
      let name = peers.count < Self.mostPeers || peers[client] != nil ? client : Self.others
      var peer = peers[name] ?? Peer()
      defer { peers[name] = peer }
      guard now >= peer.quietUntil else {
        peer.untold += 1
        return nil
      }
      defer { peer = Peer(quietUntil: now + Self.interval) }
      return (name, peer.untold)
    }
    guard let line else { return }
    log.warning(
      "refused a webhook",
      ["forge": forge, "client": line.peer, "why": "\(refusal)", "untold": "\(line.untold)"])
  }
}
