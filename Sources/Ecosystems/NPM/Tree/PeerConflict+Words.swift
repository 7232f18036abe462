import Ecosystem

extension PeerConflict {
  /// The conflict as npm's ERESOLVE tells it: what was wanted, what was found, who wants what.
  var problem: Problem {
    var lines = ["\(edge.from) wants \(edge.words)."]
    if dep != edge.from { lines.append("That would be \(dep).") }
    if let current {
      lines.append("There is \(current.package) in the way.")
      lines += current.wishes.prefix(8).map { "\($0.from) wants \($0.words)." }
    }
    if let peer {
      lines.append("\(peer.package) would have to come along.")
      lines += peer.wishes.prefix(4).map { "\($0.from) wants \($0.words)." }
    }
    return Problem(
      .unsolvable, "meets a conflict of peer dependencies",
      subject: "\(edge.name)@\(edge.spec)",
      advice: "move the packages that name it together, or widen their peer ranges",
      explanation: lines)
  }
}

extension PeerConflict.Wish {
  /// `peer react@^16.0.0`.
  fileprivate var words: String {
    let kind =
      switch kind {
      case .prod, .workspace: ""
      case .dev: "for development "
      case .optional: "optionally "
      case .peer: "as a peer "
      case .peerOptional: "as an optional peer "
      }
    return "\(kind)\(name)@\(spec)"
  }
}
