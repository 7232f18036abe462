import Ecosystem
import Forges
import Store

extension RebuildRequest {
  /// Stands for a comment in a request of the dashboard; comments of forges have positive numbers.
  static func dashboardComment(of number: Int) -> Int { -number }
}

extension DashboardRequest {
  /// Whether a version needs no further approval: it has the same numbers as the approved one, up to
  /// the first one that differs from the version in use.
  ///
  /// For 1.0.0 in use, 2.0.0 approves all of 2, 1.1.0 all of 1.1, and 1.0.1 only itself.
  ///
  /// - Parameters:
  ///   - candidate: the version.
  ///   - current: the version in use; nil: the first number decides.
  /// - Returns: whether the approval covers the candidate.
  func approves(_ candidate: String, from current: String?) -> Bool {
    if candidate == version { return true }
    let (mine, other) = (leadingNumbers(version), leadingNumbers(candidate))
    let old = current.map(leadingNumbers) ?? []
    let changed = mine.indices.first { !old.indices.contains($0) || old[$0] != mine[$0] } ?? 0
    return mine.indices.contains(changed) && other.starts(with: mine[...changed])
  }
}

extension ConfiguredProject {
  /// Returns the project with what people asked for in the dashboard.
  ///
  /// Opening one now also approves it. The operator's minimum cooldown stays.
  ///
  /// - Parameters:
  ///   - requests: what people asked for, and what open pull requests propose.
  ///   - proposed: what open pull requests propose; its cooldown was over, or a person skipped it.
  /// - Returns: the project with a changed policy.
  func applying(
    _ requests: [DashboardRequest], proposed: [DashboardRequest]
  ) -> ConfiguredProject {
    let mine = requests.filter { $0.concerns(project) }
    guard !mine.isEmpty else { return self }
    let open = proposed.filter { $0.concerns(project) }
    var configured = self
    configured.entry.policy.isProposed = { dependency, release in
      open.contains { $0.dependency == dependency.id && $0.version == release.version }
    }
    configured.entry.policy.isAsked = { dependency, release in
      mine.contains { request in
        request.kind == .open && request.dependency == dependency.id
          && request.version == release.version
      }
    }
    configured.entry.policy.isApproved = { dependency, release in
      mine.contains {
        $0.dependency == dependency.id && $0.approves(release.version, from: dependency.current)
      }
    }
    return configured
  }
}

extension RepositoryPass {
  /// Deletes the requests that are fulfilled, and requests to open a version that isn't known any more.
  ///
  /// An approval stays until a pull request proposes an approved version, since a limit or a schedule
  /// can hold it back for any time.
  ///
  /// - Returns: the requests that still wait.
  func dropFulfilledRequests(
    _ observations: [Observation], _ records: [PullRequestRecord], of repository: RepositoryID
  ) async throws -> [DashboardRequest] {
    var waiting: [DashboardRequest] = []
    let proposed = records.flatMap(\.proposals)
    for request in try await world.store.dashboardRequests(of: repository) {
      let current = observations.first(where: request.isAbout)?.current
      let isFulfilled = proposed.contains { request.isFulfilled(by: $0, from: current) }
      if !isFulfilled, observations.contains(where: { request.waits(for: $0) }) {
        waiting.append(request)
      } else {
        try await world.store.remove(request, of: repository)
      }
    }
    return waiting
  }
}

extension DashboardRequest {
  /// Whether a dependency has no pull request for the requested version yet.
  fileprivate func waits(for observation: Observation) -> Bool {
    guard isAbout(observation) else { return false }
    if kind == .approve { return !(observation.current.map(reaches) ?? false) }
    switch observation.state {
    case .upToDate, .current, .opened, .updated, .declined, .leftOut:
      return observation.heldVersion == version
    case .problem: return true
    default:
      return [observation.latest, observation.heldVersion].contains(version)
    }
  }

  /// Whether a dependency is the one that the request is about.
  fileprivate func isAbout(_ observation: Observation) -> Bool {
    observation.ecosystem == ecosystem && observation.directory == directory
      && observation.name == dependency
  }

  /// Whether a pull request has proposed what an approval asked for, since it did.
  fileprivate func isFulfilled(by proposal: DashboardRequest, from current: String?) -> Bool {
    kind == .approve && ecosystem == proposal.ecosystem && directory == proposal.directory
      && dependency == proposal.dependency && approves(proposal.version, from: current)
      && proposal.createdAt >= createdAt
  }

  /// Whether a version in use is at least the approved one.
  private func reaches(_ current: String) -> Bool {
    let (mine, other) = (leadingNumbers(version), leadingNumbers(current))
    guard !mine.isEmpty, !other.isEmpty else { return current == version }
    return !other.lexicographicallyPrecedes(mine)
  }
}
