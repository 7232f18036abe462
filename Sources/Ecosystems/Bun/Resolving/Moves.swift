import Ecosystem
import JavaScript

/// Updates of everything, and what follows the dependencies that moved.
extension ResolverRun {
  /// Moves the root's edges and packages' edges for which the registry has a newer version.
  mutating func planAll() throws(Problem) {
    let hole = graph[Graph.root].edges.first { edge in
      edge.kind == .peer && !edge.isOptionalPeer && edge.target == nil
    }
    if let hole {
      throw Problem(
        .refused, "is a peer that no version fits, and it isn't certain what becomes of it",
        subject: hole.name)
    }
    let reached = graph.reachable(throughOptionalPeers: true)
    let provided = providedPackages
    for owner in graph.packages.indices where reached.contains(owner) {
      let isMember = owner != Graph.root && graph[owner].isOfProject
      for (position, edge) in graph[owner].edges.enumerated() {
        guard let target = edge.target, graph[target].isRegistered, !edge.isBundled,
          !input.isPatched(graph[target])
        else { continue }
        // A peer moves a package only if nothing else needs that.
        if edge.kind == .peer,
          edge.isOptionalPeer || graph[owner].isOfProject || provided.contains(target)
        {
          continue
        }
        // Of members, only the entries of catalogs move.
        if isMember, !edge.text.trimmed.hasPrefix("catalog:") { continue }
        guard let newer = try newer(than: target, edge, owner) else { continue }
        moves.append((target, owner, position))
        graph[owner].edges[position].target = newer
        graph[owner].edges[position].isSettled = false
        isChanged = true
      }
    }
  }

  /// The packages that something needs otherwise than as a peer.
  private var providedPackages: Set<Int> {
    Set(graph.packages.flatMap(\.edges).compactMap { $0.kind == .peer ? nil : $0.target })
  }

  /// Returns the registry's version for an edge if it is newer than the present one, or the tag's if it
  /// is another one.
  private mutating func newer(
    than present: Int, _ edge: Edge, _ owner: Int
  ) throws(Problem) -> Int? {
    let (requirement, _) = try requirement(of: edge, owner)
    guard let package = requirement.package, package == graph[present].name else { return nil }
    var found: Int?
    do throws(Problem) {
      found = try fromRegistry(of: edge, owner)
    } catch {
      guard error.kind == .unsolvable else { throw error }
    }
    guard let found, found != present, let new = graph[found].version,
      let old = graph[present].version
    else { return nil }
    if case .tag = requirement { return found }
    // Of two sections with one name, the lock has the version of one.
    if graph[owner].isOfProject, !requirement.admits(old) { return found }
    if new < old { try requireNotYounger(present) }
    return old < new ? found : nil
  }

  /// Moves the other edges of packages whose dependents moved, if their ranges allow it.
  ///
  /// The project's dependencies come first, then those of packages. Of several moves, the first decides.
  mutating func redirect() throws(Problem) {
    guard input.dialect.isDeterministic else { return }
    for isOfProject in [true, false] {
      var targets: [Int: Int] = [:]
      for move in moves where graph[move.owner].isOfProject == isOfProject {
        guard let to = graph[move.owner].edges[move.position].target, to != move.from,
          graph[to].isRegistered, targets[move.from] == nil
        else { continue }
        targets[move.from] = to
      }
      if !targets.isEmpty { try redirect(targets) }
    }
  }

  /// Moves edges to other versions that their ranges allow.
  private mutating func redirect(_ targets: [Int: Int]) throws(Problem) {
    for owner in graph.packages.indices {
      for (position, edge) in graph[owner].edges.enumerated() {
        guard let target = edge.target, let to = targets[target], !edge.isBundled,
          let version = graph[to].version,
          try requirement(of: edge, owner).kind.admits(version)
        else { continue }
        graph[owner].edges[position].target = to
      }
    }
  }

  /// The packages that an update moved something to.
  var moved: [Int] { moves.compactMap { graph[$0.owner].edges[$0.position].target } }

  /// Refuses an update of everything that brings a higher version which a member's requirement allows:
  /// the member follows if Bun has read about that package already.
  func requireMembersStay() throws(Problem) {
    guard input.aim == .updateAll else { return }
    let brought = broughtVersions
    for owner in members {
      for edge in graph[owner].edges where edge.kind != .peer && edge.kind != .member {
        guard let target = edge.target, let version = graph[target].version else { continue }
        let requirement = try requirement(of: edge, owner).kind
        let follows = brought.contains { index in
          guard graph[index].name == graph[target].name, let new = graph[index].version else {
            return false
          }
          return version < new && requirement.admits(new)
        }
        guard follows else { continue }
        throw Problem(
          .refused, "is a dependency of a member, and it isn't certain whether an update moves it",
          subject: graph[target].label)
      }
    }
  }

  /// What an update moved packages' dependencies to, and the new versions that this leads to by names of
  /// the old lock.
  private var broughtVersions: Set<Int> {
    var open = moves.filter { !graph[$0.owner].isOfProject }
      .compactMap { graph[$0.owner].edges[$0.position].target }
    var result = Set(open)
    while let owner = open.popLast() {
      for edge in graph[owner].edges where edge.kind != .peer {
        guard let target = edge.target, graph[target].isNew, result.insert(target).inserted,
          graph.versions(of: graph[target].name).contains(where: { !graph[$0].isNew })
        else { continue }
        open.append(target)
      }
    }
    return result
  }
}
