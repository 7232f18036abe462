import Configuration
import Ecosystem
import Store

/// How far the publishing of a checkout's plan has come.
struct Publication {
  let analysis: BranchAnalysis
  let records: [UpdateKey: PullRequestRecord]
  var queue: BatchQueue
  /// The repository's own style of titles, where one was asked for.
  var houseStyle = TitleStyle()
  /// Whether the base takes only branches that are up to date.
  var isStrict = false
  private(set) var reports: [DependencyReport]
  private var branches: [UpdateKey: String]

  /// Begins with what is known of all pull requests of the repository.
  init(_ analysis: BranchAnalysis, _ all: [UpdateKey: PullRequestRecord], on base: String) {
    self.analysis = analysis
    branches = all.compactMapValues(\.openBranch)
    let records = all.filter { $0.key.base == base }
    self.records = records
    let open = records.filter { $0.value.state == .open }
    let staying = open.filter {
      analysis.decision(of: $0.key, versions: $0.value.versions) == .keep
    }
    let limit = { analysis.limit(of: $0) }
    var room: [OpenLimit: Int] = [:]
    for site in analysis.surveys.map(\.site) {
      room[OpenLimit(entry: site.entryIndex, purpose: .versionUpdates)] = site.entry.policy.limit
      room[OpenLimit(entry: site.entryIndex, purpose: .securityUpdates)] = FixPolicy.limit
    }
    for limit in staying.keys.compactMap(limit) { room[limit, default: 0] -= 1 }
    let due = analysis.plan.batches.filter {
      analysis.requested.isDue($0, among: analysis.surveys)
    }
    let declined = due.filter { batch in
      records[batch.key].map { analysis.isDeclined(batch, by: $0) } ?? false
    }
    let keys = Set(declined.map(\.key))
    let wanted = due.filter { !keys.contains($0.key) }
    queue = BatchQueue(wanted, open: Set(open.keys), room: room) { limit($0.key) }
    reports = analysis.plan.settled.map { settled in
      DependencyReport(
        project: analysis.surveys[settled.survey].site.project,
        dependency: settled.outlook.dependency,
        state: settled.outlook.unfixed ?? settled.state, held: settled.outlook.held)
    }
    let turn = Set(due.map(\.key))
    for batch in analysis.plan.batches where !turn.contains(batch.key) { leave(batch) }
    for batch in declined {
      for member in batch.members {
        let version = member.outlook.candidates.first?.version ?? ""
        report(member, batch, .declined(version: version, number: records[batch.key]?.number ?? 0))
      }
    }
  }

  /// Branches of other pull requests, open before or opened now.
  func taken(by key: UpdateKey) -> Set<String> {
    Set(branches.filter { $0.key != key }.values)
  }

  /// Returns the appearance of a batch's pull request.
  func style(of batch: Batch, in ecosystems: EcosystemCatalog) -> PullRequestStyle {
    let sites = batch.members.map { analysis.surveys[$0.survey].site }
    let indices = Set(sites.map(\.entryIndex)).sorted()
    let entries = indices.compactMap { index in
      sites.first { $0.entryIndex == index }?.entry
    }
    let isShared = batch.key.scope == .ecosystems
    return PullRequestStyle(
      entries, group: isShared ? entries.first?.multiGroup : nil, house: houseStyle,
      ecosystems: ecosystems)
  }

  /// Whether any entry leaves the beginning of titles to the repository's own style.
  var needsHouseStyle: Bool { analysis.surveys.contains { $0.site.entry.title == nil } }

  /// What is done about the pull request of a batch when its base has moved.
  func rebase(of batch: Batch) -> Rebase {
    let strategies = batch.members.map {
      analysis.surveys[$0.survey].site.entry.policy.rebase
    }
    return Rebase(strategy: strategies.contains(.disabled) ? .disabled : .auto, isStrict: isStrict)
  }

  /// All versions of the dependencies of an update by slot, oldest first.
  func order(of update: Update) -> [String: [String]] {
    let names = update.parts.flatMap { part in
      part.leads.map { (part.project, $0.dependency.name) }
    }
    return analysis.order(of: names, in: update.key.scope)
  }

  /// Reports every dependency that a pull request moves.
  mutating func add(_ batch: Batch, _ proposal: Proposal, _ state: UpdateState) {
    branches[batch.key] = proposal.branch
    for part in proposal.update.parts {
      for lead in part.leads {
        let member = batch.members.first { member in
          member.name == lead.dependency.name
            && analysis.surveys[member.survey].site.project == part.project
        }
        reports.append(
          DependencyReport(
            project: part.project, dependency: lead.dependency, state: state, proposal: proposal,
            group: batch.group, held: member?.outlook.held, key: batch.key))
      }
    }
  }

