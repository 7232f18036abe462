/// The kind of a dependency.
enum EdgeType: String {
  case prod, dev, optional, peer, peerOptional, workspace

  var isPeer: Bool { self == .peer || self == .peerOptional }
  var isOptional: Bool { self == .optional || self == .peerOptional }
}
