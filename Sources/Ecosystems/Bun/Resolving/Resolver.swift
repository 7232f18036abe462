import Ecosystem
import JSON
import JavaScript

/// Resolves a project as Bun 1.4.4 does, without requests.
///
/// Each call of `resume` starts again with the documents that are there, and names those that are missing.
struct BunResolver: ResumableResolution {
  let input: ResolverInput
  private var findings: [BunNeed: BunFinding] = [:]

  init(_ input: ResolverInput) {
    self.input = input
  }

  mutating func resume() throws(Problem) -> ResolutionStep<BunSolution, BunNeed> {
    var run = ResolverRun(input, findings)
    guard let graph = try run.resolved() else {
      return .needs(run.missing.sorted { $0.description < $1.description })
    }
    return .finished(BunSolution(graph: graph, isChanged: run.isChanged))
  }

  mutating func add(_ document: BunFinding, for need: BunNeed) throws(Problem) -> [BunNeed] {
    findings[need] = document
    return []
  }
}

/// The resolved packages of a project.
struct BunSolution: Sendable {
  var graph: Graph
  /// Whether a dependency or a rule differs from the old lock.
  var isChanged: Bool
}

/// One attempt of a resolution, which ends early if documents are missing.
struct ResolverRun {
  let input: ResolverInput
  let findings: [BunNeed: BunFinding]
  var graph = Graph()
  /// The documents that are needed to go on.
  var missing: Set<BunNeed> = []
  /// Whether a dependency or a rule differs from the old lock.
  var isChanged = false
  /// The indices of the members, sorted by name.
  var members: [Int] = []
  /// The highest versions that the old lock has, or that an edge of the project took, by name.
  var known: [String: Int] = [:]
  /// The versions of tags that packages of this run ask for, by name.
  var tagged: [String: Int] = [:]
  /// The names that peers of packages decided about in this run.
  private var decidedPeers: Set<String> = []
  /// The old and the new target of edges that an update moved.
  var moves: [(from: Int, owner: Int, position: Int)] = []

  init(_ input: ResolverInput, _ findings: [BunNeed: BunFinding]) {
    self.input = input
    self.findings = findings
  }

  /// Returns the graph; nil if documents are missing.
  mutating func resolved() throws(Problem) -> Graph? {
    try load()
    for index in graph.packages.indices { remember(index) }
    try unsettle()
    try decideProject()
    if !missing.isEmpty { return nil }
    for owner in owners {
      for edge in graph[owner].edges where edge.kind != .peer { edge.target.map { remember($0) } }
    }
    try decidePackages()
    if !missing.isEmpty { return nil }
    while try decidePeers() {
      if !missing.isEmpty { return nil }
      // Peers of packages that peers brought come before those of their dependencies.
      _ = try decidePeers()
      if !missing.isEmpty { return nil }
      try decidePackages()
      if !missing.isEmpty { return nil }
    }
    try input.dialect.check(graph, input)
    try redirect()
    if isChanged, input.dialect.isDeterministic {
      try releaseUnfitPeers()
      try raisePeers()
    }
    try requireCertainty()
    if !missing.isEmpty { return nil }
    try Collapse.run(&graph, input)
    // The versions that stay can have dependencies of their own.
    try decidePackages()
    return missing.isEmpty ? graph : nil
  }

  /// Makes a package the highest version of its name if it is.
  private mutating func remember(_ index: Int) {
    let package = graph[index]
    guard package.isRegistered, let version = package.version else { return }
    if let present = known[package.name], let highest = graph[present].version, highest >= version {
      return
    }
    known[package.name] = index
  }

  /// The owners of the project's edges, in the order of hoisting.
  private var owners: [Int] { [Graph.root] + members }

  /// Decides the unsettled edges of the root and of the members, without peers.
  private mutating func decideProject() throws(Problem) {
    for owner in owners {
      for position in order(of: owner) {
        let edge = graph[owner].edges[position]
        guard !edge.isSettled, edge.target == nil, edge.kind != .peer else { continue }
        try decide(position, of: owner, isOfProject: true)
      }
    }
  }

