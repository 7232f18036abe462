package import Forges

/// What continuous integration says of a commit, all its checks taken together.
package enum Verdict: Hashable, Sendable {
  /// Not known yet: the checks that are awaited, by name; none where only time must pass.
  case pending(awaiting: [String])
  /// All that count, each green.
  case passed([Check])
  /// The checks that are red.
  case failed([Check])
  /// The checks that said nothing in time.
  case timedOut(awaiting: [String])
  /// No check says anything, and nobody demands one.
  case none
}

/// What is known of a commit when it is judged.
package struct Evidence: Hashable, Sendable {
  /// As the forge lists them, reruns included; `current` chooses those that count.
  package var checks: [Check]
  /// Suites that will bring more checks.
  package var unfinished: [String]
  /// What the base branch demands.
  package var required: [RequiredCheck]
  /// What the repository's file names in place of that; nil or empty: nothing.
  package var configured: [String]?
  /// Seconds since the commit was first seen as the head.
  package var age: Int64
  /// Seconds after which silence counts as failure.
  package var timeout: Int64

  /// Gathers what is known.
  package init(
    checks: [Check], unfinished: [String] = [], required: [RequiredCheck] = [],
    configured: [String]? = nil, age: Int64, timeout: Int64
  ) {
    self.checks = checks
    self.unfinished = unfinished
    self.required = required
    self.configured = configured
    self.age = age
    self.timeout = timeout
  }

  /// Seconds that a head must have been there before "all checks" can be told from "not all yet".
  package static let settling: Int64 = 30

  /// Those without which nothing is green; empty: all that there are.
  package var demands: [RequiredCheck] {
    guard let configured, !configured.isEmpty else { return required }
    return configured.map { RequiredCheck(name: $0) }
  }
}

extension Verdict {
  /// Judges; pure.
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
    let awaited = answers.filter { _, checks in
      checks.isEmpty || checks.contains { $0.state.outcome == .pending }
    }.map(\.0.name)
    return awaited.isEmpty ? .passed(given.unique) : .awaiting(awaited.unique, evidence)
  }

  private static func ofAll(_ checks: [Check], _ evidence: Evidence) -> Verdict {
    let failed = checks.filter { $0.state.outcome == .failed }
    guard failed.isEmpty else { return .failed(failed) }
    let awaited = checks.filter { $0.state.outcome == .pending }.map(\.name) + evidence.unfinished
    guard awaited.isEmpty else { return .awaiting(awaited.unique, evidence) }
    // Checks appear some time after the commit that they are about.
    guard evidence.age >= Evidence.settling else { return .pending(awaiting: []) }
    return checks.isEmpty ? .none : .passed(checks)
  }

  private static func awaiting(_ names: [String], _ evidence: Evidence) -> Verdict {
    evidence.age >= evidence.timeout ? .timedOut(awaiting: names) : .pending(awaiting: names)
  }

  /// Whether nothing but an event at the forge can change it.
  package var isSettled: Bool {
    if case .pending = self { false } else { true }
  }
}

extension RequiredCheck {
  /// Whether a check is the one that is demanded, green or not.
  package func isMet(by check: Check) -> Bool {
    check.name == name && (app == nil || check.app == app)
  }
}

extension [Check] {
  /// Of each job the run that counts.
  ///
  /// A rerun in the same suite replaces what was there. Jobs of one name in several suites are
  /// several jobs, and each counts: a red one is never hidden by a green one. What was merely
  /// cancelled or given up gives way to a later run of its name, as when a second event on the
  /// same commit starts the workflow anew.
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
  /// Whether it surely began after another; without times, nothing is sure.
  fileprivate func isLater(than other: Check) -> Bool {
    guard let mine = startedAt, let theirs = other.startedAt else { return false }
    return mine > theirs
  }
}
