import Ecosystem
import JavaScript

/// The peers of packages, which are decided in waves: first those of packages that are there without
/// peers, then those of packages that peers brought.
///
/// The peers of the first wave that ask for one name agree if one of their versions fits them all. Then
/// each gets its own, and `Collapse` leaves one. Otherwise the first one decides for all of them. Later
/// peers each get their own version.
extension ResolverRun {
  /// The position of an edge in the graph.
  typealias EdgePosition = (owner: Int, position: Int)

  /// Decides the unsettled peers of all packages that are reached, those of the project first.
  ///
  /// - Returns: whether there were any.
  mutating func decidePeers() throws(Problem) -> Bool {
    var found = false
    for peer in unsettledPeers where !graph[peer.owner].isRegistered {
      if try isUnserved(peer) { continue }
      if try decidePeer(peer) { found = true }
    }
    // What the project's peers brought has its turn together with the other packages.
    let waiting = unsettledPeers.filter { graph[$0.owner].isRegistered }
    if waiting.isEmpty { return found }
    if try decideTogether(waiting) { found = true }
    return found
  }

  /// The unsettled peers of all packages that are reached, breadth first.
  private var unsettledPeers: [EdgePosition] {
    var open = [Graph.root]
    var seen = Set(open)
    var next = 0
    var waiting: [EdgePosition] = []
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

  /// Decides the peers of registry packages.
  private mutating func decideTogether(_ waiting: [EdgePosition]) throws(Problem) -> Bool {
    // What an update moved something to is there, even if nothing leads to it in the end.
    let live = graph.reachable(throughOptionalPeers: true)
      .union(moved)
    let early = earlyPackages
    var groups: [String: [EdgePosition]] = [:]
    var late: [(peer: EdgePosition, name: String)] = []
    var found = false
    for peer in sorted(waiting) {
      if try isUnserved(peer) { continue }
      if try decidePeer(peer) { found = true }
      try requireUnpatched(peer, live)
      guard graph[peer.owner].edges[peer.position].target != nil,
        let name = try sharedName(of: peer)
      else { continue }
      if early.contains(peer.owner) {
        groups[name, default: []].append(peer)
      } else {
        late.append((peer, name))
      }
    }
    if !missing.isEmpty { return true }
    for (peer, name) in late { try requireAgreement(of: peer, on: name, early, live) }
    for (name, peers) in groups { try agree(on: name, peers, early, live) }
    return found
  }

  /// Refuses a new peer with another version than other ones, if its package is a dependency of what a
  /// peer brought: Bun gives some of them a version that doesn't fit.
  private func requireAgreement(
    of peer: EdgePosition, on name: String, _ early: Set<Int>, _ live: Set<Int>
  ) throws(Problem) {
    let reached = graph.reachable(throughOptionalPeers: false)
    let isOfDependency = reached.subtracting(early).contains { owner in
      graph[owner].edges.contains { $0.kind != .peer && $0.target == peer.owner }
    }
    guard isOfDependency, let own = graph[peer.owner].edges[peer.position].target,
      !live.contains(own)
    else { return }
    for other in try boundPeers(of: name, reached)
    where graph[other.owner].edges[other.position].target != own {
      throw Problem(
        .refused, "is a peer that fits no version, and it isn't certain which one it gets",
        subject: "\(graph[peer.owner].label) (\(name))")
    }
  }

  /// The packages that are there without peers.
  private var earlyPackages: Set<Int> {
    var result: Set<Int> = [Graph.root]
    var open = [Graph.root]
    while let owner = open.popLast() {
      for edge in graph[owner].edges where edge.kind != .peer {
        guard let target = edge.target, result.insert(target).inserted else { continue }
        open.append(target)
      }
    }
    return result
  }

  /// Sorts peers by the names and versions of their packages.
  private func sorted(_ peers: [EdgePosition]) -> [EdgePosition] {
    peers.sorted { left, right in
      let packages = (graph[left.owner], graph[right.owner])
      guard packages.0.name == packages.1.name else {
        return packages.0.name.precedesInBytes(packages.1.name)
      }
      if let first = packages.0.version, let second = packages.1.version, first != second {
        return first < second
      }
      return left < right
    }
  }

  /// The package that a peer asks for with a range, and that others may decide about; nil for peers that
  /// the root serves, tags, and what an update asks for.
  private func sharedName(of peer: EdgePosition) throws(Problem) -> String? {
    let edge = graph[peer.owner].edges[peer.position]
    guard case .range(let package, _) = try requirement(of: edge, peer.owner).kind,
      !isForced(edge), rootTarget(of: edge, peer.owner) == nil
    else { return nil }
    return package
  }

  /// Gives peers the version of the first one, unless one of the versions fits them all.
  ///
  /// - Parameters:
  ///   - name: the package that they ask for.
  ///   - peers: the peers that were decided now, in their order.
  ///   - early: the packages whose peers count.
  ///   - live: the packages that were there before.
  /// - Throws: a refusal for a catalog without the entry that a peer names.
  private mutating func agree(
    on name: String, _ peers: [EdgePosition], _ early: Set<Int>, _ live: Set<Int>
  ) throws(Problem) {
    let older = try boundPeers(of: name, early).filter { old in !peers.contains { $0 == old } }
    let all = older + peers
    let candidates = Set(all.compactMap { graph[$0.owner].edges[$0.position].target })
    if candidates.count < 2 { return }
    var common = candidates
    for peer in all {
      for candidate in candidates where try !fits(candidate, peer) { common.remove(candidate) }
    }
    if !common.isEmpty { return }
    var targets: [Int] = []
    for peer in all {
      let target = graph[peer.owner].edges[peer.position].target
      if let target, try fits(target, peer) { targets.append(target) }
    }
    guard let decisive = targets.first(where: live.contains) ?? targets.first else { return }
    for peer in peers {
      guard let own = graph[peer.owner].edges[peer.position].target, !live.contains(own),
        own != decisive
      else { continue }
      graph[peer.owner].edges[peer.position].target = decisive
      graph[peer.owner].edges[peer.position].isSettled = try !fits(decisive, peer)
    }
  }

  /// The peers of early packages that already have a version of a name, in their order.
  private func boundPeers(of name: String, _ early: Set<Int>) throws(Problem) -> [EdgePosition] {
    var result: [EdgePosition] = []
    for owner in early where graph[owner].isRegistered {
      for (position, edge) in graph[owner].edges.enumerated()
      where edge.kind == .peer && !edge.isOptionalPeer && edge.target != nil {
        let peer = EdgePosition(owner, position)
        if try sharedName(of: peer) == name { result.append(peer) }
      }
    }
    return sorted(result)
  }

  private func fits(_ package: Int, _ peer: EdgePosition) throws(Problem) -> Bool {
    let requirement = try requirement(of: graph[peer.owner].edges[peer.position], peer.owner).kind
    return graph[package].version.map(requirement.admits) ?? false
  }

  /// Whether no version of a peer's name fits, and the registry isn't asked for another one: a
  /// dependent of the package has something of this name.
  private mutating func isUnserved(_ peer: EdgePosition) throws(Problem) -> Bool {
    guard let package = try sharedName(of: peer) else { return false }
    for index in graph.versions(of: package) where try fits(index, peer) { return false }
    let name = graph[peer.owner].edges[peer.position].name
    guard hasDependent(of: peer.owner, with: name) else { return false }
    if graph.versions(of: package).count > 1, input.lock == nil {
      throw Problem(
        .refused, "is a peer that fits no version, and it isn't certain which one it gets",
        subject: "\(graph[peer.owner].label) (\(name))")
    }
    graph[peer.owner].edges[peer.position].isSettled = true
    return true
  }

  /// Refuses a new patched version for a peer: Bun takes another one for some.
  private func requireUnpatched(_ peer: EdgePosition, _ live: Set<Int>) throws(Problem) {
    guard let target = graph[peer.owner].edges[peer.position].target, !live.contains(target),
      input.isPatched(graph[target])
    else { return }
    throw Problem(
      .refused, "is patched, and it isn't certain which version its peers get",
      subject: graph[target].name)
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
  mutating func releaseUnfitPeers() throws(Problem) {
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
  mutating func raisePeers() throws(Problem) {
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

  /// The package that the owner itself or the root has under the name of a peer.
  private func rootTarget(of edge: Edge, _ owner: Int) -> Int? {
    let isSame = { (other: Edge) in
      other.name == edge.name && other.kind != .peer && other.target != nil
    }
    let own = owner == Graph.root ? nil : graph[owner].edges.first(where: isSame)
    return (own ?? graph[Graph.root].edges.first(where: isSame))?.target
  }

  /// The version that counts for a peer in `Collapse`, although the root's place serves it: the highest
  /// one that fits, unless that of the root does; nil without one.
  private func voting(_ peer: EdgePosition) throws(Problem) -> Int? {
    guard let served = rootTarget(of: graph[peer.owner].edges[peer.position], peer.owner) else {
      return nil
    }
    if try fits(served, peer) { return served }
    for index in graph.versions(of: graph[served].name) where try fits(index, peer) { return index }
    return nil
  }

  /// Decides a peer by what is there, else by the registry.
  private mutating func decidePeer(_ peer: EdgePosition) throws(Problem) -> Bool {
    let (owner, position) = peer
    if let served = rootTarget(of: graph[owner].edges[position], owner) {
      graph[owner].edges[position].target = try voting(peer) ?? served
      return true
    }
    do throws(Problem) {
      try decide(position, of: owner, isOfProject: true)
    } catch {
      guard error.kind == .unsolvable else { throw error }
      // It keeps the only version of the name in the old lock; without one, Bun writes no entry.
      let name = try requirement(of: graph[owner].edges[position], owner).kind.package
      let present = name.map(graph.versions(of:)) ?? []
      if present.count < 2, present.allSatisfy({ !graph[$0].isNew }), input.dialect.isDeterministic
      {
        graph[owner].edges[position].target = present.first
        graph[owner].edges[position].isSettled = true
        return present.first != nil
      }
      throw Problem(
        .refused, "is a peer that no version fits, and it isn't certain what becomes of it",
        subject: "\(graph[owner].label) (\(graph[owner].edges[position].name))")
    }
    return graph[owner].edges[position].target != nil || !missing.isEmpty
  }
}