  /// Decides the unsettled edges of all packages that are reached, without peers.
  private mutating func decidePackages() throws(Problem) {
    var seen: Set<Int> = [Graph.root]
    var open = [Graph.root]
    var next = 0
    while next < open.count {
      let owner = open[next]
      next += 1
      for position in order(of: owner) {
        let edge = graph[owner].edges[position]
        if !edge.isSettled, edge.target == nil, edge.kind != .peer {
          try decide(position, of: owner, isOfProject: false)
        }
        if let target = graph[owner].edges[position].target, seen.insert(target).inserted {
          open.append(target)
        }
      }
    }
  }

  /// Decides the unsettled peers of all packages that are reached, those of the project first.
  ///
  /// - Returns: whether there were any.
  private mutating func decidePeers() throws(Problem) -> Bool {
    var found = false
    for (owner, position) in unsettledPeers where !graph[owner].isRegistered {
      if try isUnserved(position, of: owner) { continue }
      if try decidePeer(position, of: owner) { found = true }
    }
    // What the project's peers brought has its turn together with the other packages.
    let waiting = unsettledPeers.filter { graph[$0.owner].isRegistered }
    if waiting.isEmpty { return found }
    if try decideTogether(waiting) { found = true }
    return found
  }

  /// The unsettled peers of all packages that are reached, breadth first.
  private var unsettledPeers: [(owner: Int, position: Int)] {
    var open = [Graph.root]
    var seen = Set(open)
    var next = 0
    var waiting: [(owner: Int, position: Int)] = []
    while next < open.count {
      let owner = open[next]
      next += 1
      for position in order(of: owner) {
        let edge = graph[owner].edges[position]
        if edge.kind == .peer, !edge.isSettled, edge.target == nil, !edge.isOptionalPeer {
          waiting.append((owner, position))
        }
        if let target = edge.target, seen.insert(target).inserted { open.append(target) }
      }
    }
    return waiting
  }

  /// Decides the peers of registry packages, in the order of the packages' names and versions.
  ///
  /// A name that wasn't there before gets one version, or the resolution is refused.
  private mutating func decideTogether(
    _ waiting: [(owner: Int, position: Int)]
  ) throws(Problem) -> Bool {
    let sorted = waiting.sorted { left, right in
      let packages = (graph[left.owner], graph[right.owner])
      guard packages.0.name == packages.1.name else {
        return packages.0.name.precedesInBytes(packages.1.name)
      }
      if let first = packages.0.version, let second = packages.1.version, first != second {
        return first < second
      }
      return left < right
    }
    let live = graph.reachable(throughOptionalPeers: true)
    let present = Set(live.filter { graph[$0].isRegistered }.map { graph[$0].name })
    var groups: [String: [(owner: Int, position: Int)]] = [:]
    var found = false
    for peer in sorted {
      if try isUnserved(peer.position, of: peer.owner) { continue }
      try requireUnpatched(peer.position, of: peer.owner)
      if try decidePeer(peer.position, of: peer.owner) { found = true }
      let edge = graph[peer.owner].edges[peer.position]
      let isTag = if case .tag = try requirement(of: edge, peer.owner).kind { true } else { false }
      guard let target = edge.target, !isTag, !isForced(edge) else { continue }
      let isPresent = present.contains(graph[target].name)
      if isPresent || input.lock != nil, !live.contains(target) {
        try requireCertainPeer(peer.owner, edge)
      }
      if !isPresent {
        groups[graph[target].name, default: []].append(peer)
      } else {
        decidedPeers.insert(graph[target].name)
      }
    }
    if !missing.isEmpty { return true }
    for (name, peers) in groups {
      try requireOneVersion(peers)
      decidedPeers.insert(name)
    }
    return found
  }

