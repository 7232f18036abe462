import Ecosystem

/// What a pass has seen of a base branch, for judging pull requests by: values alone.
struct BranchAnalysis: Sendable {
  var plan: Plan
  var surveys: [Survey]
  /// Every project of the tree that an entry asks for, those of entries that are not due included.
  var sites: [Site]
  /// What comments ask for.
  var requested = RequestedActions()
  /// Every project of the tree.
  var projects: [Project]
  /// The names of all groups of the repository's file.
  var groups: Set<String>

  /// Judges a pull request by its key and the versions that it proposes, by slot.
  func decision(of key: UpdateKey, versions: [String: String]) -> RetirementDecision {
    if plan.batches.contains(where: { $0.key == key }) { return .keep }
    let slots = versions.keys.sorted().compactMap { Slot($0, in: key.scope) }
    let decisions = slots.map { decision(of: $0, proposed: versions[$0.description] ?? "") }
    if case .dependency = key.subject, let only = decisions.first, decisions.count == 1 {
      return only
    }
    guard !decisions.contains(.keep), !decisions.isEmpty else { return .keep }
    if case .group(let name) = key.subject {
      return groups.contains(name)
        ? .close(common(decisions) ?? .groupEmpty(name))
        : successor(decisions) ?? .close(.groupRemoved(name))
    }
    return successor(decisions) ?? .close(common(decisions) ?? .uncovered)
  }

  private func decision(of slot: Slot, proposed: String) -> RetirementDecision {
    let mine = { (project: Project) in
      project.ecosystem == slot.ecosystem && project.directory == slot.directory
    }
    let here = surveys.indices.filter { mine(surveys[$0].site.project) }
    guard !here.isEmpty else {
      if sites.contains(where: { mine($0.project) }) { return .keep }
      return .close(
        projects.contains(where: mine)
          ? .uncovered : .manifestRemoved(directory: slot.directory))
    }
    if here.contains(where: { surveys[$0].problem != nil }) { return .keep }
    let batch = plan.batches.first { batch in
      batch.members.contains { here.contains($0.survey) && $0.name == slot.name }
    }
    if let batch { return .followedBy(batch.key) }
    let settled = plan.settled.filter {
      here.contains($0.survey) && $0.outlook.dependency.name == slot.name
    }
    guard let last = settled.first else { return .close(.removed) }
    // A fix that is wanted or not stands in advisories that could not be read today.
    let isBlind = here.contains { surveys[$0].notice != nil }
    if isBlind, last.state != .upToDate { return .keep }
    return RetirementDecision(
      last.state, current: last.outlook.dependency.current, proposed: proposed)
  }

  /// The reason that all have in common.
  private func common(_ decisions: [RetirementDecision]) -> ClosingReason? {
    guard Set(decisions).count == 1, case .close(let reason) = decisions.first else { return nil }
    return reason
  }

  private func successor(_ decisions: [RetirementDecision]) -> RetirementDecision? {
    decisions.first { if case .followedBy = $0 { true } else { false } }
  }
}
