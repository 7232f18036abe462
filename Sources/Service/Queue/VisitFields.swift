package import Forges
package import Logging
package import Store
import Time

extension Logger {
  /// Adds the field `repository` before those of a message, and after them `forge`, and `job` if a
  /// visit is running.
  package func about(_ repository: RepositoryID, visit: String = "") -> Logger {
    let log = with("repository", "\(repository.name)")
    return log.changing { entry in
      var entry = entry
      entry.fields.append(.init("forge", repository.forge))
      if !visit.isEmpty { entry.fields.append(.init("job", visit)) }
      return entry
    }
  }
}

extension JobRecord {
  /// Returns the log of the visit for the state.
  ///
  /// - Parameter redact: masks secrets.
  /// - Returns: nil if nothing happened that is worth keeping.
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
