import Ecosystem
import Forges
import FoundationEssentials
package import Store
package import Updates

/// How the queue handles a job after its visit; pure.
package enum Settlement: Codable, Hashable, Sendable {
  /// The visit succeeded; `next` is nil if the repository is no longer served.
  case finish(next: Int64?)
  /// The visit failed and is repeated.
  case fail(retryAt: Int64)
  /// The visit ended its process, which counts towards the quarantine.
  case died(retryAt: Int64)
  /// The forge accepts no requests until then; the job stays in the queue.
  case pause(until: Int64)
  /// The App's installation of the owner accepts no requests until then; other owners continue.
  case postpone(until: Int64)
  /// The visit was cancelled.
  case release

  /// Decides by the report of a visit.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - job: the job of the visit.
  ///   - isCancelled: whether the visit was cancelled.
  ///   - next: the time of the next scheduled visit.
  ///   - now: seconds since 1970.
  package init(
    _ report: RepositoryReport, of job: Job, isCancelled: Bool, next: Int64, now: Int64
  ) {
    if isCancelled {
      self = .release
      return
    }
    switch report.repositoryFailure?.code {
    case .rateLimited(let until)?:
      let time = max(now + 1, Int64(until.timeIntervalSince1970.rounded(.up)))
      self = report.repositoryFailure?.owner == nil ? .pause(until: time) : .postpone(until: time)
    // The list of repositories shows when it is accessible again.
    case .notFound?, .archived?: self = .finish(next: nil)
    default:
      let isBroken = report.allProblems.contains { $0.kind == .failed }
      let delay = Backoff.delay(
        after: job.attempts + 1, key: "\(job.forge) \(job.repository)")
      self = isBroken ? .fail(retryAt: now + delay) : .finish(next: next)
    }
  }
}