  /// Refuses a new version beside those that are there if `packageExtensions` has a part in it.
  private func requireCertainPeer(_ owner: Int, _ edge: Edge) throws(Problem) {
    let isExtended = graph.packages.contains { package in
      package.edges.contains { $0.isAdded && $0.name == graph[owner].name }
    }
    guard isExtended || graph[owner].edges.contains(where: \.isAdded) else { return }
    throw Problem(
      .refused, "has a peer with a version of its own, which isn't certain with packageExtensions",
      subject: "\(graph[owner].label) (\(edge.name))")
  }

  /// Whether no version of a peer's name fits, and the registry isn't asked for another one: a
  /// dependent of the package has something of this name.
  private mutating func isUnserved(_ position: Int, of owner: Int) throws(Problem) -> Bool {
    let edge = graph[owner].edges[position]
    let requirement = try requirement(of: edge, owner).kind
    guard case .range(let package, _) = requirement, !isForced(edge),
      rootTarget(of: edge, owner) == nil
    else { return false }
    let fits = graph.versions(of: package).contains { index in
      graph[index].version.map(requirement.admits) ?? false
    }
    if fits { return false }
    if !hasDependent(of: owner, with: edge.name) {
      let isDecided = decidedPeers.contains(package)
      if !isDecided, graph[owner].isOfProject || !isHeldByPeers(package) { return false }
      throw Problem(
        .refused,
        "has a peer that no version fits which other peers hold, and it isn't certain "
          + "whether it gets its own",
        subject: "\(graph[owner].label) (\(edge.name))")
    }
    graph[owner].edges[position].isSettled = true
    return true
  }

  /// Refuses a new peer of a package with a patch, which the root doesn't have.
  private func requireUnpatched(_ position: Int, of owner: Int) throws(Problem) {
    let edge = graph[owner].edges[position]
    guard let package = try requirement(of: edge, owner).kind.package,
      rootTarget(of: edge, owner) == nil,
      input.patches.contains(where: { $0.name.hasPrefix(package + "@") })
    else { return }
    throw Problem(
      .refused, "is patched, and it isn't certain which version its peers get", subject: package)
  }

  /// Whether only peers of the old lock hold the versions of a package.
  private func isHeldByPeers(_ name: String) -> Bool {
    let live = graph.reachable(throughOptionalPeers: false)
    var isHeld = false
    for owner in live {
      for edge in graph[owner].edges {
        guard let target = edge.target, graph[target].isRegistered, graph[target].name == name
        else {
          continue
        }
        guard edge.kind == .peer, let version = graph[target].version else { return false }
        if edge.isSettled, Requirement(edge.name, edge.text).admits(version) { isHeld = true }
      }
    }
    return isHeld
  }

  /// Whether a package that leads to another one has a dependency of a name.
  private func hasDependent(of package: Int, with name: String) -> Bool {
    let live = graph.reachable(throughOptionalPeers: false)
    var dependents: [Int: [Int]] = [:]
    for owner in live {
      for edge in graph[owner].edges where edge.kind != .peer || graph[owner].isOfProject {
        if edge.kind != .member, let target = edge.target {
          dependents[target, default: []].append(owner)
        }
      }
    }
    var seen: Set<Int> = [package]
    var open = [package]
    while let next = open.popLast() {
      for owner in dependents[next] ?? [] where seen.insert(owner).inserted {
        let names = graph[owner].edges.filter { $0.kind != .peer && $0.target != nil }.map(\.name)
        if names.contains(name) { return true }
        open.append(owner)
      }
    }
    return false
  }

