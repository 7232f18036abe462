import Ecosystem
import Forges
package import Store
package import Time
package import Updates

/// How the queue handles a job after its visit; pure.
package enum Settlement: Codable, Hashable, Sendable {
  /// The visit succeeded; `next` is nil if the repository is no longer served.
  case finish(next: Timestamp?)
  /// The visit failed and is repeated.
  case fail(retryAt: Timestamp)
  /// The visit ended its process, which counts towards the quarantine.
  case died(retryAt: Timestamp)
  /// The forge accepts no requests until then; the job stays in the queue.
  case pause(until: Timestamp)
  /// The App's installation of the owner accepts no requests until then; other owners continue.
  case postpone(until: Timestamp)
  /// The visit was cancelled.
  case release

  /// Decides by the report of a visit.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - job: the job of the visit.
  ///   - isCancelled: whether the visit was cancelled.
  ///   - next: the time of the next scheduled visit.
  ///   - now: the current time.
  package init(
    _ report: RepositoryReport, of job: Job, isCancelled: Bool, next: Timestamp, now: Timestamp
  ) {
    if isCancelled {
      self = .release
      return
    }
    switch report.repositoryFailure?.code {
    case .rateLimited(let until)?:
      let time = max(now + .seconds(1), Timestamp(seconds: until.secondsRoundedUp))
      self = report.repositoryFailure?.owner == nil ? .pause(until: time) : .postpone(until: time)
    // The list of repositories shows when it is accessible again.
    case .notFound?, .archived?: self = .finish(next: nil)
    default:
      let isBroken = report.allProblems.contains { $0.kind == .failed }
      let delay = Backoff.delay(
        after: job.attempts + 1, key: "\(job.repository)")
      self = isBroken ? .fail(retryAt: now + delay) : .finish(next: next)
    }
  }
}
