import Database

extension StateStore {
  /// Takes the most urgent job that is due and that nobody holds, for `lease` seconds.
  ///
  /// The greatest cause goes first, then what has been due for longest. A job whose lease ran out
  /// is taken over: its worker is gone or stuck, which counts as a failed attempt and a death.
  ///
  /// - Parameters:
  ///   - worker: a name for status pages and logs.
  ///   - now: seconds since 1970.
  ///   - lease: seconds; renew it well before it ends.
  ///   - forges: those with room for one more; nil: all.
  /// - Returns: nil where nothing is due.
  /// - Throws: `DatabaseError`.
  package func claim(
    by worker: String, now: Int64, lease: Int64, among forges: [String]? = nil
  ) async throws -> ClaimedJob? {
    let token = Int64.random(in: 1 ... .max)
    if let forges, forges.isEmpty { return nil }
    let places = forges.map { $0.map { _ in "?" }.joined(separator: ", ") }
    let limit = places.map { "AND forge IN (\($0))" } ?? ""
    let head: [any Storable] = [worker, token, now + lease, now, now]
    let values = (head + (forges ?? [])).map(\.databaseValue)
    return try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        """
        UPDATE jobs SET
          attempts = CASE WHEN lease IS NULL THEN attempts ELSE attempts + 1 END,
          deaths = CASE WHEN lease IS NULL THEN deaths ELSE deaths + 1 END,
          taken_over = CASE WHEN lease IS NULL OR again_cause >= \(Job.Cause.push.rawValue)
            THEN 0 ELSE 1 END,
          cause = CASE WHEN again_cause > cause THEN again_cause ELSE cause END,
          again_cause = NULL, again_due_at = NULL, again_enqueued_at = NULL,
          worker = ?, lease = ?, leased_until = ?
        WHERE (forge, repository) = (
          SELECT forge, repository FROM jobs
          WHERE due_at <= ? AND (leased_until IS NULL OR leased_until <= ?) \(limit)
          ORDER BY cause DESC, due_at, forge, repository LIMIT 1 \(transaction.dialect.claiming))
        RETURNING *
        """, values: values
      ).first.map { try ClaimedJob($0) }
    }
  }

  /// Holds a job until `until`, in seconds since 1970; false where another worker has it by now.
  package func renew(_ job: ClaimedJob, until: Int64) async throws -> Bool {
    try await connection.write(.byStatement) { transaction in
      try transaction.execute(
        "UPDATE jobs SET leased_until = ? \(held)", until, job.job.forge, job.job.repository,
        job.lease)
      return transaction.changes == 1
    }
  }

  /// Jobs in the hands of workers, those whose lease ends first in front.
  package func claims() async throws -> [ClaimedJob] {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT * FROM jobs WHERE lease IS NOT NULL ORDER BY leased_until, forge, repository"
      ).map { try ClaimedJob($0) }
    }
  }
}

/// Chooses the row of a claim as long as nobody has taken it over.
let held = "WHERE forge = ? AND repository = ? AND lease = ?"
