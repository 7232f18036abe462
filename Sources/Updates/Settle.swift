import Ecosystem
import Forges
import Store

extension Run {
  /// Publishes what is proposed, one after the other, within the entry's limit.
  ///
  /// Pull requests that are open already come out of the limit first, wherever they stand in line.
  func publish(
    _ plans: [Plan], _ survey: Survey, _ checkout: Checkout
  ) async throws -> [DependencyReport] {
    let records = try await world.store.pullRequests(
      of: checkout.base.repository.description, forge: forge.name)
    let known = Dictionary(records.map { ($0.key, $0) }) { $1 }
    var room = survey.site.entry.policy.limit - plans.count { $0.isOpen(in: known) }
    var reports: [DependencyReport] = []
    for plan in plans {
      var report = DependencyReport(
        project: survey.site.project, dependency: plan.dependency, state: .upToDate)
      switch plan {
      case .settled(_, let state): report.state = state
      case .propose(_, let proposal):
        report.proposal = proposal
        let needsRoom = !plan.isOpen(in: known)
        if needsRoom, room <= 0 {
          let limit = survey.site.entry.policy.limit
          report.state = .limited(version: proposal.update.version, limit: limit)
        } else {
          if needsRoom { room -= 1 }
          report.state = await settle(proposal, known[proposal.update.key.description], survey)
          if isDry { report.proposal = await world.annotated(proposal) }
        }
      }
      reports.append(report)
    }
    return reports
  }

  private func settle(
    _ proposal: Proposal, _ record: PullRequestRecord?, _ survey: Survey
  ) async -> UpdateState {
    guard !isDry else { return foretell(proposal, record) }
    let publisher = Publisher(forge: forge, identity: identity, world: world)
    do {
      return try await publisher.publish(proposal, after: record, order: survey.order)
    } catch {
      return .problem(Problem(repositoryError: error, subject: proposal.branch))
    }
  }

  /// Says what a run that may write would do.
  private func foretell(_ proposal: Proposal, _ record: PullRequestRecord?) -> UpdateState {
    let version = proposal.update.version
    guard let record, record.state == .open else { return .toOpen(version: version) }
    let isSame = record.digest == proposal.digest
    return isSame
      ? .current(number: record.number, version: version)
      : .toUpdate(number: record.number, version: version)
  }
}

extension Plan {
  /// Whether a pull request of ours stands for it.
  fileprivate func isOpen(in records: [String: PullRequestRecord]) -> Bool {
    guard case .propose(_, let proposal) = self else { return false }
    return records[proposal.update.key.description]?.state == .open
  }
}
