import Ecosystem

extension BranchAnalysis {
  /// Decides whether the open pull request of a replacement stays that isn't planned any more.
  ///
  /// - Parameters:
  ///   - key: its key.
  ///   - replacement: what it replaces.
  /// - Returns: the decision.
  func decision(of key: UpdateKey, _ replacement: Replacement) -> RetirementDecision {
    guard case .directory(let ecosystem, let directory) = key.scope else { return .keep }
    let isOwn = { (project: Project) in
      project.ecosystem == ecosystem && project.directory == directory
    }
    let here = states.filter { isOwn($0.project) }
    guard !here.isEmpty else {
      if configuredProjects.contains(where: { isOwn($0.project) }) { return .keep }
      return .close(
        projects.contains(where: isOwn) ? .uncovered : .manifestRemoved(directory: directory))
    }
    if here.contains(where: { $0.problem != nil }) { return .keep }
    let found = here.flatMap(\.candidateSets).first { $0.dependency.id == replacement.old }
    guard let found else { return .close(.removed) }
    let other = plan.plannedPullRequests.first { planned in
      planned.key.scope == key.scope && planned.key.replacement?.old == replacement.old
    }
    if let other { return .replacedBy(other.key) }
    return decision(about: found)
  }

  private func decision(about found: CandidateSet) -> RetirementDecision {
    guard found.dependency.problem == nil else { return .keep }
    switch found.replacement {
    case .proposed, .unknown, .declined: return .keep
    case .offered(let reason): return .close(.impossible(reason))
    case nil:
      if case .leftOut(_, let rule)? = found.notProposed { return .close(.ignored(rule: rule)) }
      return .close(.uncovered)
    }
  }
}
