import Ecosystem

extension ProjectState {
  /// Plans a pull request for each dependency that another package replaces.
  ///
  /// No group contains it, and updates of the same dependency are planned beside it.
  func replacements(at target: Plan.Target) -> [PlannedPullRequest] {
    candidateSets.compactMap { candidateSet in
      guard let replacing = candidateSet.replacing, let successor = replacing.successor else {
        return nil
      }
      return PlannedPullRequest(
        key: key(replacing: candidateSet.dependency, by: successor, at: target), group: nil,
        members: [PlannedUpdate(of: self, replacing)])
    }
  }

  /// Lists the replacements that people declined.
  func declinedReplacements(at target: Plan.Target) -> [Plan.NotProposed] {
    candidateSets.compactMap { candidateSet in
      guard case .declined(let name, let version, let number)? = candidateSet.replacement else {
        return nil
      }
      return Plan.NotProposed(
        state: self, candidateSet: candidateSet,
        reason: .declined(version: "\(name) \(version)", number: number),
        key: key(replacing: candidateSet.dependency, by: name, at: target))
    }
  }

  private func key(
    replacing dependency: Dependency, by successor: String, at target: Plan.Target
  ) -> UpdateKey {
    UpdateKey(
      repository: target.repository, base: target.base,
      scope: .directory(project.ecosystem, project.directory),
      subject: .replacement(Replacement(of: dependency.id, by: successor)))
  }
}

extension CandidateSet {
  /// The candidates that replace the dependency; nil if none may be proposed.
  var replacing: CandidateSet? {
    guard case .proposed(let name, let releases, let facts)? = replacement else { return nil }
    var replacing = CandidateSet(dependency: dependency, wanted: nil, candidates: releases)
    replacing.successor = name
    replacing.facts = facts
    return replacing
  }
}
