package import Ecosystem
package import Forges
package import Store
package import Time
package import Updates

/// The result of a visit, for the queue, logs and metrics.
package struct JobRecord: Codable, Sendable {
  /// A problem of the visit.
  package struct Failure: Codable, Hashable, Sendable {
    /// The kind of the problem.
    package var kind: Problem.Kind
    /// The message, truncated.
    package var message: String
  }

  /// The job as it was claimed.
  package var job: Job
  /// The start of the visit.
  package var startedAt: Timestamp
  /// The end of the pass.
  package var endedAt: Timestamp
  /// How the queue handles the job.
  package var settlement: Settlement
  /// The first hundred problems.
  package var problems: [Failure] = []
  /// The error of the forge that ended the pass early; nil if none did.
  package var repositoryFailure: ForgeError?
  /// Whether a pull request was opened, moved or closed.
  package var hasNews = false
  /// The seconds between releases and the pull requests that the visit opened for them.
  package var releaseLags: [Int] = []
  /// Identifies the visit in the log; empty until the visit is settled.
  package var id = ""
  /// What the visit has logged, oldest first; secrets are not masked.
  package var lines: [String] = []
  /// The reason why the worker ended; nil if it still runs.
  package var death: String?
  /// The new due times of the repository's entries; nil: they stay.
  package var plan: [AgendaItem]?
  /// When the time alone changes something in a repository that was visited as a whole; nil if the visit
  /// was partial, or left something that a survey can't show.
  package var settledUntil: Timestamp?
  /// The mark of the repository before the visit; empty without one.
  package var mark = ""
  /// Whether the repository needs another visit soon, because its base moved or an entry is due.
  package var isRequestedAgain = false
  /// The report of the pass, which `run` prints; nil in the service, except for a failure outside of
  /// the pass.
  package var report: RepositoryReport?

  /// How long the pass took.
  var duration: Duration { .milliseconds(endedAt.milliseconds - startedAt.milliseconds) }

  /// How a visit ended; the label `outcome` of metrics.
  package enum Outcome: String, Sendable {
    /// The pass reached its end, with or without problems.
    case finished
    /// The forge ended it early.
    case hindered
    /// Its worker ended.
    case died
  }

  /// How the visit ended.
  package var outcome: Outcome { isHindered ? .hindered : death == nil ? .finished : .died }

  /// Whether the forge ended the pass early.
  package var isHindered: Bool { repositoryFailure != nil }

  private static let mostProblems = 100
  /// The most entries of an agenda, with their rules.
  private static let mostItems = 10_000
  private static let longestMessage = 500

  /// Summarizes a report.
  init(
    _ report: RepositoryReport, of job: Job, _ settlement: Settlement, from: Timestamp,
    to: Timestamp
  ) {
    self.job = job
    startedAt = from
    endedAt = to
    self.settlement = settlement
    problems = report.allProblems.prefix(Self.mostProblems).map {
      Failure(kind: $0.kind, message: String($0.message.prefix(Self.longestMessage)))
    }
    repositoryFailure = report.repositoryFailure
    hasNews = report.hasNews
    releaseLags = Array(report.releaseLags.prefix(Self.mostProblems))
  }

  /// Creates the record of a cancelled visit.
  package init(cancelled job: Job, from startedAt: Timestamp, to endedAt: Timestamp) {
    self.job = job
    self.startedAt = startedAt
    self.endedAt = endedAt
    settlement = .release
  }

  /// Creates the record of a visit that failed outside of the pass.
  ///
  /// - Parameters:
  ///   - job: the job of the visit.
  ///   - error: the failure.
  ///   - death: the reason why the worker ended, if the visit caused it.
  ///   - startedAt: the start of the visit.
  ///   - endedAt: its end.
  package init(
    failed job: Job, by error: any Error, death: String? = nil, from startedAt: Timestamp,
    to endedAt: Timestamp
  ) {
    var report = RepositoryReport(repository: job.repository)
    report.repositoryFailure = error as? ForgeError
    report.problems = [Problem(repositoryError: error, subject: "\(job.repository.name)")]
    var settlement = Settlement(
      report, of: job, isCancelled: false, next: endedAt, now: endedAt)
    if case .fail(let retryAt) = settlement, death != nil { settlement = .died(retryAt: retryAt) }
    self.init(report, of: job, settlement, from: startedAt, to: endedAt)
    self.report = report
    self.death = death
  }

  /// Returns the record of an untrusted worker with plausible times and limited lengths.
  ///
  /// - Parameter now: the current time.
  /// - Returns: a record that never counts as a death.
  package func bounded(at now: Timestamp) -> JobRecord {
    var record = self
    record.startedAt = min(max(startedAt, .epoch), now)
    record.endedAt = min(max(endedAt, record.startedAt), now)
    record.problems = problems.prefix(Self.mostProblems).map {
      Failure(kind: $0.kind, message: String($0.message.prefix(Self.longestMessage)))
    }
    record.repositoryFailure?.detail = String(
      repositoryFailure?.detail.prefix(Self.longestMessage) ?? "")
    record.death = nil
    record.releaseLags = releaseLags.prefix(Self.mostProblems).map { max(0, $0) }
    record.lines = LoggedVisit.limited(lines)
    record.plan = plan.map { Array($0.prefix(Self.mostItems)) }
    let latest = now + .days(1)
    switch settlement {
    case .finish(let next): record.settlement = .finish(next: next.map { max($0, now) })
    case .fail(let time): record.settlement = .fail(retryAt: min(max(time, now), latest))
    case .died(let time): record.settlement = .fail(retryAt: min(max(time, now), latest))
    case .pause(let time): record.settlement = .pause(until: min(time, latest))
    case .postpone(let time): record.settlement = .postpone(until: min(time, latest))
    case .release: break
    }
    return record
  }
}
