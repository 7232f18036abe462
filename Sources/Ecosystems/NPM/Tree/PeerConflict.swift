/// Two dependencies on one peer that no version satisfies: npm's ERESOLVE.
struct PeerConflict: Error {
  /// The candidate and the dependency for which it was to be placed.
  var dep: String
  var edge: Dependency
  /// The package at the same place.
  var current: Found?
  /// The peer of `dep` that has the conflict.
  var peer: Found?

  /// An edge for messages.
  struct Dependency: Hashable {
    var kind: EdgeType
    var name: String
    var spec: String
    var from: String
  }

  /// A package and its dependents.
  struct Found: Hashable {
    var package: String
    var dependents: [Dependency]
  }

  /// Describes a candidate that cannot be placed.
  init(failing placeDep: PlaceDep) {
    dep = placeDep.dep.spec
    edge = Dependency(placeDep.edge)
    let name = placeDep.edge.name
    current = placeDep.edge.from.resolve(name).map { Found($0) }
    if let conflict = placeDep.canPlaceSelf?.conflicts.first(where: { $0.current != nil }) {
      current = conflict.current.map { Found($0) }
      peer = Found(conflict.dep, by: conflict.edge)
    }
  }

  /// Describes two incompatible members of a set of peers.
  init(edge: Edge, against other: Edge?) {
    let found = edge.from.resolve(edge.name)
    dep = edge.from.spec
    self.edge = Dependency(edge)
    current = found.map { Found($0) }
    if let other, current != nil { current?.dependents.insert(Dependency(other), at: 0) }
  }
}

extension PeerConflict.Dependency {
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
    var seen: Set<PeerConflict.Dependency> = []
    let edges = edge.map { [$0] } ?? node.edgesIn.elements
    dependents = edges.map(PeerConflict.Dependency.init).filter { seen.insert($0).inserted }
  }
}
