import Database

extension StateStore {
  /// Ends a visit that went well.
  ///
  /// A trigger that came meanwhile keeps the job due; else it waits for `next`, the schedule's
  /// next time in seconds since 1970, or leaves the queue where that is nil.
  ///
  /// - Returns: false where another worker has the job by now, and nothing was written.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func finish(_ job: ClaimedJob, next: Int64?) async throws -> Bool {
    try await settle { transaction in
      if next == nil {
        try transaction.execute(
          "DELETE FROM jobs \(held) AND again_due_at IS NULL", job.job.forge,
          job.job.repository, job.lease)
        if transaction.changes == 1 { return true }
      }
      // Where there is no next time, there is a trigger: whenever it is due, that is before `max`.
      return try transaction.settle(
        job, attempts: 0, deaths: 0, cause: .schedule, dueAt: next ?? .max,
        enqueuedAt: next ?? .max)
    }
  }

  /// Ends a visit that failed, to be tried again at `retryAt` in seconds since 1970.
  ///
  /// A trigger that came meanwhile brings the next try forward.
  ///
  /// - Parameters:
  ///   - job: as it was claimed.
  ///   - retryAt: seconds since 1970.
  ///   - isDeath: whether the visit ended the process that made it.
  /// - Returns: false where another worker has the job by now, and nothing was written.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func fail(
    _ job: ClaimedJob, retryAt: Int64, isDeath: Bool = false
  ) async throws -> Bool {
    try await settle { transaction in
      try transaction.settle(
        job, attempts: job.job.attempts + 1, deaths: isDeath ? job.job.deaths + 1 : 0,
        cause: job.job.cause, dueAt: retryAt, enqueuedAt: retryAt)
    }
  }

  /// Gives a job back to be taken at `until`, in seconds since 1970, without counting a failure.
  ///
  /// A trigger that came meanwhile brings it forward.
  ///
  /// - Returns: false where another worker has the job by now, and nothing was written.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func postpone(_ job: ClaimedJob, until: Int64) async throws -> Bool {
    try await settle { transaction in
      try transaction.settle(
        job, attempts: job.job.attempts, deaths: job.job.deaths, cause: job.job.cause, dueAt: until,
        enqueuedAt: until)
    }
  }

  /// Gives a job back as it was, as when the service stops in the middle.
  ///
  /// - Returns: false where another worker has the job by now, and nothing was written.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func release(_ job: ClaimedJob) async throws -> Bool {
    try await settle { transaction in
      try transaction.settle(
        job, attempts: job.job.attempts, deaths: job.job.deaths, cause: job.job.cause,
        dueAt: job.job.dueAt, enqueuedAt: job.job.enqueuedAt)
    }
  }

  private func settle(
    _ body: @Sendable (borrowing Transaction) throws -> Bool
  ) async throws -> Bool {
    let isHeld = try await connection.write(.byStatement) { transaction in
      let isHeld = try body(transaction)
      if isHeld { try transaction.announce() }
      return isHeld
    }
    if isHeld { wakeUps.signal() }
    return isHeld
  }
}

extension Transaction {
  /// Lets go of a job that waits from now on; a trigger that came meanwhile joins in.
  fileprivate borrowing func settle(
    _ job: ClaimedJob, attempts: Int, deaths: Int, cause: Job.Cause, dueAt: Int64,
    enqueuedAt: Int64
  ) throws(DatabaseError) -> Bool {
    try execute(
      """
      UPDATE jobs SET
        attempts = ?, deaths = ?,
        cause = CASE WHEN again_cause > ? THEN again_cause ELSE ? END,
        due_at = CASE WHEN again_due_at < ? THEN again_due_at ELSE ? END,
        enqueued_at = CASE WHEN again_due_at < ? THEN again_enqueued_at ELSE ? END,
        again_cause = NULL, again_due_at = NULL, again_enqueued_at = NULL,
        worker = NULL, lease = NULL, leased_until = NULL
      \(held)
      """, attempts, deaths, cause, cause, dueAt, dueAt, dueAt, enqueuedAt, job.job.forge,
      job.job.repository, job.lease)
    return changes == 1
  }
}