  /// Whether a pull request of this pass brings all of an update already, as where packages that
  /// only move together have each other for reason.
  func isCarried(_ update: Update) -> Bool {
    update.parts.allSatisfy { part in
      part.leads.allSatisfy { lead in
        reports.contains { report in
          report.project == part.project && report.dependency.name == lead.dependency.name
            && report.state.isStanding
            && report.proposal?.update.parts.contains {
              $0.project == part.project && $0.leads.contains(lead)
            } ?? false
        }
      }
    }
  }

  /// Notes that a batch needs no pull request of its own.
  mutating func addCarried(_ batch: Batch) {
    for index in reports.indices where reports[index].proposal != nil {
      let isMember = batch.members.contains { member in
        member.name == reports[index].dependency.name
          && analysis.surveys[member.survey].site.project == reports[index].project
      }
      if isMember { reports[index].insteadOf = batch.key }
    }
  }

  /// Reports members that stay behind.
  mutating func add(_ batch: Batch, left: [(member: Batch.Member, problem: Problem)]) {
    for (member, problem) in left {
      let version = member.outlook.candidates.first?.version ?? ""
      let group = batch.members.count > 1 ? batch.group : nil
      let state = group.map { UpdateState.apart(version: version, group: $0, problem) }
      report(member, batch, state ?? member.outlook.unfixed(by: problem) ?? .problem(problem))
    }
  }

  /// Reports what this pass is not for: as it stands.
  private mutating func leave(_ batch: Batch) {
    let record = records[batch.key]
    for member in batch.members {
      let version = member.outlook.candidates.first?.version ?? ""
      let project = analysis.surveys[member.survey].site.project
      let slot = Slot(member.name, of: project, in: batch.key.scope).description
      guard let record, record.state == .open, let proposed = record.versions[slot] else {
        report(member, batch, .scheduled(version: version))
        continue
      }
      report(member, batch, .current(number: record.number, version: proposed))
    }
  }

  /// Reports those that the limits leave waiting.
  mutating func limitTheRest() {
    for batch in queue.waiting {
      let own = batch.members.first.map {
        analysis.surveys[$0.survey].site.entry.policy.limit
      }
      let limit = batch.purpose == .securityUpdates ? FixPolicy.limit : own
      for member in batch.members {
        let version = member.outlook.candidates.first?.version ?? ""
        report(member, batch, .limited(version: version, limit: limit ?? 0))
      }
    }
  }

  private mutating func report(_ member: Batch.Member, _ batch: Batch, _ state: UpdateState) {
    reports.append(
      DependencyReport(
        project: analysis.surveys[member.survey].site.project,
        dependency: member.outlook.dependency, state: state, group: batch.group,
        held: member.outlook.held, key: batch.key))
  }
}

extension BranchAnalysis {
  /// All versions of dependencies by slot, oldest first.
  fileprivate func order(
    of names: [(project: Project, name: String)], in scope: UpdateKey.Scope
  ) -> [String: [String]] {
    var order: [String: [String]] = [:]
    for (project, name) in names {
      let known = surveys.lazy.filter { $0.site.project == project }.compactMap { $0.order[name] }
      order[Slot(name, of: project, in: scope).description] = known.first
    }
    return order
  }

  /// Whether a person has closed a pull request for all that a batch can come to.
  fileprivate func isDeclined(_ batch: Batch, by record: PullRequestRecord) -> Bool {
    guard record.state == .declined else { return false }
    var best: [String: String] = [:]
    for member in batch.members {
      let slot = Slot(member.name, of: surveys[member.survey].site.project, in: batch.key.scope)
      best[slot.description] = member.outlook.candidates.first?.version ?? ""
    }
    let names = batch.members.map { (surveys[$0.survey].site.project, $0.name) }
    return record.versions.isAtLeast(best, in: order(of: names, in: batch.key.scope))
  }

  /// Whose limit a pull request comes out of; nil for what several entries share.
  fileprivate func limit(of key: UpdateKey) -> OpenLimit? {
    let purpose = plan.batches.first { $0.key == key }?.purpose ?? .versionUpdates
    return entry(of: key).map { OpenLimit(entry: $0, purpose: purpose) }
  }

  /// Whose pull request it is: an entry's index; nil for what several share.
  private func entry(of key: UpdateKey) -> Int? {
    switch key.scope {
    case .ecosystems: nil
    case .directory(let ecosystem, let directory):
      surveys.map(\.site).first {
        $0.project.ecosystem == ecosystem && $0.project.directory == directory
      }?.entryIndex
    case .directories(let ecosystem, let number):
      surveys.map(\.site).first {
        $0.project.ecosystem == ecosystem && $0.entry.number == number
      }?.entryIndex
    }
  }
}
