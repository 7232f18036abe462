import Database
package import Time

extension StateStore {
  /// Ends a successful visit.
  ///
  /// The job stays due if there was a trigger meanwhile. Otherwise it waits for `next`, the
  /// schedule's next time, or is removed if `next` is nil.
  ///
  /// - Parameters:
  ///   - job: the claimed job.
  ///   - next: the schedule's next time.
  ///   - stops: the lane of the next visit.
  /// - Returns: false if another worker has the job; nothing is written then.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func finish(
    _ job: ClaimedJob, next: Timestamp?, stops: Int = 0
  ) async throws -> Bool {
    try await settle { transaction in
      if next == nil {
        try transaction.execute(
          "DELETE FROM jobs \(held) AND again_due_at IS NULL", job.lease)
        if transaction.changes == 1 { return true }
      }
      // If `next` is nil, there is a trigger with a due time before `distantFuture`.
      return try transaction.settle(
        job, attempts: 0, deaths: 0, cause: .schedule, dueAt: next ?? .distantFuture,
        enqueuedAt: next ?? .distantFuture, stops: stops)
    }
  }

  /// Ends a failed visit, to be retried at `retryAt`.
  ///
  /// A trigger meanwhile brings the retry forward.
  ///
  /// - Parameters:
  ///   - job: the claimed job.
  ///   - retryAt: seconds since 1970.
  ///   - isDeath: whether the visit ended the process that made it.
  ///   - stops: the lane of the next visit.
  /// - Returns: false if another worker has the job; nothing is written then.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func fail(
    _ job: ClaimedJob, retryAt: Timestamp, isDeath: Bool = false, stops: Int = 0
  ) async throws -> Bool {
    try await settle { transaction in
      try transaction.settle(
        job, attempts: job.job.attempts + 1, deaths: isDeath ? job.job.deaths + 1 : 0,
        cause: job.job.cause, dueAt: retryAt, enqueuedAt: retryAt, isRetry: true,
        stops: stops)
    }
  }

  /// Releases a job until `until`, without counting a failure.
  ///
  /// A trigger meanwhile brings it forward.
  ///
  /// - Returns: false if another worker has the job; nothing is written then.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func postpone(_ job: ClaimedJob, until: Timestamp) async throws -> Bool {
    try await settle { transaction in
      try transaction.settle(
        job, attempts: job.job.attempts, deaths: job.job.deaths, cause: job.job.cause, dueAt: until,
        enqueuedAt: until)
    }
  }

  /// Releases a job whose visit was stopped for other repositories, which now go first.
  ///
  /// - Parameters:
  ///   - job: the claimed job.
  ///   - now: the current time, from which the job waits again.
  ///   - stops: the lane of the next visit.
  /// - Returns: false if another worker has the job; nothing is written then.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func giveWay(_ job: ClaimedJob, at now: Timestamp, stops: Int) async throws -> Bool {
    try await settle { transaction in
      try transaction.settle(
        job, attempts: job.job.attempts, deaths: job.job.deaths, cause: job.job.cause, dueAt: now,
        enqueuedAt: job.job.enqueuedAt, stops: stops)
    }
  }

  /// Releases a job unchanged, for example when the service stops during a visit.
  ///
  /// - Returns: false if another worker has the job; nothing is written then.
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
  /// Releases a job, combined with a trigger meanwhile.
  fileprivate borrowing func settle(
    _ job: ClaimedJob, attempts: Int, deaths: Int, cause: Job.Cause, dueAt: Timestamp,
    enqueuedAt: Timestamp, isRetry: Bool = false, stops: Int? = nil
  ) throws(DatabaseError) -> Bool {
    try execute(
      """
      UPDATE jobs SET
        attempts = ?, deaths = ?, stops = ?,
        cause = CASE WHEN again_cause > ? THEN again_cause ELSE ? END,
        due_at = CASE WHEN again_due_at < ? THEN again_due_at ELSE ? END,
        enqueued_at = CASE WHEN again_due_at < ? THEN again_enqueued_at ELSE ? END,
        is_retry = CASE WHEN again_due_at < ? THEN 0 ELSE ? END,
        again_cause = NULL, again_due_at = NULL, again_enqueued_at = NULL,
        worker = NULL, lease = NULL, leased_until = NULL
      \(held)
      """, attempts, deaths, stops ?? job.job.stops, cause, cause, dueAt, dueAt, dueAt, enqueuedAt,
      dueAt, isRetry, job.lease)
    return changes == 1
  }
}
