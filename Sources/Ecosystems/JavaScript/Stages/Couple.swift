package import Ecosystem

extension JavaScriptProject {
  /// Finds the dependencies that are related by peers; if the tool has no solution with unmet peers, only
  /// those with which it has one, also those that are released together.
  ///
  /// Follows at most forty peers; each attempt resolves the whole project.
  package func coupled(with target: Goal.Target) async throws(Problem) -> [Goal.Target] {
    guard Sources.traits.requiresPeers else { return try await coupling().partners(of: target) }
    try sources.requireSupport(writing: true)
    let wider = try await coupled(.update([target], UpdateOptions()))
    return wider?.targets.filter { $0.name != target.name } ?? []
  }

  /// Searches the dependencies of each direct dependency.
  package func directParents(of name: String) throws(Problem) -> [String] {
    let lock = try sources.copies()
    return sources.files.directNames.filter { direct in
      lock.dependencies(of: direct).contains(name)
        || updatesAliases && lock.dependencies(of: direct, byPackage: true).contains(name)
    }.sorted()
  }

  /// Returns the smallest wider goal with a solution, for a goal without one.
  ///
  /// - Returns: nil if no wider goal has a solution.
  func coupled(
    _ goal: Goal
  ) async throws(Problem) -> (targets: [Goal.Target], change: Change)? {
    guard case .update(let targets, let options) = goal, !targets.isEmpty,
      targets.allSatisfy({ $0.version != nil })
    else { return nil }
    let coupling = try await coupling()
    var tried = targets
    for reason in Coupling.Reason.allCases {
      let wider = try await coupling.widened(targets, by: reason)
      if wider == tried { continue }
      tried = wider
      if let change = try await change(wider, options) { return (wider, change) }
    }
    return nil
  }

  /// Updates packages together; nil if there is no solution.
  ///
  /// npm finds no tree for packages that need each other exactly if it may leave each of them at its
  /// version. So their requirements are raised in a second attempt, as in pull requests.
  private func change(
    _ targets: [Goal.Target], _ options: UpdateOptions
  ) async throws(Problem) -> Change? {
    for raises in options.raises ? [true] : [false, true] {
      var options = options
      options.raises = raises
      do throws(Problem) {
        var plan = try await plan(.update(targets, options))
        plan.isCoupled = true
        return try await change(plan)
      } catch {
        guard error.kind == .unsolvable else { throw error }
      }
    }
    return nil
  }

  /// The direct dependencies with their peers; of a name that several manifests have, the usual copy.
  private func coupling() async throws(Problem) -> Coupling {
    let lock = try sources.copies()
    var direct = sources.files.directNames.compactMap { name in
      lock.usual(of: name).flatMap(lock.index).map { LockedDirect(name, lock, $0) }
    }
    if !sources.locksPeers {
      for index in direct.indices { direct[index].peers = try await peers(of: direct[index]) }
    }
    return Coupling(direct, registry, sources.engines)
  }
}
