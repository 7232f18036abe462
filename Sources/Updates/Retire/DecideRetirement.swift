import Ecosystem

extension BranchAnalysis {
  /// Decides whether an open pull request stays.
  ///
  /// - Parameters:
  ///   - key: the key of the pull request.
  ///   - versions: the versions that it proposes, by dependency key.
  /// - Returns: the decision.
  func decision(of key: UpdateKey, versions: [String: String]) -> RetirementDecision {
    if plan.plannedPullRequests.contains(where: { $0.key == key }) { return .keep }
    let dependencies = versions.keys.sorted().compactMap { DependencyKey($0, in: key.scope) }
    let decisions = dependencies.map {
      decision(of: $0, proposed: versions[$0.description] ?? "")
    }
    if case .dependency = key.subject, let only = decisions.first, decisions.count == 1 {
      return only
    }
    guard !decisions.contains(.keep), !decisions.isEmpty else { return .keep }
    if case .group(let name) = key.subject {
      return groups.contains(name)
        ? .close(commonReason(of: decisions) ?? .groupEmpty(name))
        : replacement(in: decisions) ?? .close(.groupRemoved(name))
    }
    return replacement(in: decisions) ?? .close(commonReason(of: decisions) ?? .uncovered)
  }

  private func decision(of dependency: DependencyKey, proposed: String) -> RetirementDecision {
    let isOwn = { (project: Project) in
      project.ecosystem == dependency.ecosystem && project.directory == dependency.directory
    }
    let here = states.filter { isOwn($0.project) }
    guard !here.isEmpty else {
      if configuredProjects.contains(where: { isOwn($0.project) }) { return .keep }
      return .close(
        projects.contains(where: isOwn)
          ? .uncovered : .manifestRemoved(directory: dependency.directory))
    }
    if here.contains(where: { $0.problem != nil }) { return .keep }
    let planned = plan.plannedPullRequests.first { planned in
      planned.members.contains { isOwn($0.project) && $0.id == dependency.name }
    }
    if let planned { return .replacedBy(planned.key) }
    let notProposed = plan.notProposed.first {
      isOwn($0.state.project) && $0.candidateSet.dependency.id == dependency.name
    }
    guard let notProposed else { return .close(.removed) }
    // Without advisories it is unknown whether the pull request fixes a vulnerability.
    let lacksAdvisories = here.contains { $0.notice != nil }
    if lacksAdvisories, notProposed.reason != .upToDate { return .keep }
    return RetirementDecision(
      notProposed.reason, current: notProposed.candidateSet.dependency.current, proposed: proposed)
  }

  /// Returns the reason if all decisions have the same one.
  private func commonReason(of decisions: [RetirementDecision]) -> ClosingReason? {
    guard Set(decisions).count == 1, case .close(let reason) = decisions.first else { return nil }
    return reason
  }

  private func replacement(in decisions: [RetirementDecision]) -> RetirementDecision? {
    decisions.first { if case .replacedBy = $0 { true } else { false } }
  }
}
