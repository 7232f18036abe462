import Ecosystem
package import Forges

/// The pull requests that a base branch should have.
///
/// Every dependency is a member of a planned pull request, or is listed with the reason why it has no pull request.
/// Pure: nothing is requested or resolved yet.
package struct Plan: Sendable {
  /// Dependencies without a pull request.
  package var notProposed: [NotProposed]
  /// The wanted pull requests, in the order in which they are published.
  package var plannedPullRequests: [PlannedPullRequest]

  /// A dependency without a pull request, and the reason.
  package struct NotProposed: Sendable {
    /// The state of the dependency's project.
    package var state: ProjectState
    /// May have candidates, for example if a limit of 0 prevents pull requests.
    package var candidateSet: CandidateSet
    /// Why it has no pull request.
    package var reason: UpdateState
    /// The key of the replacement that the reason is about; nil if it is about updates.
    package var key: UpdateKey?
  }

  /// The base branch, as update keys name it.
  package struct Target: Sendable {
    /// The repository, by its current name if it was renamed.
    package var repository: RepositoryID
    /// The branch's name without `refs/heads/`.
    package var base: String

    /// Names a branch.
    package init(repository: RepositoryID, base: String) {
      self.repository = repository
      self.base = base
    }
  }

  /// Assigns the candidate sets of all projects to pull requests.
  package init(_ states: [ProjectState], at target: Target) {
    var notProposed: [NotProposed] = []
    var collected = Collected()
    for state in states {
      for candidateSet in state.candidateSets {
        if let reason = candidateSet.notProposed {
          notProposed.append(
            NotProposed(state: state, candidateSet: candidateSet, reason: reason))
        } else {
          for (step, part) in candidateSet.separated(in: state) {
            let assignment = Assignment(part, at: state.configured)
            let key = UpdateKey(
              repository: target.repository, base: target.base, scope: assignment.scope,
              subject: assignment.subject, step: step)
            collected.add(
              PlannedUpdate(of: state, assignment.candidateSet), to: key,
              group: assignment.group)
          }
        }
      }
    }
    self.notProposed = notProposed + states.flatMap { $0.declinedReplacements(at: target) }
    plannedPullRequests =
      collected.plannedPullRequests.flatMap { $0.split() }
      + states.flatMap { $0.replacements(at: target) }
      + states.compactMap { PlannedPullRequest(maintaining: $0, at: target) }
  }

  /// Pull requests in the order of their first members.
  private struct Collected {
    var plannedPullRequests: [PlannedPullRequest] = []
    var indices: [UpdateKey: Int] = [:]

    mutating func add(_ member: PlannedUpdate, to key: UpdateKey, group: String?) {
      if let index = indices[key] {
        plannedPullRequests[index].members.append(member)
      } else {
        indices[key] = plannedPullRequests.count
        plannedPullRequests.append(PlannedPullRequest(key: key, group: group, members: [member]))
      }
    }
  }
}

extension PlannedPullRequest {
  /// Splits directories that want different versions of a dependency.
  ///
  /// A pull request for one dependency in several directories takes the directories with the most
  /// common version (on a tie, the first). Each other directory gets its own pull request.
  fileprivate func split() -> [PlannedPullRequest] {
    guard case .dependency = key.subject, case .directories = key.scope else { return [self] }
    let wanted = members.map { $0.candidateSet.candidates.first?.version }
    let counts = wanted.map { version in wanted.count { $0 == version } }
    guard let most = counts.max(), let index = counts.firstIndex(of: most) else { return [self] }
    var shared = self
    shared.members = zip(members, wanted).filter { $0.1 == wanted[index] }.map(\.0)
    let others = zip(members, wanted).filter { $0.1 != wanted[index] }.map(\.0)
    return [shared]
      + others.map { member in
        var key = key
        key.scope = .directory(member.project.ecosystem, member.project.directory)
        return PlannedPullRequest(key: key, group: group, members: [member])
      }
  }
}
