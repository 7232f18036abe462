import Configuration
import Ecosystem
import Impact
import Store
import Time

/// The progress of the publishing stage on one base branch: the queue and the reports so far.
struct Publication {
  let analysis: BranchAnalysis
  /// The saved pull requests into the base branch.
  let records: [UpdateKey: PullRequestRecord]
  var queue: PullRequestQueue
  /// The branches that CI judges, by the key of their update as text.
  var judged: [String: String] = [:]
  /// The pull requests of other bots.
  var foreign = ForeignProposals.none
  /// When pull requests were opened.
  var hourly: OpeningTimes
  /// The repository's own style of titles, once it was detected.
  var houseStyle = TitleStyle()
  /// Whether the base accepts only branches that contain its newest commit.
  var isStrict = false
  var reports: [DependencyReport] = []
  /// What prevented versions that a lower one replaces.
  var problems: [Problem] = []
  private var branches: [UpdateKey: String]

  /// Fills the queue and reports the dependencies that are not published in this pass.
  ///
  /// - Parameters:
  ///   - analysis: the plan.
  ///   - all: the saved pull requests of the repository.
  ///   - base: the base branch.
  ///   - hourly: when pull requests were opened.
  ///   - impacts: the known impacts of planned pull requests.
  ///   - now: the time of the pass.
  init(
    _ analysis: BranchAnalysis, _ all: [UpdateKey: PullRequestRecord], on base: String,
    hourly: OpeningTimes = OpeningTimes(), impacts: [UpdateKey: ImpactVerdict] = [:],
    now: Timestamp
  ) {
    self.analysis = analysis
    branches = all.compactMapValues(\.openBranch)
    records = all.filter { $0.key.base == base }
    self.hourly = hourly
    let selection = analysis.selectPullRequests(
      records, besides: all.filter { $0.key.base != base }, hourly: hourly,
      impacts: impacts, now: now)
    queue = selection.queue
    for notProposed in analysis.plan.notProposed { report(notProposed) }
    for planned in selection.notDue { reportNotDue(planned) }
    for planned in selection.tooSmall {
      let reason =
        "the group has \(planned.members.count) of at least \(planned.minimumSize) updates"
      for member in planned.members {
        report(.waiting(version: member.newestVersion, reason: reason), of: member, planned)
      }
    }
    for planned in selection.declined {
      let number = records[planned.key]?.number ?? 0
      for member in planned.members {
        report(.declined(version: member.newestVersion, number: number), of: member, planned)
      }
    }
  }

  /// The planned pull requests without a pull request, if the limits leave some of them out.
  var contested: [PlannedPullRequest] {
    let new = queue.waiting.filter { !queue.isOpen($0) }
    var rest = queue
    _ = rest.next()
    return rest.waiting.isEmpty ? [] : new
  }

  /// The branches of all other pull requests, including those opened in this pass.
  func branches(except key: UpdateKey) -> Set<String> {
    Set(branches.filter { $0.key != key }.values)
  }

  /// The style of a planned pull request.
  func style(of planned: PlannedPullRequest, in ecosystems: EcosystemCatalog) -> PullRequestStyle {
    planned.style(house: houseStyle, in: ecosystems)
  }

  /// Whether any entry uses the repository's own style of titles.
  var needsHouseStyle: Bool { analysis.states.contains { $0.entry.title == nil } }

  /// When the pull request of a planned pull request is rebuilt after its base has moved.
  func rebase(of planned: PlannedPullRequest) -> Rebase {
    let strategies = planned.members.map(\.state.entry.policy.rebase)
    let strategy = [.disabled, .behindBase].first { strategies.contains($0) } ?? .auto
    return Rebase(strategy: strategy, isStrict: isStrict)
  }

  /// All versions of the dependencies of an update by dependency key, oldest first.
  func order(of update: Update) -> [String: [String]] {
    let names = update.parts.flatMap { part in
      part.leads.map { (part.project, $0.dependency.id) }
    }
    return analysis.order(of: names, in: update.key.scope)
  }

  /// Whether a pull request of this pass already contains an update.
  ///
  /// This happens if two packages can only be updated together.
  func isIncluded(_ update: Update) -> Bool {
    update.parts.allSatisfy { part in
      part.leads.allSatisfy { lead in
        reports.contains { report in
          report.project == part.project && report.dependency.id == lead.dependency.id
            && report.state.hasPullRequest
            && report.proposal?.update.parts.contains {
              $0.project == part.project && $0.leads.contains(lead)
            } ?? false
        }
      }
    }
  }
}

extension Publication {
  /// Reports every dependency that a pull request updates.
  mutating func report(_ state: UpdateState, of planned: PlannedPullRequest, _ proposal: Proposal) {
    branches[planned.key] = proposal.branch
    for part in proposal.update.parts {
      for lead in part.leads {
        let member = planned.members.first { member in
          member.id == lead.dependency.id && member.project == part.project
        }
        reports.append(
          DependencyReport(
            project: part.project, dependency: lead.dependency, state: state, proposal: proposal,
            group: planned.group, held: member?.candidateSet.held, key: planned.key))
      }
    }
  }

