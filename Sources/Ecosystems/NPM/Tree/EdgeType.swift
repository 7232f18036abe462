/// What kind of dependency an edge is.
enum EdgeType: String {
  case prod, dev, optional, peer, peerOptional, workspace

  var isPeer: Bool { self == .peer || self == .peerOptional }
  var isOptional: Bool { self == .optional || self == .peerOptional }
}
