package import Ecosystem
package import Forges
package import Store
import Updates

/// The result of a visit, for the queue, logs and metrics.
package struct VisitRecord: Codable, Hashable, Sendable {
  /// A problem of the visit.
  package struct Trouble: Codable, Hashable, Sendable {
    /// The kind of the problem.
    package var kind: Problem.Kind
    /// The message, truncated.
    package var message: String
  }

  /// The job as it was claimed.
  package var job: Job
  /// The start of the visit, in seconds since 1970.
  package var startedAt: Int64
  /// The end of the pass, in seconds since 1970.
  package var endedAt: Int64
  /// How the queue handles the job.
  package var settlement: Settlement
  /// The first hundred problems.
  package var problems: [Trouble] = []
  /// The error of the forge that ended the pass early; nil if none did.
  package var repositoryFailure: ForgeError?
  /// Whether a pull request was opened, moved or closed.
  package var hasNews = false
  /// The reason why the worker ended; nil if it still runs.
  package var death: String?

  /// Whether the forge ended the pass early.
  package var isHindered: Bool { repositoryFailure != nil }

  private static let mostProblems = 100
  private static let longestMessage = 500

  /// Summarizes a report.
  init(_ report: RepositoryReport, of job: Job, _ settlement: Settlement, from: Int64, to: Int64) {
    self.job = job
    startedAt = from
    endedAt = to
    self.settlement = settlement
    problems = report.allProblems.prefix(Self.mostProblems).map {
      Trouble(kind: $0.kind, message: String($0.message.prefix(Self.longestMessage)))
    }
    repositoryFailure = report.repositoryFailure
    hasNews = report.hasNews
  }

  /// Creates the record of a cancelled visit.
  package init(cancelled job: Job, from startedAt: Int64, to endedAt: Int64) {
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
  ///   - startedAt: seconds since 1970.
  ///   - endedAt: seconds since 1970.
  package init(
    failed job: Job, by error: any Error, death: String? = nil, from startedAt: Int64,
    to endedAt: Int64
  ) {
    var report = RepositoryReport(repository: job.repository, forge: job.forge)
    report.repositoryFailure = error as? ForgeError
    report.problems = [Problem(repositoryError: error, subject: job.repository)]
    var settlement = Settlement(
      report, of: job, isCancelled: false, next: endedAt, now: endedAt)
    if case .fail(let retryAt) = settlement, death != nil { settlement = .died(retryAt: retryAt) }
    self.init(report, of: job, settlement, from: startedAt, to: endedAt)
    self.death = death
  }

  /// Returns the record of an untrusted worker with plausible times and limited lengths.
  ///
  /// - Parameter now: seconds since 1970.
  /// - Returns: a record that never counts as a death.
  package func bounded(at now: Int64) -> VisitRecord {
    var record = self
    record.startedAt = min(max(startedAt, 0), now)
    record.endedAt = min(max(endedAt, record.startedAt), now)
    record.problems = problems.prefix(Self.mostProblems).map {
      Trouble(kind: $0.kind, message: String($0.message.prefix(Self.longestMessage)))
    }
    record.repositoryFailure?.detail = String(
      repositoryFailure?.detail.prefix(Self.longestMessage) ?? "")
    record.death = nil
    let latest = now + 86_400
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