  /// Marks the reports of the pull request that contains the update of a planned pull request.
  mutating func reportIncluded(_ planned: PlannedPullRequest) {
    for index in reports.indices
    where reports[index].proposal != nil && reports[index].key?.step == planned.key.step {
      let isMember = planned.members.contains { member in
        member.id == reports[index].dependency.id
          && member.project == reports[index].project
      }
      if isMember { reports[index].insteadOf = planned.key }
    }
  }

  /// Reports that a lock is up to date, so that its pull request can be closed.
  mutating func reportMaintained(_ planned: PlannedPullRequest) {
    guard queue.isOpen(planned), let member = planned.members.first else { return }
    report(.upToDate, of: member, planned)
  }

  /// Reports members that cannot be updated.
  mutating func reportProblems(
    _ problems: [(member: PlannedUpdate, problem: Problem)],
    of planned: PlannedPullRequest
  ) {
    for (member, problem) in problems {
      let group = planned.members.count > 1 ? planned.group : nil
      let state = group.map {
        UpdateState.apart(version: member.newestVersion, group: $0, problem)
      }
      report(
        state ?? member.candidateSet.unfixed(by: problem) ?? .problem(problem), of: member, planned)
    }
  }

  /// When a limit per hour allows another pull request; nil if none waits for one.
  var dueAgainAt: Timestamp? {
    let isWaiting = queue.waiting.contains { queue.obstacle(to: $0)?.limit.kind == .perHour }
    return isWaiting ? hourly.first.map { $0 + .seconds(3_601) } : nil
  }

  /// Reports the planned pull requests that the limits leave in the queue.
  mutating func reportLimitedPullRequests() {
    for planned in queue.waiting {
      let obstacle = queue.obstacle(to: planned)
      for member in planned.members {
        report(state(of: member, waitingFor: obstacle), of: member, planned)
      }
    }
  }

  private func state(
    of member: PlannedUpdate, waitingFor obstacle: (limit: OpenLimit, room: Room)?
  ) -> UpdateState {
    let most = obstacle?.room.limit ?? 0
    let whole = obstacle.map { $0.limit.entry == nil } ?? false ? " of the repository" : ""
    switch obstacle?.limit.kind {
    case .perHour:
      return .waiting(
        version: member.newestVersion,
        reason: "the limit\(whole) of \(most.counting("pull request")) per hour is reached")
    case .branches:
      return .waiting(
        version: member.newestVersion,
        reason: "the limit\(whole) of \(most == 1 ? "1 branch" : "\(most) branches") is reached")
    case .open where !whole.isEmpty:
      return .waiting(
        version: member.newestVersion,
        reason: "the limit\(whole) of \(most.counting("open pull request")) is reached")
    case .open, nil: return .limited(version: member.newestVersion, limit: most)
    }
  }

  private mutating func report(_ notProposed: Plan.NotProposed) {
    let candidateSet = notProposed.candidateSet
    reports.append(
      DependencyReport(
        project: notProposed.state.project,
        dependency: candidateSet.dependency,
        state: notProposed.key == nil
          ? candidateSet.unfixed ?? notProposed.reason : notProposed.reason,
        held: notProposed.key == nil ? candidateSet.held : nil, key: notProposed.key))
  }

  /// Reports a planned pull request that is not due: its open pull request, or that it waits for its schedule.
  private mutating func reportNotDue(_ planned: PlannedPullRequest) {
    let record = records[planned.key]
    for member in planned.members {
      let project = member.project
      let key = DependencyKey(member.recordedName, of: project, in: planned.key.scope).description
      if let record, record.state == .open, let proposed = record.versions[key] {
        let version = member.candidateSet.successor.map { "\($0) \(proposed)" } ?? proposed
        report(.current(number: record.number, version: version), of: member, planned)
      } else {
        report(.scheduled(version: member.newestVersion), of: member, planned)
      }
    }
  }

  private mutating func report(
    _ state: UpdateState, of member: PlannedUpdate, _ planned: PlannedPullRequest
  ) {
    reports.append(
      DependencyReport(
        project: member.project,
        dependency: member.candidateSet.dependency, state: state, group: planned.group,
        held: member.candidateSet.held, key: planned.key))
  }
}

extension PlannedPullRequest {
  /// The style of its entries and rules.
  func style(house: TitleStyle, in ecosystems: EcosystemCatalog) -> PullRequestStyle {
    let configuredProjects = members.map(\.state.configured)
    let indices = Set(configuredProjects.map(\.entryIndex)).sorted()
    let entries = indices.compactMap { index in
      configuredProjects.first { $0.entryIndex == index }?.entry
    }
    let rules = members.flatMap(\.applied.matching)
    let late = members.flatMap { member in
      member.applied.awaitingImpact.map { (member.candidateSet.dependency.name, $0) }
    }
    return PullRequestStyle(
      entries, rules: rules, late: late,
      group: key.scope == .ecosystems ? entries.first?.multiGroup : nil,
      house: house, ecosystems: ecosystems)
  }
}
