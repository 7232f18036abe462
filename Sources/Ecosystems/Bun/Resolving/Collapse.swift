import Ecosystem
import JavaScript

/// Reduces the versions of a run's new edges to the fewest that serve them all.
///
/// Edges of the project, bundled ones and those of the old lock are fixed. A greedy cover starts with
/// their versions and adds the version that serves most of the other edges, the higher one in a tie. An
/// edge whose version stays keeps it.
struct Collapse {
  /// An edge by its owner and position.
  private struct EdgeIndex: Hashable {
    var owner: Int
    var position: Int
  }

  private typealias Targets = [EdgeIndex: Int]

  private var graph: Graph
  private let input: ResolverInput
  /// The names of packages that peers of the project lead to.
  private let projectPeers: Set<String>
  /// Whether the registry's name of a package has several versions, by its index.
  private let hasOthers: [Bool]

  private init(graph: Graph, input: ResolverInput) {
    self.graph = graph
    self.input = input
    hasOthers = graph.packages.map {
      $0.isRegistered && graph.versions(of: $0.name).count > 1
    }
    projectPeers = Set(
      graph.packages.filter(\.isOfProject).flatMap(\.edges).compactMap { edge in
        edge.kind == .peer ? edge.target.map { graph[$0].name } : nil
      })
  }

  /// Moves the edges of a graph.
  ///
  /// - Throws: a refusal if an edge inside of a bundle has a choice.
  static func run(_ graph: inout Graph, _ input: ResolverInput) throws(Problem) {
    var collapse = Collapse(graph: graph, input: input)
    try collapse.settle()
    try collapse.requireOneVersionInBundles()
    try collapse.requireKeptOutside(graph)
    graph = collapse.graph
  }

  /// Refuses a version that only a package of a bundle still has, if others had it before, and a lower one
  /// than is there.
  private func requireKeptOutside(_ before: Graph) throws(Problem) {
    let live = graph.reachable(throughOptionalPeers: true)
    let outside = graph.reachable(throughOptionalPeers: true, throughBundles: false)
    let former = before.reachable(throughOptionalPeers: true, throughBundles: false)
    for owner in live.subtracting(outside).sorted() {
      for edge in graph[owner].edges where !edge.isSettled {
        guard let target = edge.target else { continue }
        let isLeft = former.contains(target) && !outside.contains(target)
        // In a new lock it can also be a lower one that something else took.
        let isLower =
          input.lock == nil && !edge.isBundled
          && graph.versions(of: graph[target].name).first { index in
            live.contains(index)
              && graph[index].version.map { range(of: edge, owner)?.admits($0) == true } == true
          } != target
        guard graph[target].isRegistered, isLeft || isLower else { continue }
        throw Problem(
          .refused, "is bundled with a package, and it isn't certain which \(edge.name) it gets",
          subject: graph[owner].label)
      }
    }
  }

  /// Refuses a new edge to what a package brings along, if it could have another version, and it is a
  /// peer or beside an old lock.
  private func requireOneVersionInBundles() throws(Problem) {
    let live = graph.reachable(throughOptionalPeers: true)
    for owner in live.sorted() {
      for edge in graph[owner].edges where edge.isBundled && !edge.isSettled {
        if input.lock == nil, edge.kind != .peer { continue }
        guard let target = edge.target, graph[target].isRegistered,
          let fits = range(of: edge, owner),
          graph.versions(of: graph[target].name).contains(where: { other in
            other != target && live.contains(other)
              && graph[other].version.map(fits.admits) ?? false
          })
        else { continue }
        throw Problem(
          .refused, "brings \(edge.name) along, and it isn't certain which version it gets",
          subject: graph[owner].label)
      }
    }
  }

  /// The range that an edge asks for, after overrides; nil for other requirements.
  private func range(of edge: Edge, _ owner: Int) -> BunRange? {
    let text = input.overrides.replacement(for: edge, of: graph[owner]) ?? edge.text
    guard case .range(_, let range) = Requirement(edge.name, text) else { return nil }
    return range
  }

  /// Repeats until nothing moves.
  ///
  /// - Throws: a refusal if a bundle of the present lock or peers of the project would decide about others.
  private mutating func settle() throws(Problem) {
    var live = graph.reachable(throughOptionalPeers: true)
    while true {
      let next = settled(live)
      try requireUncontested(next, live)
      apply(next)
      let after = graph.reachable(throughOptionalPeers: true)
      if after == live { return }
      live = after
    }
  }

  private mutating func apply(_ targets: Targets) {
    for (index, target) in targets { graph[index.owner].edges[index.position].target = target }
  }

  /// Refuses targets that would be other ones if bundles of the present lock counted, or without peers
  /// that have to do with those of the project.
  private func requireUncontested(_ next: Targets, _ live: Set<Int>) throws(Problem) {
    try require(
      settled(live, countsBundles: true), next,
      "has versions that a bundle of the present lock may hold")
    let reason = "has versions that peers of the project decide about"
    try require(settled(live, without: isProjectPeer), next, reason)
    try require(
      settled(live, without: isContestedPeer), next.filter { !isContestedPeer($0.key) }, reason)
  }