  /// Binds the old lock's peers that don't fit to another version if nothing else holds theirs.
  private mutating func releaseUnfitPeers() throws(Problem) {
    var released: [(owner: Int, position: Int, target: Int)] = []
    for owner in graph.packages.indices where graph[owner].isRegistered {
      for position in graph[owner].edges.indices {
        let edge = graph[owner].edges[position]
        guard edge.kind == .peer, edge.isBound, !edge.isOptionalPeer, !edge.isBundled,
          rootTarget(of: edge, owner) == nil, let target = edge.target,
          graph[target].isRegistered, let version = graph[target].version,
          case .range(_, let range) = try requirement(of: edge, owner).kind,
          !range.admits(version)
        else { continue }
        released.append((owner, position, target))
        graph[owner].edges[position].target = nil
      }
    }
    let live = graph.reachable(throughOptionalPeers: true)
    for (owner, position, target) in released {
      let others = graph.versions(of: graph[target].name).filter(live.contains)
      if !live.contains(target), others.count > 1 {
        throw Problem(
          .refused, "is a peer that fits no version, and it isn't certain which one it gets",
          subject: "\(graph[owner].label) (\(graph[owner].edges[position].name))")
      }
      graph[owner].edges[position].target =
        live.contains(target) ? target : others.first ?? target
    }
  }

  /// Binds the peers of the old lock to the highest versions that are there now.
  private mutating func raisePeers() throws(Problem) {
    let live = graph.reachable(throughOptionalPeers: false)
    for owner in live where graph[owner].isRegistered {
      for position in graph[owner].edges.indices {
        let edge = graph[owner].edges[position]
        guard edge.kind == .peer, edge.isBound, !edge.isOptionalPeer, !edge.isBundled,
          rootTarget(of: edge, owner) == nil, let target = edge.target,
          graph[target].isRegistered
        else { continue }
        let requirement = try requirement(of: edge, owner).kind
        let best = graph.versions(of: graph[target].name).first { index in
          live.contains(index) && graph[index].version.map(requirement.admits) ?? false
        }
        if let best { graph[owner].edges[position].target = best }
      }
    }
  }

  /// Requires that the peers of a name that wasn't there before get one version.
  private func requireOneVersion(_ peers: [(owner: Int, position: Int)]) throws(Problem) {
    let targets = Set(peers.compactMap { graph[$0.owner].edges[$0.position].target })
    guard targets.count > 1, let first = targets.min() else { return }
    throw Problem(
      .refused, "is a new peer with several versions, and it isn't certain which one stays",
      subject: graph[first].name)
  }

  /// The positions of a package's edges in the order of hoisting.
  private func order(of owner: Int) -> [Int] {
    let edges = graph[owner].edges
    return edges.indices.sorted { Edge.precedes(edges[$0], edges[$1]) }
  }

  /// The package that the owner itself or the root has under the name of a peer.
  private func rootTarget(of edge: Edge, _ owner: Int) -> Int? {
    let isSame = { (other: Edge) in
      other.name == edge.name && other.kind != .peer && other.target != nil
    }
    let own = owner == Graph.root ? nil : graph[owner].edges.first(where: isSame)
    return (own ?? graph[Graph.root].edges.first(where: isSame))?.target
  }

  /// Decides a peer by what is there, else by the registry.
  private mutating func decidePeer(_ position: Int, of owner: Int) throws(Problem) -> Bool {
    if let served = rootTarget(of: graph[owner].edges[position], owner) {
      graph[owner].edges[position].target = served
      return true
    }
    do throws(Problem) {
      try decide(position, of: owner, isOfProject: true)
    } catch {
      guard error.kind == .unsolvable else { throw error }
      throw Problem(
        .refused, "is a peer that no version fits, and it isn't certain what becomes of it",
        subject: "\(graph[owner].label) (\(graph[owner].edges[position].name))")
    }
    return graph[owner].edges[position].target != nil || !missing.isEmpty
  }

  /// Finds the package of an edge.
  private mutating func decide(
    _ position: Int, of owner: Int, isOfProject: Bool
  ) throws(Problem) {
    let edge = graph[owner].edges[position]
    do throws(Problem) {
      graph[owner].edges[position].target = try target(
        of: edge, owner, isOfProject: isOfProject)
    } catch {
      guard error.kind == .unsolvable || error.unavailable != nil, edge.mayMiss else { throw error }
      graph[owner].edges[position].isSettled = true
    }
  }
}
