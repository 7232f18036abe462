import Ecosystem
import Forges
import Store

extension RepositoryPass {
  /// Works out, describes and publishes what is wanted, one pull request after the other.
  ///
  /// Those that are open already come first, then new ones within the limits of the entries; one
  /// that comes to nothing leaves its turn to the next.
  func publish(
    _ analysis: BranchAnalysis, _ checkout: Checkout
  ) async throws -> Published {
    var publication = Publication(
      analysis, try await records(of: checkout.base.repository), on: checkout.branch)
    publication.isStrict = try await isStrict(checkout, publication.records)
    while true {
      let turn = publication.queue.next()
      if turn.isEmpty { break }
      if publication.needsHouseStyle {
        let isOpening = turn.contains { !publication.queue.isOpen($0) }
        publication.houseStyle = try await houseStyle(of: checkout, isOpening: isOpening)
      }
      let resolved = await concurrently(turn, limit: 4) { batch in
        await world.resolve(batch, analysis.surveys, in: checkout.tree.source)
      }
      for (batch, resolved) in zip(turn, resolved) {
        if let repositoryFailure = await settle(batch, resolved, checkout, &publication) {
          return Published(reports: publication.reports, repositoryFailure: repositoryFailure)
        }
      }
    }
    publication.limitTheRest()
    return Published(reports: publication.reports)
  }

  /// What was published, and what keeps the rest from it.
  struct Published: Sendable {
    var reports: [DependencyReport]
    var repositoryFailure: ForgeError?
  }

  private func settle(
    _ batch: Batch, _ resolved: Resolved, _ checkout: Checkout, _ publication: inout Publication
  ) async -> ForgeError? {
    guard !resolved.parts.isEmpty else {
      publication.add(batch, left: resolved.left)
      publication.queue.giveBack(batch)
      return nil
    }
    let update = Update(key: batch.key, group: batch.group, parts: resolved.parts)
    if publication.isCarried(update) {
      publication.addCarried(batch)
      publication.queue.giveBack(batch)
      return nil
    }
    guard update.fits(forge.kind.textLimits.body) else {
      let problem = Problem(unnameable: update.leads.count)
      publication.add(batch, left: batch.members.map { ($0, problem) })
      publication.queue.giveBack(batch)
      return nil
    }
    let record = publication.records[batch.key]
    var proposal = describe(
      update, publication.style(of: batch, in: world.catalog), branch: record?.openBranch,
      taken: publication.taken(by: batch.key), checkout)
    let (state, repositoryFailure) = await settle(
      proposal, record, publication.order(of: update), publication.rebase(of: batch),
      past: checkout.base.past)
    if isDry { proposal = await world.annotated(proposal, on: forge) }
    if case .declined = state { publication.queue.giveBack(batch) }
    publication.add(batch, proposal, state)
    publication.add(batch, left: resolved.left)
    return repositoryFailure
  }

  private func settle(
    _ proposal: Proposal, _ record: PullRequestRecord?, _ order: [String: [String]],
    _ rebase: Rebase, past: [PullRequest]?
  ) async -> (UpdateState, ForgeError?) {
    guard !isDry else { return (foretell(proposal, record), nil) }
    let publisher = Publisher(self, past: past)
    do {
      let state = try await publisher.publish(
        proposal, after: record, order: order, rebase: rebase)
      return (state, nil)
    } catch {
      let problem = Problem(repositoryError: error, subject: proposal.branch)
      return (.problem(problem), await repositoryFailure(by: error, in: proposal.repository))
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

  /// Whether the base takes only branches that are up to date; asked only where one is not.
  private func isStrict(
    _ checkout: Checkout, _ records: [UpdateKey: PullRequestRecord]
  ) async throws -> Bool {
    let isBehind = records.values.contains { $0.state == .open && $0.base != checkout.head }
    guard isBehind, !isDry, let rules = forge.branchRules else { return false }
    return try await rules.rules(of: checkout.branch, in: checkout.base.repository).isStrict
  }

  /// What is remembered of a repository's pull requests, by key.
  func records(of repository: RepositoryName) async throws -> [UpdateKey: PullRequestRecord] {
    let all = try await world.store.pullRequests(of: repository.description, forge: forge.name)
    let keyed = all.compactMap { record in UpdateKey(record.key).map { ($0, record) } }
    return Dictionary(keyed) { $1 }
  }
}

extension Problem {
  /// Refuses a pull request whose description would be too long by the names alone.
  fileprivate init(unnameable count: Int) {
    self.init(
      .refused, "a pull request of \(count) dependencies exceeds what the forge takes as a text",
      advice: "split the group into smaller ones")
  }
}

extension PullRequestRecord {
  /// A pull request keeps its branch as long as it is open.
  var openBranch: String? { state == .open ? branch : nil }
}
