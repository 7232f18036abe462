import Ecosystem

/// The dependencies that a search has chosen so far, each once.
///
/// Adding a dependency that is there already narrows its requirement; the version that was chosen
/// first stays, or the addition fails. (Carthage 0.40.0, `DependencyGraph`.)
struct CarthageGraph: Sendable {
  /// A dependency with the version that is tried.
  struct Node: Hashable, Sendable {
    var origin: CarthageOrigin
    /// The tag or commit.
    var pin: String
    /// The versions that all who need it accept.
    var requirement: CarthageRequirement
  }

  /// The nodes by origin.
  private(set) var nodes: [CarthageOrigin: Node] = [:]
  /// All direct and indirect dependencies of each node that has any.
  private(set) var dependencies: [CarthageOrigin: Set<CarthageOrigin>] = [:]
  /// The dependencies of the project itself.
  private(set) var roots: Set<CarthageOrigin> = []

  /// Adds a node, as a dependency of another one or of the project.
  ///
  /// - Returns: the node as it is in the graph.
  /// - Throws: `unsolvable` if the chosen version can't stay.
  @discardableResult
  mutating func add(_ node: Node, neededBy parent: CarthageOrigin?) throws(Problem) -> Node {
    let node = try joined(node, neededBy: parent)
    guard let parent else {
      roots.insert(node.origin)
      return node
    }
    // Carthage can't build such a lock, and a search for what each needs would not end.
    guard node.origin != parent, dependencies[node.origin]?.contains(parent) != true else {
      throw Problem(
        .unsolvable, "needs a dependency that needs it, which Carthage can't build",
        subject: "\(node.origin)", explanation: ["\(parent) needs \(node.origin)."])
    }
    let below = (dependencies[node.origin] ?? []).union([node.origin])
    dependencies[parent, default: []].formUnion(below)
    for ancestor in dependencies.keys where dependencies[ancestor]?.contains(parent) == true {
      dependencies[ancestor]?.insert(node.origin)
    }
    return node
  }

  private mutating func joined(
    _ node: Node, neededBy parent: CarthageOrigin?
  ) throws(Problem) -> Node {
    guard var present = nodes[node.origin] else {
      nodes[node.origin] = node
      return node
    }
    guard let both = present.requirement.intersection(node.requirement) else {
      // A branch and the commit that it points at are the same version.
      if present.pin == node.pin { return node }
      throw Problem(
        .unsolvable,
        "is needed as \(text(present.requirement)) and, by \(text(parent)), as "
          + text(node.requirement), subject: "\(node.origin)")
    }
    guard both.isSatisfied(by: present.pin) else {
      throw Problem(
        .unsolvable, "has no version that satisfies \(text(both))", subject: "\(node.origin)")
    }
    present.requirement = both
    nodes[node.origin] = present
    return present
  }

  /// Adds everything of another graph.
  ///
  /// - Throws: `unsolvable` if both have versions of a dependency that exclude each other.
  mutating func merge(_ other: CarthageGraph) throws(Problem) {
    for root in other.roots.sorted() { try add(other, root, neededBy: nil) }
    for (parent, children) in other.dependencies.sorted(by: { $0.key < $1.key }) {
      for child in children.sorted() { try add(other, child, neededBy: parent) }
    }
  }

  private mutating func add(
    _ other: CarthageGraph, _ origin: CarthageOrigin, neededBy parent: CarthageOrigin?
  ) throws(Problem) {
    guard let node = other.nodes[origin] else { return }
    try add(node, neededBy: parent)
  }

  private func text(_ requirement: CarthageRequirement) -> String {
    requirement == .any ? "any version" : "'\(requirement)'"
  }

  private func text(_ parent: CarthageOrigin?) -> String {
    parent.map { "\($0)" } ?? "the Cartfile"
  }
}
