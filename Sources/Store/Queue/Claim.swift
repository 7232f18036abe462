import Database
package import Time

extension StateStore {
  /// Claims the most urgent job that is due and free, for the time of a lease.
  ///
  /// The highest cause goes first, then the job that has been due for longest. A job that is due
  /// only because its visit failed follows all others for ten minutes, so that repositories that
  /// fail can't keep others waiting. A job with an expired lease is taken over: its worker is gone
  /// or stuck, which counts as a failed attempt and a death. A long visit follows all others at
  /// forges where long visits have no place to themselves.
  ///
  /// - Parameters:
  ///   - worker: the worker's name for status pages and logs.
  ///   - now: the current time.
  ///   - lease: the duration; renew the lease well before its end.
  ///   - forges: the forges to claim jobs for; nil for all.
  ///   - long: the forges with a place for long visits; nil for all.
  /// - Returns: the claimed job; nil if no job is due.
  /// - Throws: `DatabaseError`.
  package func claim(
    by worker: String, now: Timestamp, lease: Duration, among forges: [String]? = nil,
    long: [String]? = nil
  ) async throws -> ClaimedJob? {
    let token = Int64.random(in: 1 ... .max)
    if let forges, forges.isEmpty { return nil }
    let limit = forges.map { "AND forge IN (\(Self.placeholders($0)))" } ?? ""
    let isLate = long.map { "stops > 0 AND (forge IN (\(Self.placeholders($0)))) IS NOT TRUE" }
    let head: [any Storable] = [worker, token, now + lease, now, now]
    let values = (head + (forges ?? []) + (long ?? []) + [now - Self.retryDelay])
      .map(\.databaseValue)
    return try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        """
        UPDATE jobs SET
          attempts = CASE WHEN lease IS NULL THEN attempts ELSE attempts + 1 END,
          deaths = CASE WHEN lease IS NULL THEN deaths ELSE deaths + 1 END,
          is_taken_over = CASE WHEN lease IS NULL OR again_cause >= \(Job.Cause.push.rawValue)
            THEN 0 ELSE 1 END,
          cause = CASE WHEN again_cause > cause THEN again_cause ELSE cause END,
          again_cause = NULL, again_due_at = NULL, again_enqueued_at = NULL,
          worker = ?, lease = ?, leased_until = ?
        WHERE repository_id = (
          SELECT repository_id FROM jobs
          WHERE due_at <= ? AND (leased_until IS NULL OR leased_until <= ?) \(limit)
            AND \(isNotPaused)
          ORDER BY CASE WHEN \(isLate ?? "FALSE") THEN 1 ELSE 0 END,
            CASE WHEN is_retry = 1 AND due_at > ? THEN 1 ELSE 0 END,
            cause DESC, due_at, repository_id LIMIT 1 \(transaction.dialect.claiming))
        RETURNING *, (SELECT forge || '/' || name FROM repositories WHERE id = jobs.repository_id)
          AS repository
        """, values: values
      ).first.map { try ClaimedJob($0) }
    }
  }

  /// The time for which the retry of a failed visit lets others go first.
  private static let retryDelay = Duration.seconds(600)

  /// Counts the jobs that are due and free, by forge and stops.
  ///
  /// Retries of failed visits are not counted while they let others go first.
  package func waiting(at now: Timestamp) async throws -> [WaitingJobs] {
    try await connection.read { transaction in
      try transaction.rows(
        """
        SELECT forge, stops, COUNT(*) AS count FROM jobs
        WHERE due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
          AND NOT (is_retry = 1 AND due_at > ?) AND \(isNotPaused)
        GROUP BY forge, stops
        """, now, now, now - Self.retryDelay)
    }
  }

  private static func placeholders(_ words: [String]) -> String {
    // An empty list is not valid SQL.
    words.isEmpty ? "NULL" : words.map { _ in "?" }.joined(separator: ", ")
  }

  /// Extends a lease until `until`; false if another worker has the job.
  package func renew(_ job: ClaimedJob, until: Timestamp) async throws -> Bool {
    try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        "UPDATE jobs SET leased_until = ? \(held)", until, job.lease)
      return transaction.changes == 1
    }
  }

  /// Jobs in the hands of workers, those whose lease ends first in front.
  package func claims() async throws -> [ClaimedJob] {
    try await connection.read { transaction in
      try transaction.execute(
        "\(select("jobs")) WHERE lease IS NOT NULL ORDER BY leased_until, repository_id"
      ).map { try ClaimedJob($0) }
    }
  }
}

/// The jobs of a forge that are due and free, with the same number of stops.
package struct WaitingJobs: Hashable, Codable, Sendable {
  /// The name of the forge.
  package var forge: String
  /// How many times their visits were stopped; 0: they use the quick lane.
  package var stops: Int
  /// Their number.
  package var count: Int

  /// Creates a count.
  package init(forge: String, stops: Int, count: Int) {
    self.forge = forge
    self.stops = stops
    self.count = count
  }
}

/// Selects the row of a claim, unless another worker has taken it over; the repository may have got
/// another name since.
let held = "WHERE lease = ?"
