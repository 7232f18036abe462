package import Store
package import Time

/// A claimed job with what its visit needs from the queue's state, so that a worker doesn't read it.
package struct JobTask: Codable, Hashable, Sendable {
  /// Identifies the visit in the log: the field `job`.
  package var id: String
  /// The job.
  package var job: Job
  /// The due times of the repository's entries; empty before the first visit.
  package var agenda: [AgendaItem]
  /// The time of the last pass over the whole repository; nil before the first.
  package var visitedAt: Timestamp?
  /// The mark of the repository in the last survey; empty without one.
  package var mark = ""

  /// Creates a task.
  package init(_ job: Job, agenda: [AgendaItem] = [], visitedAt: Timestamp? = nil) {
    id = String(UInt64.random(in: .min ... .max), radix: 36)
    self.job = job
    self.agenda = agenda
    self.visitedAt = visitedAt
  }
}

extension StateStore {
  /// Reads what the visit of a job needs.
  ///
  /// A push or a person may have changed any pull request: their visits read all of them again. An
  /// event about checks was counted for its own pull request when it arrived.
  ///
  /// - Throws: `DatabaseError`.
  func task(for job: Job) async throws -> JobTask {
    if job.cause >= .push { try await invalidateVerdicts(of: job.repository) }
    var task = JobTask(
      job, agenda: try await agenda(of: job.repository),
      visitedAt: try await record(of: job.repository)?.visitedAt)
    task.mark = try await surveyMark(of: job.repository) ?? ""
    return task
  }
}
