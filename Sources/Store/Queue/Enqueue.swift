import Database
package import Forges

extension StateStore {
  /// Enqueues a visit, or raises the existing job of the repository.
  ///
  /// The job gets the higher cause and the earlier time. A running job becomes due again
  /// afterwards, because the run may have read older data. The schedule alone does not bring
  /// forward a repository that waits for its next attempt after a failure. A repository whose
  /// visits ended their process twice or more waits until a person or a push asks for a visit.
  package func enqueue(_ job: Job) async throws {
    try await connection.write(.byStatement) { transaction in
      try transaction.enqueue(job)
      try transaction.announce()
    }
    wakeUps.signal()
  }

  /// Removes a job from the queue, for example if its repository is no longer served.
  ///
  /// If it is running, its result is ignored.
  package func dequeue(_ repository: RepositoryID) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        "DELETE FROM jobs WHERE \(isOfRepository)", repository.forge, repository.name)
    }
  }

  /// Returns all jobs, waiting and running, in the order in which they would be claimed once due.
  package func jobs() async throws -> [Job] {
    try await connection.read { transaction in
      try transaction.rows(
        "\(select("jobs")) ORDER BY is_retry, cause DESC, due_at, repository_id")
    }
  }
}

extension Transaction {
  /// Enqueues a job for its repository.
  borrowing func enqueue(_ job: Job) throws(DatabaseError) {
    try enqueue(job, of: try id(of: job.repository))
  }

  /// Uses one statement, so that no worker can finish the job between a read and a write.
  borrowing func enqueue(_ job: Job, of id: Int64) throws(DatabaseError) {
    try execute(
      """
      INSERT INTO jobs
        (repository_id, forge, cause, due_at, enqueued_at, attempts, deaths, stops)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (repository_id) DO UPDATE SET
      \(raise)
      """, id, job.repository.forge, job.cause, job.dueAt, job.enqueuedAt,
      job.attempts, job.deaths, job.stops)
  }
}

/// The changes of an existing row by another trigger.
private let raise = [
  taking("cause", to: "cause", when: "jobs.lease IS NULL AND excluded.cause > jobs.cause"),
  taking("due_at", to: "due_at", when: hurries),
  taking("enqueued_at", to: "enqueued_at", when: hurries),
  taking("cause", to: "again_cause", when: reminds("excluded.cause > jobs.again_cause")),
  taking("due_at", to: "again_due_at", when: reminds("excluded.due_at < jobs.again_due_at")),
  taking(
    "enqueued_at", to: "again_enqueued_at", when: reminds("excluded.due_at < jobs.again_due_at")),
  "is_retry = CASE WHEN \(hurries) THEN 0 ELSE jobs.is_retry END",
].joined(separator: ",\n")

private let hurries = """
  jobs.lease IS NULL AND excluded.due_at < jobs.due_at
  AND (jobs.attempts = 0 OR excluded.cause > \(Job.Cause.schedule.rawValue))
  AND (jobs.deaths < 2 OR excluded.cause >= \(Job.Cause.push.rawValue))
  """

private func reminds(_ isNews: String) -> String {
  "jobs.lease IS NOT NULL AND (jobs.again_cause IS NULL OR \(isNews))"
}

private func taking(_ column: String, to target: String, when: String) -> String {
  "\(target) = CASE WHEN \(when) THEN excluded.\(column) ELSE jobs.\(target) END"
}
