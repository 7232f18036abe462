import Configuration
import Ecosystem
import Impact
import Store
import Time
import Versioning

/// The planned pull requests of a plan, sorted by what this pass does with them.
struct PullRequestSelection {
  /// The planned pull requests to publish.
  var queue: PullRequestQueue
  /// A person closed a pull request for the same versions or newer ones.
  var declined: [PlannedPullRequest]
  /// Neither the schedule nor a comment makes them due.
  var notDue: [PlannedPullRequest]
  /// Groups without a pull request that have fewer updates than they need.
  var tooSmall: [PlannedPullRequest]
}

extension BranchAnalysis {
  /// Selects the planned pull requests to publish.
  ///
  /// - Parameters:
  ///   - records: the pull requests into the base branch.
  ///   - others: those into other branches.
  ///   - hourly: when pull requests were opened.
  ///   - impacts: the known impacts of planned pull requests.
  ///   - now: the time of the pass.
  /// - Returns: the queue, and the planned pull requests that are not in it.
  func selectPullRequests(
    _ records: [UpdateKey: PullRequestRecord], besides others: [UpdateKey: PullRequestRecord] = [:],
    hourly: OpeningTimes = OpeningTimes(), impacts: [UpdateKey: ImpactVerdict] = [:],
    now: Timestamp
  ) -> PullRequestSelection {
    let due = plan.plannedPullRequests.filter { requested.isDue($0) }
    let dueKeys = Set(due.map(\.key))
    let declined = due.filter { planned in
      records[planned.key].map { isDeclined(planned, by: $0) } ?? false
    }
    let declinedKeys = Set(declined.map(\.key))
    let open = records.filter { $0.value.state == .open }
    let asked = Set(due.filter(requested.isAskedFor).map(\.key))
    let wanted = due.filter { !declinedKeys.contains($0.key) }
    let tooSmall = wanted.filter {
      $0.isTooSmall && open[$0.key] == nil && !asked.contains($0.key)
    }
    let smallKeys = Set(tooSmall.map(\.key))
    let inOtherBranches = others.count { $0.value.state == .open }
    let queue = PullRequestQueue(
      inOrder(wanted.filter { !smallKeys.contains($0.key) }, impacts), open: Set(open.keys),
      asked: asked,
      room: room(beside: open, inOtherBranches: inOtherBranches, hourly, now), extra: roomOnRequest
    ) { limits(of: $0.key) }
    return PullRequestSelection(
      queue: queue, declined: declined,
      notDue: plan.plannedPullRequests.filter { !dueKeys.contains($0.key) }, tooSmall: tooSmall)
  }

