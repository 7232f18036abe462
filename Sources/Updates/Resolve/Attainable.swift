import Configuration
package import Ecosystem

extension World {
  /// Resolves the updates of outdated direct dependencies, each alone, as a run does.
  ///
  /// `martlet check` shows the versions that it can reach, and what prevents newer ones. Only
  /// projects with a lock of certain ecosystems are resolved.
  ///
  /// - Parameters:
  ///   - state: a project whose dependencies were looked up.
  ///   - tree: the project's files.
  /// - Returns: the project with the versions that have a solution.
  package func attainable(_ state: ProjectState, in tree: SourceTree) async -> ProjectState {
    guard let opened = state.opened, state.project.lock != nil,
      state.configured.ecosystem.description.provesVersions
    else { return state }
    var result = state
    for index in state.candidateSets.indices {
      let candidateSet = state.candidateSets[index]
      guard candidateSet.isToProve else { continue }
      let attempt = Attainment(state: state, opened: opened, tree: tree, origins: ownOrigins)
      result.candidateSets[index] = await attempt.proven(candidateSet)
    }
    return result
  }
}

extension CandidateSet {
  fileprivate var isToProve: Bool {
    dependency.kind == .direct && status == .outdated && purpose == .versionUpdates && !isRollback
  }
}

/// Finds the versions of one dependency that have a solution.
private struct Attainment {
  let state: ProjectState
  let opened: any OpenProject
  let tree: SourceTree
  let origins: Set<String>

  func proven(_ candidateSet: CandidateSet) async -> CandidateSet {
    var result = candidateSet
    let strategy = PlannedUpdate(of: state, candidateSet).strategy
    let newest = await outcome(candidateSet.candidates, of: candidateSet, strategy)
    if let obstacle = newest.obstacle { result.held = result.held ?? obstacle }
    result.latest = newest.version ?? result.latest
    guard let wanted = candidateSet.wanted, wanted != newest.version,
      candidateSet.candidates.contains(where: { $0.version == wanted })
    else { return result }
    // `martlet update NAME` edits no requirement.
    let inside = candidateSet.candidates.filter(\.satisfiesRequirement)
    let kept = await outcome(inside, of: candidateSet, .lockfileOnly)
    result.wanted = kept.version ?? candidateSet.dependency.current
    if let obstacle = kept.obstacle { result.held = result.held ?? obstacle }
    return result
  }

  /// Returns the highest version with a solution, and what prevents the first one.
  private func outcome(
    _ candidates: [Release], of candidateSet: CandidateSet, _ strategy: VersioningStrategy
  ) async -> (version: String?, obstacle: UpdateState?) {
    var narrowed = candidateSet
    narrowed.candidates = candidates
    let resolution = PartResolution(
      state: state, opened: opened, tree: tree, strategy: strategy, ownOrigins: origins)
    let outcome = await resolution.resolve([PlannedUpdate(of: state, narrowed)])
    let id = candidateSet.dependency.id
    let version = outcome.part?.leads.first { $0.dependency.id == id }?.to
    let name = candidateSet.dependency.name
    let held = outcome.part?.change.heldBack.first {
      $0.name == name && $0.version == candidates.first?.version
    }
    let problem = outcome.problems.first { $0.problem.kind == .unsolvable }?.problem
    let reason = held?.reason ?? (version == nil ? problem?.obstacle : nil)
    guard let reason, let first = candidates.first else { return (version, nil) }
    return (version, .heldBack(version: first.version, reason: reason))
  }
}
