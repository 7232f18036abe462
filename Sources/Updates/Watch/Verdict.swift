package import Forges
import Time

/// The combined result of all checks of a commit.
package enum Verdict: Hashable, Sendable {
  /// Not known yet. The names of the awaited checks; empty if checks may still appear.
  case pending(awaiting: [String])
  /// Nothing happens until a person starts these jobs.
  case waiting(for: [String])
  /// Every check that counts is green.
  case passed([Check])
  /// The checks that failed.
  case failed([Check])
  /// The checks that did not finish in time.
  case timedOut(awaiting: [String])
  /// There are no checks and none is required.
  case none
}

/// The data that decides the verdict of a commit.
package struct Evidence: Hashable, Sendable {
  /// All runs as the forge lists them, including reruns.
  package var checks: [Check]
  /// Suites that will create more checks.
  package var unfinished: [String]
  /// The checks that the base branch requires.
  package var required: [RequiredCheck]
  /// Whether the host merges only after all checks of the commit, whatever their names: then its
  /// first check shows that the list is complete.
  package var demandsAll: Bool
  /// The checks in the configuration file, which replace `required`; nil or empty if there are none.
  package var configured: [String]?
  /// Seconds since the commit became the head.
  package var age: Duration
  /// Seconds after which an unfinished check counts as failed.
  package var timeout: Duration

  /// Collects the data.
  package init(
    checks: [Check], unfinished: [String] = [], required: [RequiredCheck] = [],
    demandsAll: Bool = false, configured: [String]? = nil, age: Duration, timeout: Duration
  ) {
    self.checks = checks
    self.unfinished = unfinished
    self.required = required
    self.demandsAll = demandsAll
    self.configured = configured
    self.age = age
    self.timeout = timeout
  }

  /// Seconds after which the list of a new head's checks counts as complete.
  package static let settling = Duration.seconds(30)

  /// The checks that have to be green; empty: all checks.
  package var demands: [RequiredCheck] {
    guard let configured, !configured.isEmpty else { return required }
    return configured.map { RequiredCheck(name: $0) }
  }
}

extension Verdict {
  /// Computes the verdict.
  ///
  /// Pure.
  package init(of evidence: Evidence) {
    let current = evidence.checks.current
    let demands = evidence.demands
    self =
      demands.isEmpty
      ? Self.ofAll(current, evidence) : Self.of(demands, current, evidence)
  }

  private static func of(
    _ demands: [RequiredCheck], _ checks: [Check], _ evidence: Evidence
  ) -> Verdict {
    let answers = demands.map { demand in (demand, checks.filter { demand.isMet(by: $0) }) }
    let given = answers.flatMap(\.1)
    let failed = given.filter { $0.state.outcome == .failed }
    guard failed.isEmpty else { return .failed(failed.unique) }
    let manual = given.filter { $0.state == .waiting }.map(\.name)
    guard manual.isEmpty else { return .waiting(for: manual.unique) }
    let awaited = answers.filter { _, checks in
      checks.isEmpty || checks.contains { $0.state.outcome == .pending }
    }.map(\.0.name)
    return awaited.isEmpty ? .passed(given.unique) : .awaiting(awaited.unique, evidence)
  }

  private static func ofAll(_ checks: [Check], _ evidence: Evidence) -> Verdict {
    let failed = checks.filter { $0.state.outcome == .failed }
    guard failed.isEmpty else { return .failed(failed) }
    // Jobs of later stages are pending, too, and have no time limit before they can start.
    let manual = checks.filter { $0.state == .waiting }.map(\.name)
    guard manual.isEmpty else { return .waiting(for: manual.unique) }
    let awaited = checks.filter { $0.state.outcome == .pending }.map(\.name) + evidence.unfinished
    guard awaited.isEmpty else { return .awaiting(awaited.unique, evidence) }
    // Checks appear some time after their commit.
    let isComplete = evidence.demandsAll && !checks.isEmpty
    guard isComplete || evidence.age >= Evidence.settling else { return .pending(awaiting: []) }
    return checks.isEmpty ? .none : .passed(checks)
  }

  private static func awaiting(_ names: [String], _ evidence: Evidence) -> Verdict {
    evidence.age >= evidence.timeout ? .timedOut(awaiting: names) : .pending(awaiting: names)
  }

  /// Whether only an event on the forge can change the verdict.
  package var isSettled: Bool {
    if case .pending = self { false } else { true }
  }
}

extension RequiredCheck {
  /// Whether a check, green or not, is the required one.
  package func isMet(by check: Check) -> Bool {
    matches(check.name) && (app == nil || check.app == app)
  }
}

extension [Check] {
  /// The run that counts for each job.
  ///
  /// A rerun in the same suite replaces the earlier run. Jobs of the same name in different suites are
  /// different jobs, and each counts: a green one never hides a red one. A cancelled or stale run is
  /// replaced by a later run of the same name, for example if a second event on the same commit
  /// started the workflow again.
  package var current: [Check] {
    var latest: [Job: Check] = [:]
    for check in self {
      let job = Job(name: check.name, app: check.app, suite: check.suite)
      if let other = latest[job], other.isLater(than: check) { continue }
      latest[job] = check
    }
    let runs = filter { latest[Job(name: $0.name, app: $0.app, suite: $0.suite)] == $0 }.unique
    return runs.filter { run in
      guard run.state == .cancelled || run.state == .stale else { return true }
      return !runs.contains { $0.name == run.name && $0.app == run.app && $0.isLater(than: run) }
    }
  }

  private struct Job: Hashable {
    var name: String
    var app: Int?
    var suite: Int?
  }
}

extension Check {
  /// Whether it started after another check; false if a start time is missing.
  fileprivate func isLater(than other: Check) -> Bool {
    guard let mine = startedAt, let theirs = other.startedAt else { return false }
    return mine > theirs
  }
}
