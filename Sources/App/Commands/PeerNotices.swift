import Ecosystem

/// What `martlet update` says about peers that an update leaves unmet.
///
/// The lock is that of the native tool, which only warns about them; `npm ci` refuses some such locks.
struct PeerNotices: Sendable {
  var project: any OpenProject
  /// The dependencies to update.
  var targets: [Goal.Target]

  /// Describes the peers.
  ///
  /// - Parameter warnings: those about the peers.
  /// - Returns: a line for each peer, and one with the command that updates what they belong to.
  func lines(_ warnings: [Warning]) async -> [String] {
    let peers = warnings.compactMap(Self.line)
    guard !peers.isEmpty else { return [] }
    var partners: [Goal.Target] = []
    for target in targets where target.version != nil {
      // Without the registry's answer there is nothing to suggest, and the peers are named anyway.
      partners += (try? await project.coupled(with: target)) ?? []
    }
    let names = Set(targets.map(\.name))
    let words = Set(
      partners.filter { !names.contains($0.name) }.compactMap { partner in
        partner.version.map { "\(partner.name)@\($0)" }
      })
    guard !words.isEmpty else { return peers }
    let list = words.sorted().joined(separator: " ")
    return peers + ["'martlet update \(list)' completes the update"]
  }

  private static func line(_ warning: Warning) -> String? {
    switch warning {
    case .unmetPeer(let package, let version, let peer, let range, let found):
      "\(package) \(version) wants \(peer) \(range) as a peer, and gets \(found)"
    case .divergentPeer(let package, let version, let peer, let range, let found):
      "\(package) \(version) wants \(peer) \(range) as a peer; another manifest has \(found)"
    default: nil
    }
  }
}
