import Ecosystem
import Forges
import Store
import Time

/// Which open pull requests the watch stage requests from the forge.
package enum WatchSelection: Hashable, Sendable {
  /// Those whose verdict can have changed.
  case due
  /// Those with an event, and those whose head has changed since the last read.
  ///
  /// The checks of the others have not changed: that would have been an event of their own.
  case changed
}

extension RepositoryPass {
  /// Updates the verdicts of our open pull requests, reports them, and merges what may be merged.
  ///
  /// A pull request with a final verdict costs no request. An error of one pull request does not stop
  /// the others.
  func watchPullRequests(
    of checkouts: [Checkout], reading selection: WatchSelection, _ report: inout RepositoryReport
  ) async throws {
    guard !isDry, let repository = checkouts.first?.base.repository else { return }
    let records = try await world.store.pullRequests(of: forge.id(of: repository))
    let known = try await world.store.verdicts(of: forge.id(of: repository))
    let open = records.filter { $0.state == .open }.sorted { $0.number < $1.number }
    let requests = try await mergeRequests(for: open, of: forge.id(of: repository))
    for checkout in checkouts {
      try await watchBranches(of: checkout, &report)
      let own = open.filter { UpdateKey($0)?.base == checkout.branch }
      try await watch(own, known, requests, checkout, selection, &report)
    }
  }

  private func watch(
    _ records: [PullRequestRecord], _ known: [VerdictRecord], _ requests: [MergeRequest],
    _ checkout: Checkout, _ selection: WatchSelection, _ report: inout RepositoryReport
  ) async throws {
    var watcher = Watcher(self, checkout)
    var all = records.map { record in
      let status = known.first { $0.key == record.key }
      var watched = watchedPullRequest(record, status, checkout, report)
      watched.take(requests.first { $0.key == record.key })
      watched.isRead = isDue(watched, selection, report)
      return watched
    }
    if selection == .due, try await watcher.isUnchanged(all) {
      for index in all.indices where all[index].isRead {
        all[index].isRead = false
        all[index].resumesAt = watcher.resumption(of: all[index])
      }
    }
    try await watcher.read(all)
    for index in all.indices where all[index].isRead { try await update(&all[index], &watcher) }
    // The verdicts are saved even if merging fails.
    let failure: (any Error)?
    do {
      try await watcher.merge(&all)
      failure = nil
    } catch {
      failure = error
    }
    for index in all.indices where all[index].isRead { watcher.saveMark(of: &all[index]) }
    report.add(all, forge.kind.text)
    let isNewlyRed = all.contains { watched in
      watched.status.verdict == .failed && checkout.splits(watched.record)
        && known.first { $0.key == watched.record.key }?.verdict != .failed
    }
    report.needsPass = report.needsPass || isNewlyRed
    for watched in all {
      let before = known.first { $0.key == watched.record.key }
      guard watched.status != before else { continue }
      try await world.store.save(
        watched.status,
        noting: Fact.changes(
          from: before, to: watched.status, of: watched.record, now: world.now()))
    }
    if let failure { throw failure }
  }

  private func watchedPullRequest(
    _ record: PullRequestRecord, _ known: VerdictRecord?, _ checkout: Checkout,
    _ report: RepositoryReport
  ) -> WatchedPullRequest {
    var status = VerdictRecord.continuing(known, record, now: world.now())
    var rules =
      UpdateKey(record).map { checkout.watchRules(for: $0, now: world.now()) } ?? WatchRules([])
    rules.impacts = record.impactAnswers
    if let update = report.publishedUpdate(of: record) { status.steps = rules.steps(of: update) }
    return WatchedPullRequest(record: record, rules: rules, status: status)
  }

  /// Whether to request the checks now.
  ///
  /// A head that was just pushed has none yet; it is only read if auto-merge has to be switched on.
  private func isDue(
    _ watched: WatchedPullRequest, _ selection: WatchSelection, _ report: RepositoryReport
  ) -> Bool {
    if selection == .changed, !watched.status.hasNews { return false }
    guard watched.status.isDue(now: world.now(), merges: watched.isMergeWanted) else {
      return false
    }
    return watched.isMergeWanted || !report.pushed.contains(watched.number)
  }

  private func update(
    _ watched: inout WatchedPullRequest, _ watcher: inout Watcher
  ) async throws {
    do {
      let before = watched.status
      try await watcher.readChecks(of: &watched)
      try await watcher.saveResults(of: watched, since: before)
      if watched.current?.state == .merged { try await watcher.saveMerge(of: &watched) }
      try await watcher.endDraft(of: &watched)
      try await watcher.reportVerdict(of: &watched)
    } catch let error as ForgeError where !error.isOfHost {
      watched.current = nil
      watched.problem = error
    }
  }
}

extension RepositoryReport {
  /// The update on the branch of a record, if this pass published it or found it current.
  fileprivate func publishedUpdate(of record: PullRequestRecord) -> Update? {
    dependencies.first { report in
      guard report.proposal?.update.key.recordKey == record.key else { return false }
      switch report.state {
      case .current(let number, _), .opened(let number, _), .updated(let number, _):
        return number == record.number
      default: return false
      }
    }?.proposal?.update
  }

  fileprivate mutating func add(_ all: [WatchedPullRequest], _ text: ForgeText) {
    verdicts += all.filter { $0.current?.state != .closed }.map(\.status)
    checkTimeout = max(checkTimeout, all.map(\.rules.timeout).max() ?? .zero)
    for watched in all {
      let problem = watched.problem.map {
        Problem(repositoryError: $0, subject: text.reference(watched.number))
      }
      let subject = "pull request \(watched.number)"
      subjects.insert(subject)
      if watched.isRead { record([problem].compactMap(\.self), of: subject) }
    }
    needsPass = needsPass || all.contains { $0.isMergedNow || $0.status.merging == .behind }
    let times = all.compactMap { $0.status.nextChange(timeout: $0.rules.timeout) }
    lookAgainAt = (times + all.compactMap(\.resumesAt) + [lookAgainAt].compactMap(\.self)).min()
  }
}
