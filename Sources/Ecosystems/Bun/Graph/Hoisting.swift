/// Places packages in `node_modules` as Bun does.
///
/// Breadth first: each edge goes up from its owner until the name is taken.
struct Hoisting {
  /// A folder with packages.
  private struct Tree {
    /// The package whose folder it is.
    var package: Int
    /// The index of the tree above; nil for the root's.
    var parent: Int?
    /// The names from the root.
    var path: [String]
    /// The packages by name, with the edge that placed them.
    var packages: [String: Occupant] = [:]
  }

  /// A package at a place.
  private struct Occupant {
    var package: Int
    /// Whether a manifest of the root asked for it.
    var isOfRoot: Bool
    var isBundled: Bool
    var order: Int
  }

  /// A package with edges to place.
  private struct Task {
    var package: Int
    /// The tree that contains it; nil for the root.
    var tree: Int?
    var name: String
    /// The highest tree that its edges may reach.
    var top: Int
  }

  /// A place with its package, in the order of the lock.
  struct Slot {
    var names: [String]
    var package: Int
    var isBundled: Bool
    /// The number of its folder.
    var tree: Int
    /// When it was placed.
    var order: Int

    var path: String { names.joined(separator: "/") }
  }

  private let graph: Graph
  private var trees: [Tree] = []
  private var queue: [Task] = []
  private var next = 0
  private var count = 0

  init(_ graph: Graph) {
    self.graph = graph
  }

  /// Returns the places, sorted by depth, then by the path of the parent, then by name.
  static func slots(of graph: Graph) -> [Slot] {
    var hoisting = Hoisting(graph)
    hoisting.queue = [Task(package: Graph.root, tree: nil, name: "", top: 0)]
    while hoisting.next < hoisting.queue.count {
      hoisting.next += 1
      hoisting.fill(hoisting.queue[hoisting.next - 1])
    }
    return hoisting.slots
  }

  private mutating func fill(_ task: Task) {
    let package = graph[task.package]
    if package.edges.isEmpty { return }
    let path = task.tree.map { trees[$0].path + [task.name] } ?? []
    let own = trees.count
    trees.append(Tree(package: task.package, parent: task.tree, path: path))
    for edge in sortedEdges(of: task.package) {
      guard let target = edge.target else { continue }
      let isFixed = edge.isBundled || graph[target].staysBelow
      let destination =
        isFixed ? own : destination(of: edge, target, from: own, top: task.top)
      guard let destination else { continue }
      count += 1
      trees[destination].packages[edge.name] = Occupant(
        package: target, isOfRoot: task.package == Graph.root, isBundled: edge.isBundled,
        order: count)
      if !graph[target].edges.isEmpty {
        queue.append(
          Task(
            package: target, tree: destination, name: edge.name,
            top: edge.isBundled ? destination : task.top))
      }
    }
  }

  /// The edges in the order in which Bun places them: members come last, whatever section asks for them.
  private func sortedEdges(of owner: Int) -> [Edge] {
    var edges = graph[owner].edges
    if owner == Graph.root {
      for index in edges.indices {
        guard let target = edges[index].target, case .member = graph[target].source else {
          continue
        }
        edges[index].kind = .member
      }
    }
    return edges.sorted(by: Edge.precedes)
  }

  /// Returns the tree in which an edge places its package; nil if it doesn't have to.
  private func destination(of edge: Edge, _ target: Int, from own: Int, top: Int) -> Int? {
    var best = own
    var tree: Int? = own
    while let current = tree {
      if let occupant = trees[current].packages[edge.name] {
        if occupant.package == target || isServed(edge, by: occupant, in: current) { return nil }
        // A name that its own package takes twice has its first package.
        return current == own ? nil : own
      }
      best = current
      if current == top { break }
      if keepsPeer(of: target, in: current) { return own }
      tree = trees[current].parent
    }
    return best
  }

  /// Whether a package would lose one of its peers if it went up from a tree.
  private func keepsPeer(of package: Int, in tree: Int) -> Bool {
    !graph[package].isOfProject
      && graph[package].edges.contains { losesPeer($0, in: tree) }
  }

  private func losesPeer(_ edge: Edge, in tree: Int) -> Bool {
    guard edge.kind == .peer, !edge.isOptionalPeer, let here = provided(edge.name, in: tree),
      fits(edge, here)
    else { return false }
    var above = trees[tree].parent
    while let current = above {
      if let occupant = trees[current].packages[edge.name] {
        return occupant.package != here && !fits(edge, occupant.package)
      }
      above = trees[current].parent
    }
    return false
  }

  /// The package that a tree has under a name, or will have, because its own package asks for it.
  private func provided(_ name: String, in tree: Int) -> Int? {
    if let occupant = trees[tree].packages[name] { return occupant.package }
    return graph[trees[tree].package].edges.first { edge in
      edge.name == name && edge.kind != .peer && edge.target != nil
    }?.target
  }

  private func fits(_ edge: Edge, _ package: Int) -> Bool {
    guard let version = graph[package].version, graph[package].isRegistered else {
      return false
    }
    return Requirement(edge.name, edge.text).admits(version)
  }

  /// Whether a package in the way is good enough for a peer.
  private func isServed(_ edge: Edge, by occupant: Occupant, in tree: Int) -> Bool {
    guard edge.kind == .peer else { return false }
    return occupant.isOfRoot || fits(edge, occupant.package)
  }

  private var slots: [Slot] {
    let folders = trees.indices.map { (path: trees[$0].path.joined(separator: "/"), tree: $0) }
    let sorted = folders.sorted { left, right in
      let depths = (trees[left.tree].path.count, trees[right.tree].path.count)
      return depths.0 != depths.1 ? depths.0 < depths.1 : left.path.precedesInBytes(right.path)
    }
    return sorted.flatMap { folder in
      let tree = trees[folder.tree]
      return tree.packages.sorted { $0.key.precedesInBytes($1.key) }.map { name, occupant in
        Slot(
          names: tree.path + [name], package: occupant.package, isBundled: occupant.isBundled,
          tree: folder.tree, order: occupant.order)
      }
    }
  }
}
