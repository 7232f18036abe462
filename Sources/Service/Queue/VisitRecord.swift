package import Ecosystem
package import Forges
package import Store
import Updates

/// A visit that is over, for logs and metrics.
package struct VisitRecord: Codable, Hashable, Sendable {
  /// Something that went wrong.
  package struct Trouble: Codable, Hashable, Sendable {
    /// What kind of problem it is.
    package var kind: Problem.Kind
    /// The message, truncated.
    package var message: String
  }

  /// As it was claimed, before other triggers changed it.
  package var job: Job
  /// Seconds since 1970.
  package var startedAt: Int64
  /// Seconds since 1970, once the pass was over and before it was settled.
  package var endedAt: Int64
  /// How the queue takes the job back: finished, failed, paused or released.
  package var settlement: Settlement
  /// What went wrong, the first hundred.
  package var problems: [Trouble] = []
  /// The error of the forge that ended the pass early; nil if none did.
  package var repositoryFailure: ForgeError?
  /// Whether a pull request was opened, moved or closed.
  package var hasNews = false
  /// A word for what ended the worker; nil if it lives.
  package var death: String?

  /// Whether the forge ended the pass early.
  package var isHindered: Bool { repositoryFailure != nil }

  private static let mostProblems = 100
  private static let longestMessage = 500

  /// Sums up what a pass did.
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

  /// Records a visit that was broken off before it did anything that counts.
  package init(broken job: Job, from startedAt: Int64, to endedAt: Int64) {
    self.job = job
    self.startedAt = startedAt
    self.endedAt = endedAt
    settlement = .release
  }

  /// Records a visit that failed outside of the pass.
  ///
  /// - Parameters:
  ///   - job: the job of the visit.
  ///   - error: the failure.
  ///   - death: a word for what ended the worker, if the visit did.
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
    if case .fail(let retryAt) = settlement, death != nil { settlement = .bury(retryAt: retryAt) }
    self.init(report, of: job, settlement, from: startedAt, to: endedAt)
    self.death = death
  }

  /// The record with times that a service can live with, whoever wrote it, seen from a time in
  /// seconds since 1970.
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
    case .bury(let time): record.settlement = .fail(retryAt: min(max(time, now), latest))
    case .pause(let time): record.settlement = .pause(until: min(time, latest))
    case .postpone(let time): record.settlement = .postpone(until: min(time, latest))
    case .release: break
    }
    return record
  }
}
