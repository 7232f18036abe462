import Database
package import Time

extension StateStore {
  /// Makes jobs due and leases end as soon as the clock allows that they were made with.
  ///
  /// If the clock was wrong when they were written, or was set back since, they could be years away, and
  /// their repositories would not be visited again.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - sweep: the longest time until a scheduled visit.
  ///   - longest: the longest time until any other visit, such as after failures or a rate limit.
  ///   - lease: the duration of a lease.
  /// - Returns: the number of jobs that changed.
  /// - Throws: `DatabaseError`.
  package func boundTimes(
    now: Timestamp, sweep: Duration, longest: Duration, lease: Duration
  ) async throws -> Int {
    let changed = try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        """
        UPDATE jobs SET due_at = ?, enqueued_at = ?
        WHERE (attempts = 0 AND deaths = 0 AND due_at > ?) OR due_at > ?
        """, now, now, now + sweep, now + longest)
      let due = transaction.changes
      try transaction.execute(
        "UPDATE jobs SET leased_until = ? WHERE leased_until > ?", now + lease, now + lease)
      try transaction.execute(
        "UPDATE jobs SET again_due_at = ?, again_enqueued_at = ? WHERE again_due_at > ?", now, now,
        now + longest)
      return due
    }
    if changed > 0 { wakeUps.signal() }
    return changed
  }
}
