import Ecosystem

/// Goes back after a conflict.
extension Molinillo {
  /// Records a conflict on the pod of the top state.
  func conflict(_ state: State, _ tried: Possibility?) throws(PodStop) -> PodConflict {
    let vertex = graph[state.name]
    var requirements: [(origin: String, list: [PodDependency])] = []
    if let explicit = vertex?.explicit, !explicit.isEmpty {
      requirements.append(("Podfile", explicit))
    }
    if let locked = provider.input.locked[state.name] {
      requirements.append(("Podfile.lock", [locked]))
    }
    for edge in vertex?.incoming ?? [] {
      let origin = try self.origin(of: edge)
      if let index = requirements.firstIndex(where: { $0.origin == origin }) {
        requirements[index].list.insert(edge.requirement, at: 0)
      } else {
        requirements.append((origin, [edge.requirement]))
      }
    }
    guard let requirement = state.requirement else {
      throw .problem(Problem(.unsolvable, "has no solution", subject: state.name))
    }
    let conflict = PodConflict(
      requirement: requirement, requirements: requirements, possibility: tried)
    state.conflicts[state.name] = conflict
    return conflict
  }

  private func origin(of edge: DependencyGraph.Edge) throws(PodStop) -> String {
    switch graph[edge.origin]?.payload {
    case .set(let set)?:
      let newest = try set.members.newest
      return newest.map { "\($0.name) (\($0.version))" } ?? edge.origin
    case .spec(let chosen)?: return "\(chosen.name) (\(chosen.version))"
    case nil: return edge.origin
    }
  }

  /// Cuts the stack down to a state that can resolve a conflict.
  ///
  /// - Throws: `unsolvable` if no state can.
  func unwind(_ conflict: PodConflict) throws(PodStop) {
    guard let top = states.last else { return }
    top.conflicts[conflict.requirement.name] = conflict
    let details = try details(for: conflict, top)
    let (conflicts, unused) = (top.conflicts, top.unusedUnwinds)
    let cut = details.stateIndex + 1
    guard cut > 0 else { throw .problem(Problem(unsolvable: conflicts, conflict)) }
    if cut < states.count { graph = states[cut].graph }
    states.removeSubrange(cut...)
    guard let state = states.last else { return }
    state.conflicts = conflicts
    state.unusedUnwinds = unused
    filter(state, details)
    let index = states.count - 1
    parents = parents.mapValues { $0.filter { $0 < index } }
    state.unusedUnwinds.removeAll { $0.stateIndex >= index }
  }

  /// Chooses where to go back to, among the options of this conflict and those left from others.
  private func details(for conflict: PodConflict, _ top: State) throws(PodStop) -> UnwindDetails {
    let options = try options(for: try bindingRequirements(of: conflict))
    var last = options[0]
    for option in options.dropFirst() where !option.isLess(than: last) { last = option }
    var current = last
    let all = last.allRequirements
    var relevant: [UnwindDetails] = []
    for alternative in top.unusedUnwinds
    where all.contains(where: alternative.unwoundToInstead.contains) {
      if current.isLess(than: alternative) { current = alternative }
      relevant.append(alternative)
    }
    top.unusedUnwinds += options.filter { $0.stateIndex != -1 }
    for details in relevant + options { details.addUnwound(to: current.stateRequirement) }
    return current
  }

  /// The requirements without which a version could be chosen.
  private func bindingRequirements(
    of conflict: PodConflict
  ) throws(PodStop) -> [PodDependency] {
    guard conflict.possibility != nil else { return [conflict.requirement] }
    let possible = conflict.requirements.flatMap(\.list).uniqued()
    if conflict.isCircular { return possible }
    let versions = try provider.search(conflict.requirement).existing
    func canBeMet(_ requirements: [PodDependency]) throws(PodStop) -> Bool {
      try versions.first { (possibility) throws(PodStop) in
        try satisfies(possibility, requirements, graph)
      } != nil
    }
    if try canBeMet(possible) {
      let name = conflict.requirement.name
      let existing =
        graph[name]?.payload == nil ? nil : states.first { $0.name == name }?.requirement
      return [conflict.requirement] + [existing].compactMap(\.self)
    }
    var binding = possible
    for requirement in possible.reversed() where requirement != conflict.requirement {
      let others = binding.filter { $0 != requirement }
      if try !canBeMet(others) { binding = others }
    }
    return binding
  }

