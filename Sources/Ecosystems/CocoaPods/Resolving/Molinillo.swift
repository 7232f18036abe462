import Ecosystem

/// Chooses versions as Molinillo does, the resolver of CocoaPods: depth first, the newest version
/// first, and after a conflict back to a state that can resolve it.
///
/// The stack has two states for each decision: the requirement with the versions that are left, and
/// the version that is tried. A step
///
/// 1. takes the newest set of versions with equal dependencies for the requirement on top,
/// 2. activates it, unless another version is active or its dependencies form a circle,
/// 3. adds its dependencies to the requirements, sorts them, and pushes the first one.
///
/// If 2 fails, it finds the requirements that exclude each other, and all states which could replace
/// one of them: the state that chose the version, or a state that chose one of its users. It goes
/// back to the latest of these, and drops the versions there that lead to the same conflict.
///
/// Example: the Podfile needs `A` and `B`. `A` 2 needs `C >= 2`, `A` 1 needs `C >= 1`; `B` needs
/// `C < 2`.
///
///     A             A 2
///     B        A 2  B 1
///     C >= 2   A 2  B 1  C 2
///     C < 2    conflict: C >= 2 (from A 2) and C < 2 (from B 1)
///
/// No other version of C satisfies both, and B has no other version. A has: the stack is cut down to
/// `A`, where version 2 has been tried, and A 1, B 1 and C 1 follow.
///
/// The state is on the stack only; what isn't fetched yet ends the run with `PodStop.needs`, and the
/// run is repeated with more documents. It always takes the same path.
/// (Molinillo 0.8.0, `Resolver::Resolution`.)
final class Molinillo {
  /// A requirement with its possibilities, or a possibility that is tried.
  final class State {
    let name: String
    let requirements: [PodDependency]
    /// The graph when the state was pushed.
    let graph: DependencyGraph
    let requirement: PodDependency?
    /// The versions that are left to try; nil for a possibility.
    let possibilities: PossibilityStack?
    /// The versions that are tried; nil for a requirement, and if none was left.
    let tried: PossibilitySet?
    var conflicts: [String: PodConflict]
    var unusedUnwinds: [UnwindDetails]

    init(
      _ name: String, _ requirements: [PodDependency], _ graph: DependencyGraph,
      _ requirement: PodDependency?, possibilities: PossibilityStack? = nil,
      tried: PossibilitySet? = nil, conflicts: [String: PodConflict], unused: [UnwindDetails]
    ) {
      self.name = name
      self.requirements = requirements
      self.graph = graph
      self.requirement = requirement
      self.possibilities = possibilities
      self.tried = tried
      self.conflicts = conflicts
      unusedUnwinds = unused
    }
  }

  let provider: PodProvider
  var states: [State] = []
  /// The graph with the pods that are activated now.
  var graph = DependencyGraph()
  /// The indexes of the states that brought a requirement.
  var parents: [PodDependency: [Int]] = [:]
  private var steps = Budget("steps of the resolution", 400_000)

  init(_ provider: PodProvider) {
    self.provider = provider
  }

  /// Runs to the end.
  ///
  /// - Returns: the graph, with a version for every pod that is needed.
  /// - Throws: `needs` if documents are missing; `unsolvable` if there is no solution.
  func resolve() throws(PodStop) -> DependencyGraph {
    for dependency in provider.input.dependencies { graph.require(dependency) }
    try push(provider.input.dependencies, sorting: true)
    while let top = states.last, top.requirement != nil || !top.requirements.isEmpty {
      do throws(Problem) { try steps.spend(on: top.name) } catch { throw .problem(error) }
      try step(top)
    }
    return try chosen()
  }

  private func step(_ top: State) throws(PodStop) {
    let state = State(
      top.name, top.requirements, graph, top.requirement,
      tried: try top.possibilities?.pop(), conflicts: top.conflicts, unused: top.unusedUnwinds)
    states.append(state)
    guard let tried = state.tried, let newest = try tried.members.newest else {
      return try unwind(conflict(state, nil))
    }
    do throws(PodStop) {
      try activate(tried, newest, state)
    } catch {
      guard case .circular = error else { throw error }
      var conflict = try conflict(state, newest)
      conflict.isCircular = true
      try unwind(conflict)
    }
  }

  private func activate(
    _ tried: PossibilitySet, _ newest: Possibility, _ state: State
  ) throws(PodStop) {
    if case .set(let existing)? = graph[state.name]?.payload {
      let both = PossibilitySet(
        dependencies: existing.dependencies,
        members: existing.members.intersection(tried.members))
      guard try both.members.newest != nil else { return try unwind(conflict(state, newest)) }
      graph.setPayload(.set(both), of: state.name)
      return try push(state.requirements, sorting: false)
    }
    guard let requirement = state.requirement else { return }
    let members = tried.members.filtered { [provider, graph] possibility throws(PodStop) in
      try provider.satisfies(requirement, graph, possibility)
    }
    guard let latest = try members.newest else { return try unwind(conflict(state, newest)) }
    state.conflicts[state.name] = nil
    graph.setPayload(
      .set(PossibilitySet(dependencies: tried.dependencies, members: members)), of: state.name)
    let nested = try provider.dependencies(of: latest)
    for dependency in nested {
      try graph.add(dependency, neededBy: latest.name)
      if parents[dependency, default: []].isEmpty { parents[dependency] = [states.count - 1] }
    }
    try push(state.requirements + nested, sorting: !nested.isEmpty)
  }

  /// Pushes a state for the first requirement that has none.
  private func push(_ requirements: [PodDependency], sorting: Bool) throws(PodStop) {
    let top = states.last
    var rest = requirements
    if sorting {
      rest = try provider.sorted(
        requirements.uniqued(), graph, inConflict: Set(top?.conflicts.keys.map(\.self) ?? []))
    }
    let index = rest.firstIndex { next in !states.contains { $0.requirement == next } }
    let next = index.map { rest[$0] }
    rest.removeFirst(index.map { $0 + 1 } ?? rest.count)
    states.append(
      State(
        next?.name ?? "", rest, graph, next,
        possibilities: try next.map { (next) throws(PodStop) in try possibilities(next) },
        conflicts: top?.conflicts ?? [:], unused: top?.unusedUnwinds ?? []))
  }

  private func possibilities(_ requirement: PodDependency) throws(PodStop) -> PossibilityStack {
    var candidates = try provider.search(requirement).existing
    if let locked = provider.input.locked[requirement.name] {
      candidates = candidates.filtered { [provider, graph] possibility throws(PodStop) in
        try provider.satisfies(locked, graph, possibility)
      }
    }
    return PossibilityStack(candidates) { [provider] possibility throws(PodStop) in
      try provider.dependencies(of: possibility)
    }
  }

  /// Decides on one version of each set: the newest that satisfies everything.
  private func chosen() throws(PodStop) -> DependencyGraph {
    for name in graph.names {
      guard let vertex = graph[name], case .set(let set)? = vertex.payload else { continue }
      let latest = try set.members.first { (possibility) throws(PodStop) in
        for requirement in vertex.requirements
        where try !provider.satisfies(requirement, graph, possibility) { return false }
        return true
      }
      guard let latest else {
        throw .problem(Problem(.unsolvable, "has no version that satisfies all", subject: name))
      }
      graph.setPayload(.spec(latest), of: name)
    }
    return graph
  }
}
