import Configuration
import Ecosystem

extension ProjectState {
  /// Returns the state without declined candidates.
  func leavingOut(_ declines: Declines) -> ProjectState {
    var state = self
    for index in state.candidateSets.indices {
      state.candidateSets[index].leaveOut(declines, in: self)
      if let declined = declines.decline(of: state.candidateSets[index], in: self) {
        state.candidateSets[index].replacement = declined
      }
    }
    return state
  }

  /// Whether any candidate would be left out.
  func isChanged(by declines: Declines) -> Bool {
    candidateSets.contains { candidateSet in
      declines.decline(of: candidateSet, in: self) != nil
        || candidateSet.candidates.contains {
          declines.decline(of: $0, in: self, candidateSet) != nil
        }
    }
  }
}

extension Declines {
  /// Returns that the replacement of a dependency is declined; nil if it isn't.
  fileprivate func decline(
    of candidateSet: CandidateSet, in state: ProjectState
  ) -> ReplacementOutlook? {
    guard case .proposed(let name, let releases, _)? = candidateSet.replacement else { return nil }
    let replacement = Replacement(of: candidateSet.dependency.id, by: name)
    return decline(of: replacement, in: state.project).map {
      .declined(by: name, version: releases.first?.version ?? "", number: $0)
    }
  }

  /// A way back to an older version is declined only by its own pull request.
  fileprivate func decline(
    of release: Release, in state: ProjectState, _ candidateSet: CandidateSet
  ) -> Version? {
    let id = candidateSet.dependency.id
    let order = candidateSet.isRollback ? [] : state.order[id] ?? []
    return decline(of: release, id, in: state.project, order: order)
  }
}

extension CandidateSet {
  /// Leaves out the declined candidates.
  ///
  /// The fixed versions of a security update are sorted from the lowest on: if that one is declined, the
  /// dependency gets the version update that it would get without the fix, if that is newer.
  fileprivate mutating func leaveOut(_ declines: Declines, in state: ProjectState) {
    guard notProposed == nil, let best = candidates.first,
      let declined = declines.decline(of: best, in: state, self)
    else {
      return removeDeclined(declines, in: state)
    }
    let reason = UpdateState.declined(version: best.version, number: declined.number)
    if purpose == .securityUpdates, !versionUpdates.isEmpty {
      candidates = versionUpdates
      versionUpdates = []
      purpose = .versionUpdates
      return leaveOut(declines, in: state)
    }
    if purpose == .securityUpdates || candidates.allSatisfy({ isDeclined($0, declines, state) }) {
      for release in candidates { objections[release.version] = reason }
      candidates = []
      notProposed = reason
      return
    }
    // With `separate`, other steps than the declined one are left.
    removeDeclined(declines, in: state)
  }

  private mutating func removeDeclined(_ declines: Declines, in state: ProjectState) {
    guard notProposed == nil, purpose == .versionUpdates else { return }
    for release in candidates {
      guard let declined = declines.decline(of: release, in: state, self) else { continue }
      let reason = UpdateState.declined(version: release.version, number: declined.number)
      objections[release.version] = reason
      if release == candidates.first { held = held ?? reason }
    }
    let declined = Set(candidates.filter { isDeclined($0, declines, state) })
    candidates.removeAll { declined.contains($0) }
  }

  private func isDeclined(
    _ release: Release, _ declines: Declines, _ state: ProjectState
  ) -> Bool {
    declines.decline(of: release, in: state, self) != nil
  }
}
