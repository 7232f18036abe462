import Configuration
import Ecosystem
import Store

/// The planned pull requests of a plan, sorted by what this pass does with them.
struct PullRequestSelection {
  /// The planned pull requests to publish.
  var queue: PullRequestQueue
  /// A person closed a pull request for the same versions or newer ones.
  var declined: [PlannedPullRequest]
  /// Neither the schedule nor a comment makes them due.
  var notDue: [PlannedPullRequest]
}

extension BranchAnalysis {
  /// Selects the planned pull requests to publish.
  ///
  /// - Parameter records: the pull requests into the base branch.
  /// - Returns: the queue, and the planned pull requests that are not in it.
  func selectPullRequests(_ records: [UpdateKey: PullRequestRecord]) -> PullRequestSelection {
    let due = plan.plannedPullRequests.filter { requested.isDue($0) }
    let dueKeys = Set(due.map(\.key))
    let declined = due.filter { planned in
      records[planned.key].map { isDeclined(planned, by: $0) } ?? false
    }
    let declinedKeys = Set(declined.map(\.key))
    let open = records.filter { $0.value.state == .open }
    let asked = Set(due.filter(requested.isAskedFor).map(\.key))
    let queue = PullRequestQueue(
      due.filter { !declinedKeys.contains($0.key) }, open: Set(open.keys), asked: asked,
      room: room(beside: open), extra: roomOnRequest
    ) { limit(of: $0.key) }
    return PullRequestSelection(
      queue: queue, declined: declined,
      notDue: plan.plannedPullRequests.filter { !dueKeys.contains($0.key) })
  }

  /// How many pull requests may be opened beside those that stay open.
  private func room(beside open: [UpdateKey: PullRequestRecord]) -> [OpenLimit: Int] {
    var room: [OpenLimit: Int] = [:]
    for configured in states.map(\.configured) {
      room[OpenLimit(entry: configured.entryIndex, purpose: .versionUpdates)] =
        configured.entry.policy.limit
      room[OpenLimit(entry: configured.entryIndex, purpose: .securityUpdates)] = FixPolicy.limit
    }
    let staying = open.filter { decision(of: $0.key, versions: $0.value.versions) == .keep }
    for limit in staying.keys.compactMap(limit) { room[limit, default: 0] -= 1 }
    return room
  }

  /// How many pull requests beyond the entry's own limit a person may ask for: up to the operator's.
  private var roomOnRequest: [OpenLimit: Int] {
    var room: [OpenLimit: Int] = [:]
    for configured in states.map(\.configured) {
      let policy = configured.entry.policy
      room[OpenLimit(entry: configured.entryIndex, purpose: .versionUpdates)] = max(
        0, (policy.limitMaximum ?? policy.limit + 1_000) - policy.limit)
    }
    return room
  }

  /// Whether a person closed a pull request for the best versions of a planned pull request.
  private func isDeclined(_ planned: PlannedPullRequest, by record: PullRequestRecord) -> Bool {
    guard record.state == .declined else { return false }
    var best: [String: String] = [:]
    for member in planned.members {
      let key = DependencyKey(member.id, of: member.project, in: planned.key.scope)
      best[key.description] = member.candidateSet.candidates.first?.version ?? ""
    }
    let names = planned.members.map { ($0.project, $0.id) }
    return record.versions.isAtLeast(best, in: order(of: names, in: planned.key.scope))
  }

  /// All versions of dependencies by dependency key, oldest first.
  func order(
    of names: [(project: Project, name: String)], in scope: UpdateKey.Scope
  ) -> [String: [String]] {
    var order: [String: [String]] = [:]
    for (project, name) in names {
      let known = states.lazy.filter { $0.project == project }.compactMap {
        $0.order[name]
      }
      order[DependencyKey(name, of: project, in: scope).description] = known.first
    }
    return order
  }

  /// The limit that a pull request counts towards; nil if several entries share it.
  private func limit(of key: UpdateKey) -> OpenLimit? {
    let purpose = plan.plannedPullRequests.first { $0.key == key }?.purpose ?? .versionUpdates
    return entryIndex(of: key).map { OpenLimit(entry: $0, purpose: purpose) }
  }

  /// The index of the entry that a pull request belongs to; nil if several entries share it.
  private func entryIndex(of key: UpdateKey) -> Int? {
    switch key.scope {
    case .ecosystems: nil
    case .directory(let ecosystem, let directory):
      states.map(\.configured).first {
        $0.project.ecosystem == ecosystem && $0.project.directory == directory
      }?.entryIndex
    case .directories(let ecosystem, let number):
      states.map(\.configured).first {
        $0.project.ecosystem == ecosystem && $0.entry.number == number
      }?.entryIndex
    }
  }
}

extension RequestedActions {
  /// Whether a planned pull request is due, by the schedule or by a rebuild request.
  func isDue(_ planned: PlannedPullRequest) -> Bool {
    let isDue = planned.members.contains { member in
      member.state.entry.due(for: member.candidateSet.dependency).includes(planned)
    }
    return isDue || isAskedFor(planned)
      || rebuilds.contains { $0.key == planned.key.recordKey }
  }

  /// Whether a person asked in the dashboard to open a planned pull request now.
  func isAskedFor(_ planned: PlannedPullRequest) -> Bool {
    planned.members.contains { opens($0.id, of: $0.project) }
  }
}

extension DueUpdates {
  /// Whether a planned pull request is due.
  ///
  /// Planned pull requests that fix advisories count as security updates.
  func includes(_ planned: PlannedPullRequest) -> Bool {
    switch self {
    case .everything: true
    case .fixes:
      planned.purpose == .securityUpdates
        || planned.members.contains { !$0.candidateSet.alerts.isEmpty }
    case .nothing: false
    }
  }
}
