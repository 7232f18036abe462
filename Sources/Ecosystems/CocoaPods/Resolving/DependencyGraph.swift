/// The pods that a resolution has met so far, with the requirements on each.
///
/// Molinillo changes one graph and undoes the changes; here each state keeps a copy.
/// (Molinillo 0.8.0, `DependencyGraph`.)
struct DependencyGraph {
  /// What a vertex is activated with.
  enum Payload {
    /// During the resolution: versions with equal dependencies.
    case set(PossibilitySet)
    /// At its end, and to try out a version.
    case spec(Possibility)
  }

  struct Edge: Hashable {
    var origin: String
    var destination: String
    var requirement: PodDependency
  }

  struct Vertex {
    var name: String
    var payload: Payload?
    /// Whether the Podfile names it.
    var isRoot: Bool
    /// The requirements of the Podfile.
    var explicit: [PodDependency] = []
    var incoming: [Edge] = []
    var outgoing: [Edge] = []

    /// All requirements, each once.
    var requirements: [PodDependency] {
      (incoming.map(\.requirement) + explicit).uniqued()
    }
  }

  private var vertices: [String: Vertex] = [:]
  /// The names in the order in which they were added.
  private(set) var names: [String] = []

  subscript(name: String) -> Vertex? { vertices[name] }

  /// Adds a vertex; an existing one stays.
  mutating func add(_ name: String, isRoot: Bool = false) {
    if vertices[name] == nil {
      vertices[name] = Vertex(name: name, payload: nil, isRoot: isRoot)
      names.append(name)
    } else if isRoot {
      vertices[name]?.isRoot = true
    }
  }

  /// Adds a requirement of the Podfile.
  mutating func require(_ dependency: PodDependency) {
    add(dependency.name, isRoot: true)
    vertices[dependency.name]?.explicit.append(dependency)
  }

  /// Adds what an activated pod needs.
  ///
  /// - Throws: `circular` if the needed pod needs the other one.
  mutating func add(_ requirement: PodDependency, neededBy origin: String) throws(PodStop) {
    let name = requirement.name
    add(name)
    if reaches(name, origin) { throw .circular([origin, name]) }
    let edge = Edge(origin: origin, destination: name, requirement: requirement)
    vertices[origin]?.outgoing.append(edge)
    vertices[name]?.incoming.append(edge)
  }

  mutating func setPayload(_ payload: Payload?, of name: String) {
    vertices[name]?.payload = payload
  }

  private func reaches(_ start: String, _ end: String) -> Bool {
    var open = [start]
    var seen: Set<String> = []
    while let name = open.popLast() {
      if name == end { return true }
      guard seen.insert(name).inserted else { continue }
      open += vertices[name]?.outgoing.map(\.destination) ?? []
    }
    return false
  }

  /// The vertices that a pod is needed by, directly and indirectly.
  func predecessors(of name: String) -> [String] {
    var open = [name]
    var seen: Set<String> = []
    var result: [String] = []
    while let name = open.popLast() {
      for edge in vertices[name]?.incoming ?? [] where seen.insert(edge.origin).inserted {
        result.append(edge.origin)
        open.append(edge.origin)
      }
    }
    return result
  }
}

/// Neighbouring versions with equal dependencies, which are decided together.
struct PossibilitySet {
  /// The dependencies of all members.
  var dependencies: [PodDependency]
  /// The members, the newest first.
  var members: Possibilities
}

extension Sequence where Element: Hashable {
  /// The elements in order, each once.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
