import Ecosystem
import Forges
import Store

extension RebuildRequest {
  /// Stands for a comment in a request of the dashboard; comments of forges have positive numbers.
  static func dashboardComment(of number: Int) -> Int { -number }
}

extension DashboardRequest {
  /// Whether a version needs no further approval: it has the same major number as the approved one.
  func approves(_ candidate: String) -> Bool {
    candidate == version || hasSameMajor(candidate)
  }

  private func hasSameMajor(_ candidate: String) -> Bool {
    let (mine, other) = (leadingNumbers(version), leadingNumbers(candidate))
    guard let major = mine.first else { return false }
    return other.first == major
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
      mine.contains { $0.dependency == dependency.id && $0.approves(release.version) }
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
      let isFulfilled = proposed.contains(where: request.isFulfilled)
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
    guard observation.ecosystem == ecosystem, observation.directory == directory,
      observation.name == dependency
    else { return false }
    if kind == .approve { return !(observation.current.map(reaches) ?? false) }
    switch observation.state {
    case .upToDate, .current, .opened, .updated, .declined, .leftOut:
      return observation.heldVersion.map(concerns) ?? false
    case .problem: return true
    default:
      return [observation.latest, observation.heldVersion].contains { $0.map(concerns) ?? false }
    }
  }

  /// Whether a pull request has proposed what an approval asked for, since it did.
  fileprivate func isFulfilled(by proposal: DashboardRequest) -> Bool {
    kind == .approve && ecosystem == proposal.ecosystem && directory == proposal.directory
      && dependency == proposal.dependency && approves(proposal.version)
      && proposal.createdAt >= createdAt
  }

  private func concerns(_ candidate: String) -> Bool {
    kind == .approve ? approves(candidate) : candidate == version
  }

  /// Whether a version in use has at least the approved major number.
  private func reaches(_ current: String) -> Bool {
    guard let mine = leadingNumbers(version).first, let other = leadingNumbers(current).first
    else { return current == version }
    return other >= mine
  }
}