  /// Refuses the first difference between targets.
  private func require(_ left: Targets, _ right: Targets, _ reason: String) throws(Problem) {
    let differing = Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }
    guard let first = differing.min(by: { ($0.owner, $0.position) < ($1.owner, $1.position) })
    else { return }
    throw Problem(.refused, reason, subject: graph[first.owner].edges[first.position].name)
  }

  private func isProjectPeer(_ index: EdgeIndex) -> Bool {
    graph[index.owner].isOfProject && graph[index.owner].edges[index.position].kind == .peer
  }

  /// Whether an edge is a peer of something that peers of the project ask for too.
  private func isContestedPeer(_ index: EdgeIndex) -> Bool {
    let edge = graph[index.owner].edges[index.position]
    guard edge.kind == .peer, let target = edge.target else { return false }
    return projectPeers.contains(graph[target].name)
  }

  /// Computes the new targets.
  ///
  /// Packages that fall away by them don't count, so it is done again without them until the outcome
  /// agrees.
  ///
  /// - Parameters:
  ///   - live: the packages that are reached.
  ///   - countsBundles: whether bundles of the present lock hold their versions.
  ///   - isSilent: the edges that don't count.
  /// - Returns: the targets of edges that change.
  private func settled(
    _ live: Set<Int>, countsBundles: Bool = false,
    without isSilent: (EdgeIndex) -> Bool = { _ in false }
  ) -> Targets {
    var voters = live
    var last: Targets?
    while true {
      let next = vote(voters, live, countsBundles: countsBundles, without: isSilent)
      var changed = self
      changed.apply(next.targets)
      let after = changed.graph.reachable(throughOptionalPeers: true)
      if !after.isSubset(of: voters) { return last ?? next.targets }
      let gone = next.owners.subtracting(after)
      if gone.isEmpty { return next.targets }
      voters.subtract(gone)
      last = next.targets
    }
  }

  /// Returns the new targets if some packages vote, and those of them that did.
  private func vote(
    _ voters: Set<Int>, _ live: Set<Int>, countsBundles: Bool,
    without isSilent: (EdgeIndex) -> Bool
  ) -> (targets: Targets, owners: Set<Int>) {
    var groups: [String: [EdgeIndex]] = [:]
    var owners: Set<Int> = []
    // What a bundle alone has keeps its versions.
    let outside = graph.reachable(throughOptionalPeers: true, throughBundles: false)
    for owner in voters.intersection(outside).sorted() {
      for (position, edge) in graph[owner].edges.enumerated() {
        guard let target = edge.target, hasOthers[target],
          !edge.isBundled || countsBundles && edge.isSettled
        else { continue }
        let index = EdgeIndex(owner: owner, position: position)
        if isSilent(index) { continue }
        groups[graph[target].name, default: []].append(index)
        owners.insert(owner)
      }
    }
    var result: Targets = [:]
    for (name, indices) in groups {
      let versions = graph.versions(of: name).filter(live.contains)
      if versions.count > 1 { result.merge(moved(indices, versions)) { $1 } }
    }
    return (result, owners)
  }

  /// Returns the targets of one package's edges that change.
  private func moved(_ indices: [EdgeIndex], _ versions: [Int]) -> Targets {
    var chosen: Set<Int> = []
    var open: [(index: EdgeIndex, fits: Set<Int>)] = []
    for index in indices {
      let edge = graph[index.owner].edges[index.position]
      guard let target = edge.target else { continue }
      if let fits = options(of: edge, index.owner, versions) {
        open.append((index, fits.union([target])))
      } else {
        chosen.insert(target)
      }
    }
    chosen = Cover.versions(versions, serving: open.map(\.fits), startingWith: chosen)
    var result: Targets = [:]
    for (index, fits) in open {
      let edge = graph[index.owner].edges[index.position]
      let own = edge.best ?? edge.target
      let highest = versions.first { chosen.contains($0) && fits.contains($0) }
      let best = own.map(chosen.contains) == true ? own : highest
      if let best, best != edge.target { result[index] = best }
    }
    return result
  }

  /// Returns the versions that an edge could have; nil for a fixed edge.
  private func options(of edge: Edge, _ owner: Int, _ versions: [Int]) -> Set<Int>? {
    guard let target = edge.target, !edge.isBundled, !graph[owner].isOfProject,
      !input.isPatched(graph[target]), graph[target].isNew || input.lock == nil,
      let range = range(of: edge, owner)
    else { return nil }
    let fitting = Set(versions.filter { graph[$0].version.map(range.admits) ?? false })
    // A peer that fits no version keeps the one that it was given.
    return edge.isSettled && !fitting.contains(target) ? nil : fitting
  }
}

/// The fewest versions that serve all of some edges, chosen greedily.
enum Cover {
  /// Chooses versions.
  ///
  /// - Parameters:
  ///   - versions: the candidates, the highest first, which decides ties.
  ///   - edges: the candidates that fit each edge.
  ///   - fixed: the versions that stay anyway.
  /// - Returns: the versions that stay.
  static func versions(
    _ versions: [Int], serving edges: [Set<Int>], startingWith fixed: Set<Int> = []
  ) -> Set<Int> {
    var chosen = fixed
    var open = edges.filter { $0.isDisjoint(with: fixed) }
    while !open.isEmpty {
      let counts = versions.map { version in open.count { $0.contains(version) } }
      guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else {
        return chosen
      }
      chosen.insert(versions[index])
      open.removeAll { $0.contains(versions[index]) }
    }
    return chosen
  }
}
