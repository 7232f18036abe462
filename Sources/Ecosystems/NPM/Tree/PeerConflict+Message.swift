import Ecosystem

extension PeerConflict {
  /// The message: the required version, the present one, and the dependents of both.
  var problem: Problem {
    var lines = ["\(edge.from) wants \(edge.text)."]
    if dep != edge.from { lines.append("\(dep) would satisfy it.") }
    if let current {
      lines.append("\(current.package) is at the same place.")
      lines += current.dependents.prefix(8).map { "\($0.from) wants \($0.text)." }
    }
    if let peer {
      lines.append("\(peer.package) would have to be installed with it.")
      lines += peer.dependents.prefix(4).map { "\($0.from) wants \($0.text)." }
    }
    return Problem(
      .unsolvable, "has conflicting peer dependencies",
      subject: "\(edge.name)@\(edge.spec)",
      advice: "update the packages that depend on it together, or widen their peer ranges",
      explanation: lines)
  }
}

extension PeerConflict.Dependency {
  /// `peer react@^16.0.0`.
  fileprivate var text: String {
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
