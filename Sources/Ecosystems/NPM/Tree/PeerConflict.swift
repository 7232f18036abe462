/// Two wishes for one peer that no single version meets: npm's ERESOLVE, as data.
struct PeerConflict: Error {
  /// What was being placed, for whom.
  var dep: String
  var edge: Wish
  /// What lies in the way.
  var current: Found?
  /// The peer among those of `dep` that meets the conflict.
  var peer: Found?

  /// An edge, in words that people read.
  struct Wish: Hashable {
    var kind: EdgeType
    var name: String
    var spec: String
    var from: String
  }

  /// A package and who holds it where it is.
  struct Found: Hashable {
    var package: String
    var wishes: [Wish]
  }

  /// Describes a candidate that could go nowhere.
  init(failing place: PlaceDep) {
    dep = place.dep.spec
    edge = Wish(place.edge)
    let name = place.edge.name
    current = place.edge.from.resolve(name).map { Found($0) }
    if let conflict = place.canPlaceSelf?.conflicts.first(where: { $0.current != nil }) {
      current = conflict.current.map { Found($0) }
      peer = Found(conflict.dep, by: conflict.edge)
    }
  }

  /// Describes two members of a set of peers that contradict each other.
  init(edge: Edge, against other: Edge?) {
    let found = edge.from.resolve(edge.name)
    dep = edge.from.spec
    self.edge = Wish(edge)
    current = found.map { Found($0) }
    if let other, current != nil { current?.wishes.insert(Wish(other), at: 0) }
  }
}

extension PeerConflict.Wish {
  init(_ edge: Edge) {
    kind = edge.type
    name = edge.name.text
    spec = edge.spec
    from = (edge.from.sourceReference ?? edge.from).spec
  }
}

extension PeerConflict.Found {
  init(_ node: Node, by edge: Edge? = nil) {
    package = node.spec
    var seen: Set<PeerConflict.Wish> = []
    let edges = edge.map { [$0] } ?? node.edgesIn.elements
    wishes = edges.map(PeerConflict.Wish.init).filter { seen.insert($0).inserted }
  }
}
