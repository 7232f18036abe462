import Configuration
import Ecosystem
import Forges
import Languages
import Store
import Text

extension RepositoryPass {
  /// Resolves, describes and publishes the planned pull requests of a plan.
  ///
  /// Planned pull requests with an open pull request come first, then new ones up to the limits of their entries. A
  /// planned pull request that ends without a pull request leaves its place to the next one.
  ///
  /// - Parameters:
  ///   - analysis: the plan.
  ///   - checkout: the base branch.
  ///   - foreign: the pull requests of other bots.
  ///   - report: receives the reports.
  /// - Returns: the reports of all dependencies, which are also added to `report`.
  /// - Throws: `DatabaseError`, or the `ForgeError` that stops the whole repository.
  func publish(
    _ analysis: BranchAnalysis, _ checkout: Checkout, _ foreign: ForeignProposals,
    _ report: inout RepositoryReport
  ) async throws -> [DependencyReport] {
    let id = forge.id(of: checkout.base.repository)
    let hourly =
      analysis.limitsHours
      ? try await OpeningTimes.load(from: world.store, of: id, base: checkout.branch)
      : OpeningTimes()
    let records = try await records(of: checkout.base.repository)
    var publication = Publication(
      analysis, records, on: checkout.branch, hourly: hourly, now: world.now())
    // What doesn't affect the repository is opened before what does.
    let impacts = await world.impacts(ofPlanned: publication.contested, in: checkout.tree.source)
    if !impacts.isEmpty {
      publication = Publication(
        analysis, records, on: checkout.branch, hourly: hourly, impacts: impacts, now: world.now())
    }
    let judged = try await world.store.judgedBranches(of: id)
    publication.judged = Dictionary(judged.map { ($0.key, $0.branch) }) { first, _ in first }
    publication.foreign = foreign
    publication.isStrict = try await isStrict(checkout, publication.records)
    let failure = try await publishPullRequests(&publication, checkout)
    publication.reports = publication.withOneReportForEach()
    report.dependencies += publication.reports
    report.problems += publication.problems
    report.needsPass = report.needsPass || publication.reports.contains(where: \.state.needsPass)
    report.dueAgainAt = [report.dueAgainAt, publication.dueAgainAt].compactMap(\.self).min()
    if let failure { throw failure }
    return publication.reports
  }

  private func publishPullRequests(
    _ publication: inout Publication, _ checkout: Checkout
  ) async throws -> ForgeError? {
    while true {
      let due = publication.queue.next()
      if due.isEmpty { break }
      let isOpening = due.contains { !publication.queue.isOpen($0) }
      let isStyled = publication.needsHouseStyle
      async let style = isStyled ? houseStyle(of: checkout, isOpening: isOpening) : nil
      let resolved = await concurrently(due, limit: 4) { planned in
        await world.measuring(.resolve) { await world.resolve(planned, in: checkout.tree.source) }
      }
      if let style = try await style { publication.houseStyle = style }
      for (planned, resolved) in zip(due, resolved) {
        publication.problems += resolved.unavailable
        if let failure = await publish(planned, resolved, checkout, &publication) { return failure }
      }
    }
    publication.reportLimitedPullRequests()
    return nil
  }

  /// Publishes a resolved planned pull request, or reports why it gets no pull request.
  ///
  /// - Returns: the error if it stops the whole repository.
  private func publish(
    _ planned: PlannedPullRequest, _ resolved: Resolved, _ checkout: Checkout,
    _ publication: inout Publication
  ) async -> ForgeError? {
    guard
      let update = publication.update(
        by: resolved, for: planned, forge.kind.textLimits, world.language)
    else {
      publication.queue.putBack(planned)
      return nil
    }
    let record = publication.records[planned.key]
    let adopted: ForeignProposal?
    do {
      adopted =
        record?.openBranch == nil
        ? try await adoptable(
          for: planned, among: publication.foreign, in: checkout.base.repository) : nil
    } catch {
      let problem = Problem(repositoryError: error, subject: planned.key.description)
      publication.reportProblems(planned.members.map { ($0, problem) }, of: planned)
      return await repositoryFailure(by: error, in: checkout.base.repository)
    }
    let publisher = await publisher(of: update, planned, adopted, checkout, publication)
    let (state, failure) = await publish(planned, with: publisher, &publication)
    if case .declined = state { publication.queue.putBack(planned) }
    publication.report(state, of: planned, publisher.proposal)
    publication.reportProblems(resolved.problems, of: planned)
    return failure
  }

