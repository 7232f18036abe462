import Configuration
import Ecosystem
import Versioning

extension BranchAnalysis {
  /// Decides whether an open pull request stays.
  ///
  /// - Parameters:
  ///   - key: the key of the pull request.
  ///   - versions: the versions that it proposes, by dependency key.
  /// - Returns: the decision.
  func decision(of key: UpdateKey, versions: [String: String]) -> RetirementDecision {
    if plan.plannedPullRequests.contains(where: { $0.key == key }) { return .keep }
    if key.isMaintenance { return maintenanceDecision(of: key) }
    if let replacement = key.replacement { return self.decision(of: key, replacement) }
    let dependencies = versions.keys.sorted().compactMap { DependencyKey($0, in: key.scope) }
    let decisions = dependencies.map {
      decision(of: $0, proposed: versions[$0.description] ?? "", step: key.step)
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

  private func decision(
    of dependency: DependencyKey, proposed: String, step: Step?
  ) -> RetirementDecision {
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
    let planned = plan.plannedPullRequests.filter { planned in
      planned.key.replacement == nil
        && planned.members.contains { isOwn($0.project) && $0.id == dependency.name }
    }
    let same = planned.first { $0.key.step == step }
    if let same { return .replacedBy(same.key) }
    if let other = planned.first {
      let member = other.members.first { isOwn($0.project) && $0.id == dependency.name }
      return separateDecision(
        of: member, proposed: proposed, step: step) ?? .replacedBy(other.key)
    }
    let notProposed = plan.notProposed.first {
      $0.key == nil && isOwn($0.state.project) && $0.candidateSet.dependency.id == dependency.name
    }
    guard let notProposed else { return .close(.removed) }
    // Without advisories it is unknown whether the pull request fixes a vulnerability.
    let lacksAdvisories = here.contains { $0.notice != nil }
    if lacksAdvisories, notProposed.reason != .upToDate { return .keep }
    return RetirementDecision(
      notProposed.reason, current: notProposed.candidateSet.dependency.current, proposed: proposed)
  }

  /// Decides about a pull request for a whole lock that isn't planned.
  private func maintenanceDecision(of key: UpdateKey) -> RetirementDecision {
    guard case .directory(let ecosystem, let directory) = key.scope else { return .keep }
    let here = states.filter {
      $0.project.ecosystem == ecosystem && $0.project.directory == directory
    }
    // Projects that aren't due, or can't be read, say nothing.
    guard let state = here.first, state.problem == nil else { return .keep }
    return state.entry.lockMaintenance == nil
      ? .close(.groupRemoved(key.subject.name)) : .keep
  }

  /// Decides about a pull request of a step for which the dependency has no update any more, while it
  /// has one for another step.
  ///
  /// - Returns: nil if `separate` doesn't divide these steps any more.
  private func separateDecision(
    of member: PlannedUpdate?, proposed: String, step: Step?
  ) -> RetirementDecision? {
    guard let member, let whole = candidateSet(of: member) else { return nil }
    let steps = whole.separation(in: member.state)
    guard whole.purpose == .versionUpdates, step.map(steps.contains) ?? !steps.isEmpty else {
      return nil
    }
    let order = member.state.order[member.id] ?? []
    let position = { (version: String) in order.firstIndex(of: version) }
    guard let current = whole.dependency.current, let mine = position(proposed),
      let base = position(current), mine <= base
    else {
      // The base doesn't have it: a rule or the resolver holds it back.
      return whole.held.map {
        RetirementDecision($0, current: whole.dependency.current, proposed: proposed)
      } ?? .close(.upToDate(version: nil))
    }
    return .close(.upToDate(version: current == proposed ? proposed : nil))
  }

  /// The candidate set of a member before it was divided.
  private func candidateSet(of member: PlannedUpdate) -> CandidateSet? {
    states.first { $0.id == member.state.id }?.candidateSets.first {
      $0.dependency.id == member.id
    }
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
