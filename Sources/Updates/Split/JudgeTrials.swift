import Configuration
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
      for index in record.trials.indices where record.pending.contains(record.trials[index]) {
        try await judge(&record, index, rules, checkout)
        let trial = record.trials[index]
        if trial.outcome != nil { report.needsPass = true }
        report.awaits(trial, timeout: rules.timeout, now: world.now())
      }
    }
  }

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
      if let restart = trial.restart {
        guard restart.isOver(checks, now: world.now()) else { return }
      } else if let restarts = forge.checkRestarts {
        trial.restart = SplitRestart(checks, at: world.now())
        try await save(trial, at: index, in: &record)
        if try await restarts.restart(checks, of: trial.head, in: repository) { return }
      }
      (trial.outcome, trial.url) = (.fails, checks.first?.webURL)
    case .passed(let checks): (trial.outcome, trial.url) = (.passes, checks.first?.webURL)
    case .timedOut: trial.outcome = .unresolved
    case .pending, .waiting, .none:
      let isSilent = all.isEmpty && evidence.age >= Evidence.settling
      guard isSilent, trial.number == nil, world.split.candidates == nil else { break }
      // Checks may run in pull requests only.
      try await openDraft(
        of: &trial, "Try \(trial.members.count) updates of \(trial.branch)",
        "A part of a group whose checks fail. martlet closes this draft by itself.", checkout)
      trial.startedAt = world.now()
    }
    try await save(trial, at: index, in: &record)
  }

  private func save(
    _ trial: SplitTrial, at index: Int, in record: inout SplitRecord
  ) async throws {
    guard record.trials[index] != trial else { return }
    record.trials[index] = trial
    try await world.store.save(record)
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
