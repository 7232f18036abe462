import Ecosystem
import JSON
import JavaScript

/// Resolves a project as Bun 1.4.4 does, without requests.
///
/// Each call of `resume` starts again with the documents that are there, and names those that are missing.
struct BunResolver: ResumableResolution {
  let input: ResolverInput
  private var findings: [BunNeed: BunFinding] = [:]
  private let memo = RunMemo()

  init(_ input: ResolverInput) {
    self.input = input
  }

  mutating func resume() throws(Problem) -> ResolutionStep<BunSolution, BunNeed> {
    var run = ResolverRun(input, findings, memo)
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
  let memo: RunMemo
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
  /// The versions that the edges of this run took.
  var taken = TakenVersions()
  /// The same without the edges to what packages bring along.
  var takenOutside = TakenVersions()
  /// The old and the new target of edges that an update moved.
  var moves: [(from: Int, owner: Int, position: Int)] = []

  init(_ input: ResolverInput, _ findings: [BunNeed: BunFinding], _ memo: RunMemo) {
    self.input = input
    self.findings = findings
    self.memo = memo
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
    guard try decideRest() else { return nil }
    try input.dialect.check(graph, input)
    try redirect()
    try requireMembersStay()
    guard try decideRest() else { return nil }
    try Collapse.run(&graph, input)
    // The versions that stay can have dependencies of their own.
    guard try decideRest() else { return nil }
    if isChanged, input.dialect.isDeterministic {
      try releaseUnfitPeers()
      try raisePeers()
    }
    try requireCertainty()
    return missing.isEmpty ? graph : nil
  }

  /// Decides what isn't decided yet: dependencies, then peers in waves.
  ///
  /// - Returns: whether all documents are there.
  private mutating func decideRest() throws(Problem) -> Bool {
    try decidePackages()
    if !missing.isEmpty { return false }
    while try decidePeers() {
      if !missing.isEmpty { return false }
      // Peers of packages that peers brought come before those of their dependencies.
      _ = try decidePeers()
      if !missing.isEmpty { return false }
      try decidePackages()
      if !missing.isEmpty { return false }
    }
    return missing.isEmpty
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

  /// Decides the unsettled edges of all packages that are reached, without peers, and then those of the
  /// packages that an update moved something to, even if nothing leads to them in the end.
  private mutating func decidePackages() throws(Problem) {
    var seen: Set<Int> = []
    try decidePackages(from: [Graph.root], &seen)
    try decidePackages(from: moved, &seen, mayMiss: true)
  }

  /// Decides the unsettled edges of packages and of those that they lead to, breadth first.
  ///
  /// - Parameters:
  ///   - packages: where to start.
  ///   - seen: the packages that have had their turn.
  ///   - mayMiss: whether edges without a version stay undecided.
  /// - Throws: a problem for an edge without a version.
  private mutating func decidePackages(
    from packages: [Int], _ seen: inout Set<Int>, mayMiss: Bool = false
  ) throws(Problem) {
    var open = packages.filter { seen.insert($0).inserted }
    var next = 0
    while next < open.count {
      let owner = open[next]
      next += 1
      for position in order(of: owner) {
        let edge = graph[owner].edges[position]
        if !edge.isSettled, edge.target == nil, edge.kind != .peer {
          do throws(Problem) {
            try decide(position, of: owner, isOfProject: false)
          } catch {
            guard mayMiss, error.kind == .unsolvable || error.unavailable != nil else {
              throw error
            }
          }
        }
        if let target = graph[owner].edges[position].target, seen.insert(target).inserted {
          open.append(target)
        }
      }
    }
  }

  /// The positions of a package's edges in the order of hoisting.
  func order(of owner: Int) -> [Int] {
    let edges = graph[owner].edges
    return edges.indices.sorted { Edge.precedes(edges[$0], edges[$1]) }
  }

  /// Finds the package of an edge.
  mutating func decide(
    _ position: Int, of owner: Int, isOfProject: Bool
  ) throws(Problem) {
    let edge = graph[owner].edges[position]
    do throws(Problem) {
      let count = graph.packages.count
      guard let own = try target(of: edge, owner, isOfProject: isOfProject) else { return }
      let found =
        try isOfProject
        ? taken(insteadOf: own, for: edge, owner) : reused(insteadOf: own, for: edge, owner)
      graph.take(found)
      if found != own, own == count { graph.leave(own) }
      graph[owner].edges[position].target = found
      graph[owner].edges[position].best = own
      try remember(edge, took: found, owner)
    } catch {
      guard error.kind == .unsolvable || error.unavailable != nil, edge.mayMiss else { throw error }
      graph[owner].edges[position].isSettled = true
    }
  }
}