  /// The order of opening: security updates, then `priority`, then what doesn't affect the repository,
  /// then what is green in other repositories with small steps first, then the oldest releases.
  ///
  /// Without limits, priorities and impacts it is the order of the plan.
  private func inOrder(
    _ planned: [PlannedPullRequest], _ impacts: [UpdateKey: ImpactVerdict]
  ) -> [PlannedPullRequest] {
    guard !impacts.isEmpty || planned.contains(where: \.isOrdered) else { return planned }
    let ranked = planned.enumerated().map { ($1.rank(impacts[$1.key]), $0, $1) }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// How many pull requests may be opened beside those that stay open.
  private func room(
    beside open: [UpdateKey: PullRequestRecord], inOtherBranches: Int, _ hourly: OpeningTimes,
    _ now: Timestamp
  ) -> [OpenLimit: Room] {
    var room: [OpenLimit: Room] = [:]
    for configured in states.map(\.configured) {
      let (index, policy) = (configured.entryIndex, configured.entry.policy)
      room[OpenLimit(entry: index)] = Room(policy.limit)
      room[OpenLimit(entry: index, purpose: .securityUpdates)] = Room(FixPolicy.limit)
      room.add(policy.limits, of: index, hourly, now)
      room.add(policy.repositoryLimits, of: nil, hourly, now)
      room[OpenLimit(entry: nil)] = policy.repositoryLimits.open.map { Room($0) }
    }
    let staying = open.filter { decision(of: $0.key, versions: $0.value.versions) == .keep }
    for limit in staying.keys.flatMap({ limits(of: $0) }) where limit.kind != .perHour {
      room[limit]?.left -= 1
    }
    for kind in [OpenLimit.Kind.open, .branches] {
      room[OpenLimit(entry: nil, kind: kind)]?.left -= inOtherBranches
    }
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
    // Whoever declines a replacement declines it at any version.
    guard planned.key.replacement == nil else { return true }
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

  /// The limits that a pull request counts towards: of its entry, unless several share it, and of the
  /// repository.
  func limits(of key: UpdateKey) -> [OpenLimit] {
    let purpose = plan.plannedPullRequests.first { $0.key == key }?.purpose ?? .versionUpdates
    let index = entryIndex(of: key)
    if purpose == .securityUpdates {
      return index.map { [OpenLimit(entry: $0, purpose: purpose)] } ?? []
    }
    let kinds: [OpenLimit.Kind] = [.open, .perHour, .branches]
    let own = index.map { index in kinds.map { OpenLimit(entry: index, kind: $0) } } ?? []
    return own + kinds.map { OpenLimit(entry: nil, kind: $0) }
  }

  /// The index of the entry that a pull request belongs to; nil if several entries share it.
  func entryIndex(of key: UpdateKey) -> Int? {
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

extension Room {
  fileprivate init(_ limit: Int) { self.init(limit: limit, left: limit) }
}

extension [OpenLimit: Room] {
  /// Adds the limits of an entry, or of the repository, apart from that of open ones.
  fileprivate mutating func add(
    _ limits: OpenLimits, of entry: Int?, _ hourly: OpeningTimes, _ now: Timestamp
  ) {
    if let most = limits.perHour {
      self[OpenLimit(entry: entry, kind: .perHour)] = Room(
        limit: most, left: most - hourly.count(since: now - .seconds(3_600), of: entry))
    }
    if let most = limits.branches {
      self[OpenLimit(entry: entry, kind: .branches)] = Room(limit: most, left: most)
    }
  }
}

extension PlannedPullRequest {
  /// Whether it is a group with fewer updates than it needs; security updates never wait.
  fileprivate var isTooSmall: Bool {
    minimumSize > 1 && !key.isMaintenance && purpose == .versionUpdates
      && members.count < minimumSize
  }

  /// The number of updates that it needs; 1 for a single dependency.
  var minimumSize: Int {
    guard case .group(let name) = key.subject else { return 1 }
    return members.map { member in
      let entry = member.state.entry
      let group = entry.groups.first { $0.name == name }
      return group?.minimumSize ?? entry.policy.minimumGroupSize
    }.max() ?? 1
  }

  /// Whether the file says anything about the order of opening.
  fileprivate var isOrdered: Bool {
    members.contains { member in
      let policy = member.state.entry.policy
      return !policy.limits.isEmpty || !policy.repositoryLimits.isEmpty
        || member.state.entry.rules.rules.contains { $0.priority != nil }
    }
  }

  /// Sorts by security, priority, impact, and the publication of the newest version; unknown times
  /// come last.
  fileprivate func rank(_ impact: ImpactVerdict?) -> Rank {
    let times = members.compactMap { member in
      member.candidateSet.candidates.first.flatMap {
        $0.published ?? member.candidateSet.facts.firstSeen[$0.version]
      }
    }
    let isFix =
      purpose == .securityUpdates || members.contains { !$0.candidateSet.alerts.isEmpty }
    let impact =
      switch impact {
      case .notAffected: 0
      case .unknown, nil: 1
      case .affected: 2
      }
    return Rank(
      isFix ? 0 : 1, -(members.map(\.priority).max() ?? 0), impact, confidence,
      times.min()?.milliseconds ?? .max)
  }

  /// 0 to 2 for patches, minors and majors that are green in other repositories, 3 for others.
  private var confidence: Int {
    let releases = members.compactMap { member in
      member.candidateSet.candidates.first.map { ($0, member.candidateSet.facts) }
    }
    guard releases.allSatisfy({ $1.fleet[$0.version]?.isGreenElsewhere ?? false }) else { return 3 }
    return releases.map { release, _ in
      switch release.step {
      case .patch: 0
      case .minor: 1
      case .major, nil: 2
      }
    }.max() ?? 3
  }

  /// A key for sorting, lowest first.
  fileprivate struct Rank: Comparable {
    private let parts: [Int64]

    init(_ security: Int, _ priority: Int, _ impact: Int, _ confidence: Int, _ time: Int64) {
      parts = [security, priority, impact, confidence].map(Int64.init) + [time]
    }

    static func < (left: Rank, right: Rank) -> Bool {
      left.parts.lexicographicallyPrecedes(right.parts)
    }
  }
}

extension RequestedActions {
  /// Whether a planned pull request is due, by the schedule or by a rebuild request.
  func isDue(_ planned: PlannedPullRequest) -> Bool {
    let isDue = planned.members.contains { member in
      if planned.key.isMaintenance { return member.state.entry.isMaintenanceDue }
      return member.state.entry.due(for: member.applied).includes(planned)
    }
    return isDue || isAskedFor(planned)
      || rebuilds.contains { $0.key == planned.key.recordKey }
  }

  /// Whether a person asked in the dashboard to open a planned pull request now.
  func isAskedFor(_ planned: PlannedPullRequest) -> Bool {
    planned.key.replacement == nil
      && planned.members.contains { opens($0.id, of: $0.project) }
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
