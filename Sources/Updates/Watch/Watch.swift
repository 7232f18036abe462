import Ecosystem
import Forges
import Store

extension RepositoryPass {
  /// Brings the verdicts of our open pull requests up to date, tells of them, and merges what may
  /// merge by itself.
  ///
  /// Nothing is asked about a pull request whose verdict is final; what fails for one stops none of
  /// the others.
  func watch(_ report: inout RepositoryReport, _ checkouts: [Checkout]) async throws {
    guard !isDry, let repository = checkouts.first?.base.repository else { return }
    let records = try await world.store.pullRequests(
      of: repository.description, forge: forge.name)
    let notes = try await world.store.verdicts(of: repository.description, forge: forge.name)
    let open = records.filter { $0.state == .open }.sorted { $0.number < $1.number }
    for checkout in checkouts {
      let mine = open.filter { UpdateKey($0.key)?.base == checkout.branch }
      try await watch(mine, notes, checkout, &report)
    }
  }

  private func watch(
    _ records: [PullRequestRecord], _ notes: [VerdictRecord], _ checkout: Checkout,
    _ report: inout RepositoryReport
  ) async throws {
    var watcher = Watcher(self, checkout)
    var all: [Watched] = []
    for record in records {
      var watched = watched(record, notes.first { $0.key == record.key }, checkout, report)
      if isDue(watched, report) { try await look(at: &watched, &watcher) }
      all.append(watched)
    }
    let merging: (any Error)?
    do {
      try await watcher.merge(&all)
      merging = nil
    } catch {
      merging = error
    }
    report.take(all)
    for watched in all where watched.note != notes.first(where: { $0.key == watched.record.key }) {
      try await world.store.save(watched.note)
    }
    if let merging { throw merging }
  }

  private func watched(
    _ record: PullRequestRecord, _ known: VerdictRecord?, _ checkout: Checkout,
    _ report: RepositoryReport
  ) -> Watched {
    var note = VerdictRecord.continuing(known, record, now: world.now())
    if let update = report.standing(record) { note.steps = update.steps }
    let rules = UpdateKey(record.key).map(checkout.watchRules) ?? WatchRules([])
    return Watched(record: record, rules: rules, note: note)
  }

  /// A head that was pushed a moment ago has no checks yet; only the host's auto-merge is not to
  /// wait for the next pass.
  private func isDue(_ watched: Watched, _ report: RepositoryReport) -> Bool {
    guard watched.note.isDue(now: world.now(), merges: watched.isWanted) else { return false }
    return watched.isWanted || !report.pushed.contains(watched.number)
  }

  private func look(at watched: inout Watched, _ watcher: inout Watcher) async throws {
    do {
      try await watcher.look(at: &watched)
      if watched.present?.state == .merged { try await watcher.bury(&watched) }
      try await watcher.announce(&watched)
    } catch let error as ForgeError where !error.isOfHost {
      watched.present = nil
      watched.problem = error
    }
  }
}

extension RepositoryReport {
  /// What a record's branch holds, if this pass has worked it out and made sure of it.
  fileprivate func standing(_ record: PullRequestRecord) -> Update? {
    dependencies.first { report in
      guard report.proposal?.update.key.description == record.key else { return false }
      switch report.state {
      case .current(let number, _), .opened(let number, _), .updated(let number, _):
        return number == record.number
      default: return false
      }
    }?.proposal?.update
  }

  /// Numbers of the pull requests whose branch this pass moved.
  fileprivate var pushed: Set<Int> {
    Set(
      dependencies.compactMap { report in
        switch report.state {
        case .opened(let number, _), .updated(let number, _): number
        default: nil
        }
      })
  }

  fileprivate mutating func take(_ all: [Watched]) {
    verdicts += all.filter { $0.present?.state != .closed }.map(\.note)
    patience = max(patience, all.map(\.rules.timeout).max() ?? 0)
    problems += all.compactMap { watched in
      watched.problem.map { Problem(repositoryError: $0, subject: "#\(watched.number)") }
    }
    needsPass = needsPass || all.contains { $0.isMergedNow || $0.note.merging == .behind }
    let times = all.compactMap { $0.note.changesBySilence(timeout: $0.rules.timeout) }
    lookAgainAt = (times + [lookAgainAt].compactMap(\.self)).min()
  }
}
