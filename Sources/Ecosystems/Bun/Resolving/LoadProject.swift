import Ecosystem
import JavaScript

extension ResolverRun {
  /// Builds the graph of the old lock with the present manifests, and keeps what didn't change.
  mutating func load() throws(Problem) {
    let old = try input.lock.map { (lock) throws(Problem) in
      try memo.graph(of: lock, file: input.lockPath)
    }
    graph = old ?? Graph()
    if let old {
      isChanged = old.members.count != input.manifests.count - 1
    } else {
      isChanged = true
    }
    for manifest in input.manifests { try apply(manifest) }
    members.sort { graph[$0].name.precedesInBytes(graph[$1].name) }
    applyExtensions()
    forgetReplaced()
    for index in members {
      guard case .member(let folder) = graph[index].source else { continue }
      graph[Graph.root].edges.append(
        Edge(
          name: graph[index].name, text: "workspace:\(folder)", kind: .member, target: index,
          isSettled: true))
    }
  }

  /// Puts a manifest in the place of what the lock repeats of it.
  private mutating func apply(_ manifest: ProjectManifest) throws(Problem) {
    let package = manifest.package
    let known = graph.packages.firstIndex { $0.source == package.source }
    guard let index = known, graph[index].name == package.name || index == Graph.root else {
      isChanged = isChanged || known != Graph.root
      let added = graph.add(package)
      if added != Graph.root { members.append(added) }
      return
    }
    let before = graph[index].edges.filter { $0.kind != .member }
    try requireSameSections(before, package.edges)
    graph[index].edges = package.edges.map { kept($0, before) }
    for (position, edge) in package.edges.enumerated()
    where graph[index].edges[position].target == nil {
      let old = before.first { $0.name == edge.name && $0.kind == edge.kind }
      if let target = old?.target { moves.append((target, index, position)) }
    }
    graph[index].name = package.name
    graph[index].version = package.version
    if before.count != package.edges.count { isChanged = true }
    if index != Graph.root { members.append(index) }
  }

  /// Refuses a change of a dependency that the old lock has in several sections with one version for all.
  private func requireSameSections(_ before: [Edge], _ now: [Edge]) throws(Problem) {
    let old = Dictionary(grouping: before.filter { $0.kind != .peer }, by: \.name)
    for (name, edges) in old where edges.count > 1 {
      let isSame = edges.allSatisfy { edge in
        now.contains { $0.name == name && $0.kind == edge.kind && $0.text == edge.text }
      }
      if isSame { continue }
      throw Problem(
        .refused, "was in several sections, and it isn't certain which version the others keep",
        subject: name)
    }
  }

  /// Returns an edge with the target of the same edge in the old lock.
  private mutating func kept(_ edge: Edge, _ before: [Edge]) -> Edge {
    let same = before.first { old in
      old.name == edge.name && old.kind == edge.kind && old.text == edge.text
    }
    guard let same else {
      isChanged = true
      return edge
    }
    var result = edge
    result.target = same.target
    result.isSettled = same.isSettled
    return result
  }

  /// Replaces the edges that extensions added before by those that they add now.
  private mutating func applyExtensions() {
    for index in graph.packages.indices where graph[index].isRegistered {
      let before = graph[index].edges.filter(\.isAdded)
      if before.isEmpty, input.extensions.isEmpty { continue }
      var package = graph[index]
      package.edges.removeAll(where: \.isAdded)
      let now = input.extensions.edges(for: package)
      if before.isEmpty && now.isEmpty { continue }
      if before.count != now.count { isChanged = true }
      graph[index].edges = package.edges + now.map { kept($0, before) }
    }
  }

  /// Forgets the targets of edges whose override or catalog entry changed.
  private mutating func forgetReplaced() {
    guard let lock = input.lock else { return }
    let overrides = OverrideRules(locked: lock.overrides)
    let catalogs = Catalogs(lock)
    if overrides == input.overrides, catalogs == input.catalogs { return }
    isChanged = true
    for owner in graph.packages.indices {
      for position in graph[owner].edges.indices {
        let edge = graph[owner].edges[position]
        if edge.kind == .member { continue }
        let before = Self.text(of: edge, graph[owner], overrides, catalogs)
        let now = Self.text(of: edge, graph[owner], input.overrides, input.catalogs)
        if before != now { forget(position, of: owner) }
      }
    }
  }

  private static func text(
    of edge: Edge, _ owner: Package, _ overrides: OverrideRules, _ catalogs: Catalogs
  ) -> String {
    let text = overrides.replacement(for: edge, of: owner) ?? edge.text
    guard case .catalog(let name) = Requirement(edge.name, text) else { return text }
    return catalogs.range(of: edge.name, in: name) ?? text
  }

  private mutating func forget(_ position: Int, of owner: Int) {
    if let target = graph[owner].edges[position].target {
      moves.append((target, owner, position))
    }
    graph[owner].edges[position].target = nil
    graph[owner].edges[position].isSettled = false
  }

  /// Forgets the targets of edges that the update is about.
  mutating func unsettle() throws(Problem) {
    switch input.aim {
    case .install: break
    case .update(let names):
      let left = namesLeftToRoot(names)
      for owner in graph.packages.indices {
        for position in graph[owner].edges.indices {
          let edge = graph[owner].edges[position]
          guard let target = edge.target, graph[target].isRegistered, !edge.isBundled,
            names.contains(graph[target].name), isUpdated(edge, owner),
            owner == Graph.root || !graph[owner].isOfProject || !left.contains(graph[target].name)
          else { continue }
          forget(position, of: owner)
          isChanged = true
        }
      }
    case .updateAll: try planAll()
    }
  }

  /// The names that only the root's requirements move of, as an update without a version does it; those
  /// of members follow them if their ranges allow that.
  private func namesLeftToRoot(_ names: Set<String>) -> Set<String> {
    let own = graph[Graph.root].edges.compactMap { edge in
      edge.kind == .peer
        ? nil : edge.target.flatMap { graph[$0].isRegistered ? graph[$0].name : nil }
    }
    return names.intersection(own).filter { input.preference.requested($0).isEmpty }
  }

  /// Whether an update moves an edge: peers only if a package has them, and the root has nothing of their
  /// name.
  private func isUpdated(_ edge: Edge, _ owner: Int) -> Bool {
    guard edge.kind == .peer else { return true }
    if edge.isOptionalPeer || graph[owner].isOfProject { return false }
    return !graph[Graph.root].edges.contains { $0.name == edge.name && $0.kind != .peer }
  }
}