  /// Describes an update, and prepares what writes its branch and pull request.
  private func publisher(
    of update: Update, _ planned: PlannedPullRequest, _ adopted: ForeignProposal?,
    _ checkout: Checkout, _ publication: Publication
  ) async -> ProposalPublisher {
    let record = publication.records[planned.key]
    let proposal = await world.measuring(.describe) {
      let proposal = describe(
        update, publication.style(of: planned, in: world.catalog),
        branch: record?.openBranch ?? adopted?.branch ?? publication.judged[planned.key.recordKey],
        taken: publication.branches(except: planned.key), checkout)
      return isDry ? await world.annotated(proposal, on: forge) : proposal
    }
    var publisher = ProposalPublisher(
      self, proposal, record, order: publication.order(of: update),
      rebase: publication.rebase(of: planned), judging: judging(of: planned, update, checkout),
      pullRequests: checkout.base.pullRequests)
    publisher.adopted = adopted
    return publisher
  }

  /// Whether CI judges the branch of an update before there is a pull request.
  private func judging(
    of planned: PlannedPullRequest, _ update: Update, _ checkout: Checkout
  ) -> Judging {
    let now = world.now()
    let rules = checkout.watchRules(for: planned.key, now: now)
    let steps = rules.steps(of: update)
    let chosen = rules.chosen(steps)
    var judging = Judging(opensWhenGreen: planned.members.contains { $0.opening == .whenGreen })
    judging.opensToSplit = planned.splitsOnFailure
    // Without a pull request, the impact isn't known.
    if rules.merges(steps), !rules.needsNoImpact(steps), !chosen.isEmpty,
      chosen.allSatisfy({ $0.settings.form == .branch })
    {
      judging.mergesBranch = true
      judging.delay = rules.delay(steps, now: now, world.mergeCalendar)?.description
      judging.evidence = rules.evidence(for: steps)
    }
    return judging
  }

  private func publish(
    _ planned: PlannedPullRequest, with publisher: ProposalPublisher,
    _ publication: inout Publication
  ) async -> (UpdateState, ForgeError?) {
    guard !isDry else { return (publisher.dryState, nil) }
    let proposal = publisher.proposal
    do {
      return (
        try await counting(planned, &publication) { try await publisher.publish() }, nil
      )
    } catch {
      let problem =
        await blockingBranch(of: proposal, after: error)
        ?? Problem(repositoryError: error, subject: proposal.branch)
      return (.problem(problem), await repositoryFailure(by: error, in: proposal.repository))
    }
  }

  /// Saves the time of an opening before it takes place, if a limit per hour counts it.
  private func counting(
    _ planned: PlannedPullRequest, _ publication: inout Publication,
    _ publish: () async throws -> UpdateState
  ) async throws -> UpdateState {
    let analysis = publication.analysis
    guard analysis.limitsHours, planned.purpose == .versionUpdates,
      !publication.queue.isOpen(planned)
    else { return try await publish() }
    let repository = planned.key.repository
    publication.hourly.add(at: world.now(), of: analysis.entryIndex(of: planned.key))
    try await publication.hourly.save(in: world.store, of: repository, now: world.now())
    let state = try await publish()
    guard case .opened = state else {
      publication.hourly.removeLast()
      try await publication.hourly.save(in: world.store, of: repository, now: world.now())
      return state
    }
    return state
  }