  /// Whether a version satisfies requirements if it is tried in a graph.
  private func satisfies(
    _ possibility: Possibility, _ requirements: [PodDependency], _ graph: DependencyGraph
  ) throws(PodStop) -> Bool {
    guard requirements.allSatisfy({ $0.requirement.accepts(possibility.version) }) else {
      return false
    }
    var graph = graph
    if graph[possibility.name] != nil {
      graph.setPayload(.spec(possibility), of: possibility.name)
    }
    for requirement in requirements where try !provider.satisfies(requirement, graph, possibility) {
      return false
    }
    return true
  }

  /// Lists the states that can resolve a conflict: those that decided one of the requirements, and
  /// those that decided its users.
  private func options(for binding: [PodDependency]) throws(PodStop) -> [UnwindDetails] {
    var result: [UnwindDetails] = []
    let trees = RequirementTrees()
    for requirement in binding.reversed() {
      let tree = RequirementTree(requirement)
      trees.all.append(tree)
      func add(_ index: Int, _ decided: PodDependency?) {
        result.append(UnwindDetails(index, decided, tree, binding, trees))
      }
      add(-1, nil)
      if let index = index(of: requirement),
        try hasFix(states[index], binding)
      {
        add(index, requirement)
      }
      var child = requirement
      while let parent = parent(of: child) {
        tree.path.insert(parent, at: 0)
        if let index = index(of: parent), let stack = states[index].possibilities,
          try stack.contains(where: { !$0.dependencies.contains(child) })
        {
          add(index, parent)
        }
        child = parent
      }
    }
    return result
  }

  private func index(of requirement: PodDependency) -> Int? {
    states.firstIndex { $0.requirement == requirement }
  }

  /// The requirement whose decision brought another one.
  private func parent(of requirement: PodDependency) -> PodDependency? {
    guard let index = parents[requirement]?.last, index < states.count else { return nil }
    return states[index].requirement
  }

  /// Whether a version that is left satisfies all requirements.
  private func hasFix(_ state: State, _ binding: [PodDependency]) throws(PodStop) -> Bool {
    guard let stack = state.possibilities, let requirement = state.requirement else { return false }
    let isPossible = try provider.search(requirement).versions.contains { version in
      binding.allSatisfy { $0.requirement.accepts(version.version) }
    }
    guard isPossible else { return false }
    return try stack.contains { (set) throws(PodStop) in
      try set.members.first { (possibility) throws(PodStop) in
        try satisfies(possibility, binding, graph)
      } != nil
    }
  }

  /// Drops the versions of a state that lead to the same conflict.
  private func filter(_ state: State, _ details: UnwindDetails) {
    let here =
      state.unusedUnwinds.filter { $0.stateIndex == details.stateIndex && $0 !== details }
      + [details]
    let graph = graph
    guard !details.isPrimary else {
      state.possibilities?.reject { (set) throws(PodStop) in
        try set.members.first { (possibility) throws(PodStop) in
          for unwind in here where try self.satisfies(possibility, unwind.conflicting, graph) {
            return true
          }
          return false
        } == nil
      }
      return
    }
    let primary = here.filter(\.isPrimary)
    let avoided = here.filter { !$0.isPrimary }.flatMap(\.subdependenciesToAvoid)
    state.possibilities?.reject { (set) throws(PodStop) in
      guard avoided.allSatisfy(set.dependencies.contains) else { return false }
      for unwind in primary {
        let fix = try set.members.first { (possibility) throws(PodStop) in
          try self.satisfies(possibility, unwind.conflicting, graph)
        }
        if fix != nil { return false }
      }
      return true
    }
  }
}

extension Problem {
  /// Describes the requirements that exclude each other.
  fileprivate init(unsolvable conflicts: [String: PodConflict], _ last: PodConflict) {
    var lines: [String] = []
    let names =
      [last.requirement.name] + conflicts.keys.filter { $0 != last.requirement.name }.sorted()
    for name in names {
      guard let conflict = conflicts[name] else { continue }
      if conflict.isCircular {
        lines.append("\(name) needs itself through its dependencies.")
        continue
      }
      for (origin, list) in conflict.requirements {
        for requirement in list { lines.append("\(origin) requires \(requirement.text).") }
      }
    }
    self.init(
      .unsolvable, "has no version that satisfies all requirements",
      subject: last.requirement.name, explanation: lines.uniqued())
  }
}
