import Logging
import Service
import Store

extension StateStore {
  /// Saves what a visit has logged; a full or locked database doesn't fail the visit.
  func saveLog(of record: JobRecord, redacting redaction: Redaction, _ log: Logger) async {
    guard let visit = record.logged(redacting: redaction) else { return }
    do {
      try await save(visit)
    } catch {
      log.about(record.job.repository, visit: record.id).warning(
        "the log of the visit could not be saved", ["error": "\(error)"])
    }
  }
}
