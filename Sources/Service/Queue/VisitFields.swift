package import Forges
package import Logging
package import Store
import Time

extension Logger {
  /// Adds the fields `forge` and `repository`, and `job` if a visit is running.
  package func about(_ repository: RepositoryID, visit: String = "") -> Logger {
    let log = with("forge", repository.forge).with("repository", "\(repository.name)")
    return visit.isEmpty ? log : log.with("job", visit)
  }
}

extension JobRecord {
  /// The log of the visit for the state; nil if nothing happened that is worth keeping.
  ///
  /// - Parameter redact: masks secrets.
  package func logged(redacting redact: Redaction) -> LoggedVisit? {
    let isQuiet = lines.isEmpty && problems.isEmpty && !hasNews && job.cause == .schedule
    guard !id.isEmpty, !isQuiet else { return nil }
    return LoggedVisit(
      repository: job.repository, job: id, at: startedAt,
      seconds: Int((endedAt - startedAt).components.seconds),
      outcome: "\(job.cause), \(settlement.word)", lines: lines.map { redact($0) })
  }
}

extension Settlement {
  /// How a visit ended, in a word.
  fileprivate var word: String {
    switch self {
    case .finish: "finished"
    case .fail, .died: "failed"
    case .pause, .postpone: "postponed"
    case .release: "cancelled"
    }
  }
}