  /// Finds the branch that prevents one of a longer name: git has no `martlet/npm/aster` beside a branch
  /// `martlet`, nor beside `martlet/npm/aster/x`, which no forge lists cheaply.
  ///
  /// - Returns: nil if the error has another reason, or if the forge doesn't answer.
  private func blockingBranch(of proposal: Proposal, after error: any Error) async -> Problem? {
    guard let error = error as? ForgeError else { return nil }
    switch error.code {
    case .rejected, .conflict, .notFound, .malformed, .unavailable: break
    default: return nil
    }
    let parts = proposal.branch.slashParts()
    for count in 1..<max(1, parts.count) {
      let name = parts.prefix(count).joined(separator: "/")
      let head = try? await forge.head(of: name, in: proposal.repository)
      guard head != nil else { continue }
      return Problem(
        .failed, "cannot be created, because git allows no branch below the branch '\(name)'",
        subject: proposal.branch,
        advice: "rename or delete the branch '\(name)', or set 'pull-request-branch-name: "
          + "{separator: \"-\"}' in the repository's file")
    }
    return Problem(creating: proposal.branch, after: error)
  }

  /// Whether the base accepts only branches that contain its newest commit.
  ///
  /// Requested only if a branch lacks it.
  private func isStrict(
    _ checkout: Checkout, _ records: [UpdateKey: PullRequestRecord]
  ) async throws -> Bool {
    let isBehind = records.values.contains { $0.state == .open && $0.base != checkout.head }
    guard isBehind, !isDry, let rules = forge.branchRules else { return false }
    return try await rules.rules(of: checkout.branch, in: checkout.base.repository).isStrict
  }

  /// The records of a repository's pull requests, by key.
  func records(of repository: RepositoryName) async throws -> [UpdateKey: PullRequestRecord] {
    let all = try await world.store.pullRequests(of: forge.id(of: repository))
    let keyed = all.compactMap { record in UpdateKey(record).map { ($0, record) } }
    return Dictionary(keyed) { $1 }
  }
}

extension Problem {
  /// Explains GitHub's answer to a branch beside those below it; nil for other answers.
  fileprivate init?(creating branch: String, after error: ForgeError) {
    guard error.code == .rejected, error.detail.contains("Reference update failed") else {
      return nil
    }
    self.init(
      .failed,
      "cannot be created: \(error.detail). Git allows no branch of this name beside branches that "
        + "begin with '\(branch)/'",
      subject: branch,
      advice: "rename or delete the branches that begin with '\(branch)/'")
  }

  /// Refuses a pull request whose list of dependencies alone exceeds the limit of the forge.
  fileprivate init(tooManyDependencies count: Int) {
    self.init(
      .refused, "a pull request for \(count) dependencies exceeds the text limit of the forge",
      advice: "split the group into smaller ones")
  }
}

extension UpdateState {
  /// Whether the next pass decides about the update with something that this one has changed.
  fileprivate var needsPass: Bool {
    switch self {
    case .merged, .endedMeanwhile: true
    default: false
    }
  }
}

extension PullRequestRecord {
  /// The branch while the pull request is open: it does not change then.
  var openBranch: String? { state == .open ? branch : nil }
}

extension Publication {
  /// Returns the update of a planned pull request; nil if it gets none, which is then reported.
  fileprivate mutating func update(
    by resolved: Resolved, for planned: PlannedPullRequest, _ limits: TextLimits,
    _ language: Language
  ) -> Update? {
    guard !resolved.parts.isEmpty else {
      if planned.key.isMaintenance, resolved.problems.isEmpty {
        reportMaintained(planned)
      } else {
        reportProblems(resolved.problems, of: planned)
      }
      return nil
    }
    var update = Update(key: planned.key, group: planned.group, parts: resolved.parts)
    update.remarks = planned.remarks + (planned.bisection?.remarks(on: update, in: language) ?? [])
    if !planned.key.isMaintenance, isIncluded(update) {
      reportIncluded(planned)
      return nil
    }
    guard update.fits(limits.body) else {
      let problem = Problem(tooManyDependencies: update.leads.count)
      reportProblems(planned.members.map { ($0, problem) }, of: planned)
      return nil
    }
    return update
  }
}
