import Configuration
import Ecosystem
import Forges
import Store
import Time

extension RepositoryPass {
  /// Reads the checks of the parts of groups that are being judged.
  func judgeTrials(of checkouts: [Checkout], _ report: inout RepositoryReport) async throws {
    guard !isDry, let base = checkouts.first?.base else { return }
    for record in try await world.store.splits(of: forge.id(of: base.repository)) {
      guard let key = UpdateKey(record.key, of: record.repository),
        let checkout = checkouts.first(where: { $0.branch == key.base })
      else { continue }
      let rules = checkout.watchRules(for: key, now: world.now())
      var record = record
      for index in record.trials.indices where record.isSearching {
        guard record.pending.contains(record.trials[index]) else { continue }
        try await judge(&record, index, rules, checkout)
        guard record.obstacle.isEmpty else {
          try await endSearch(&record, in: base.repository)
          // The next pass says in the pull request why the search was given up.
          report.needsPass = true
          break
        }
        let trial = record.trials[index]
        if trial.outcome != nil { report.needsPass = true }
        report.awaits(trial, timeout: rules.timeout, now: world.now())
      }
    }
  }

  /// Reads the checks of a part.
  ///
  /// If they can't decide, the record gets an obstacle.
  private func judge(
    _ record: inout SplitRecord, _ index: Int, _ rules: WatchRules, _ checkout: Checkout
  ) async throws {
    let repository = checkout.base.repository
    var trial = record.trials[index]
    let all = try await forge.checks(of: trial.head, in: repository)
    let evidence = Evidence(
      checks: all, required: record.checks.map { RequiredCheck(name: $0) },
      age: world.now() - trial.startedAt, timeout: rules.timeout)
    switch Verdict(of: evidence) {
    case .failed(let checks):
      guard try await isFinal(checks, of: &trial, at: index, in: &record, repository) else {
        return
      }
      switch try await baseChecks(of: checks, at: trial.base ?? checkout.head, in: repository) {
      case .red: return try await giveUp(&record, onBase: checkout.branch)
      case .pending where evidence.age < rules.timeout: return
      case .pending, .green: (trial.outcome, trial.url) = (.fails, checks.first?.webURL)
      }
    case .passed(let checks):
      // A check that didn't run says nothing about the update that made it fail.
      let ran = Set(checks.filter { $0.state != .skipped }.map(\.name))
      trial.outcome = ran.isSuperset(of: record.checks) ? .passes : .unresolved
      trial.url = checks.first?.webURL
    case .timedOut: trial.outcome = .unresolved
    case .waiting(let names):
      guard evidence.age >= Evidence.settling else { return }
      record.obstacle = "a person has to start \(names.map { "`\($0)`" }.joined(separator: ", "))"
      return
    case .pending, .none:
      if try await hasMoved(trial, evidence, repository) {
        trial.outcome = .unresolved
        break
      }
      try await openDraft(ofSilent: &trial, at: index, in: &record, evidence, checkout)
    }
    try await save(trial, at: index, in: &record)
  }

  /// Whether the branch of a part has another commit by now, or was deleted.
  ///
  /// Its checks then belong to another commit, so that those of the part may never end.
  private func hasMoved(
    _ trial: SplitTrial, _ evidence: Evidence, _ repository: RepositoryName
  ) async throws(ForgeError) -> Bool {
    // Right after a write, a host may still return the commit before it.
    guard evidence.age >= Evidence.settling else { return false }
    return try await forge.head(of: trial.branch, in: repository) != trial.head
  }

  /// Starts failed checks again once, where the forge allows that.
  ///
  /// - Returns: whether the checks are those after that.
  private func isFinal(
    _ failed: [Check], of trial: inout SplitTrial, at index: Int, in record: inout SplitRecord,
    _ repository: RepositoryName
  ) async throws -> Bool {
    if let restart = trial.restart { return restart.isOver(failed, now: world.now()) }
    guard let restarts = forge.checkRestarts else { return true }
    trial.restart = SplitRestart(failed, at: world.now())
    try await save(trial, at: index, in: &record)
    return try await !restarts.restart(failed, of: trial.head, in: repository)
  }

  /// Opens a draft pull request for a branch without checks: they may run in pull requests only.
  private func openDraft(
    ofSilent trial: inout SplitTrial, at index: Int, in record: inout SplitRecord,
    _ evidence: Evidence, _ checkout: Checkout
  ) async throws {
    let isSilent = evidence.checks.isEmpty && evidence.age >= Evidence.settling
    guard isSilent, trial.number == nil, world.split.candidates == nil else { return }
    trial.opensDraft = true
    try await save(trial, at: index, in: &record)
    try await openDraft(
      of: &trial, "Try \(trial.members.count.counting("update")) of \(trial.branch)",
      "A part of a group whose checks fail. martlet closes this draft by itself.",
      base: checkout.branch, in: checkout.base.repository)
    trial.startedAt = world.now()
  }
}

extension RepositoryReport {
  /// Makes sure that the checks of a trial are read again, also without an event.
  fileprivate mutating func awaits(_ trial: SplitTrial, timeout: Duration, now: Timestamp) {
    guard trial.outcome == nil else { return }
    let start = trial.restart?.at ?? trial.startedAt
    looksAgain(at: SplitRestart(at: start, last: nil).nextLook(after: now))
    checkTimeout = max(checkTimeout, timeout)
  }

  /// Asks for a visit at a time at the latest.
  mutating func looksAgain(at time: Timestamp?) {
    guard let time else { return }
    lookAgainAt = min(time, lookAgainAt ?? time)
  }
}

extension SplitRestart {
  /// How long failed checks without a newer result are taken for results of the restart's time.
  private static let longest = Duration.seconds(600)

  /// Notes the times of failed checks.
  init(_ checks: [Check], at time: Timestamp) {
    self.init(at: time, last: checks.compactMap(\.lastTime).max())
  }

  /// Whether failed checks are those after the restart.
  func isOver(_ checks: [Check], now: Timestamp) -> Bool {
    guard let last else { return true }
    return now - at >= Self.longest || checks.contains { $0.lastTime.map { $0 > last } ?? true }
  }

  /// When to look at the checks again if no event arrives.
  func nextLook(after now: Timestamp) -> Timestamp {
    let settled = at + Evidence.settling
    return settled > now ? settled : now + .seconds(300)
  }
}

extension Check {
  /// When it last began or ended.
  fileprivate var lastTime: Timestamp? { [startedAt, completedAt].compactMap(\.self).max() }
}
