import Ecosystem
import Forges
import FoundationEssentials
package import Store
package import Updates

/// What becomes of a job once its visit is over; pure.
package enum Settlement: Codable, Hashable, Sendable {
  /// It went well; nil: the repository is served no longer.
  case finish(next: Int64?)
  /// Something failed that may go well later.
  case fail(retryAt: Int64)
  /// It ended the process that made it: the first times may be chance, then it is rather not.
  case bury(retryAt: Int64)
  /// The whole forge asks to be left alone until then; the job keeps its place.
  case pause(until: Int64)
  /// Its owner's installation of an App asks to be left alone until then; other owners go on.
  case postpone(until: Int64)
  /// The visit was broken off by ourselves.
  case release

  /// Judges a visit.
  ///
  /// - Parameters:
  ///   - report: what it did.
  ///   - job: what was visited.
  ///   - isCancelled: whether it was broken off.
  ///   - next: when the schedule wants the repository again.
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
    // Not there for us: when it is again, the list of repositories says so.
    case .notFound?, .archived?: self = .finish(next: nil)
    default:
      let isBroken = report.allProblems.contains { $0.kind == .failed }
      let delay = Backoff.delay(
        after: job.attempts + 1, key: "\(job.forge) \(job.repository)")
      self = isBroken ? .fail(retryAt: now + delay) : .finish(next: next)
    }
  }
}
