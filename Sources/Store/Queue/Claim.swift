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
  ///   - people: further forges, to claim only jobs that a person asked for.
  /// - Returns: the claimed job; nil if no job is due.
  /// - Throws: `DatabaseError`.
  package func claim(
    by worker: String, now: Timestamp, lease: Duration, among forges: [String]? = nil,
    long: [String]? = nil, people: [String] = []
  ) async throws -> ClaimedJob? {
    if let forges, forges.isEmpty, people.isEmpty { return nil }
    let claim = Claim(
      worker: worker, token: .random(in: 1 ... .max), now: now, lease: lease, forges: forges,
      long: long)
    return try await connection.write(.byStatement) { transaction in
      // By cause, so that an index leads to the first due job however many there are.
      for cause in Job.Cause.allCases.reversed() {
        let claim = cause == .person ? claim.extended(to: people) : claim
        if let job = try transaction.claim(.next(cause), claim) { return job }
      }
      return try transaction.claim(.delayed, claim)
    }
  }

  /// The time for which the retry of a failed visit lets others go first.
  fileprivate static let retryDelay = Duration.seconds(600)

  /// Counts the jobs that are due and free, by forge and stops.
  ///
  /// Retries of failed visits are not counted while they let others go first.
  package func waiting(at now: Timestamp) async throws -> [WaitingJobs] {
    try await connection.read { transaction in
      try transaction.rows(
        """
        SELECT forge, stops, COUNT(*) AS count,
          SUM(CASE WHEN cause > \(Job.Cause.schedule.rawValue) THEN 1 ELSE 0 END) AS prompt
        FROM jobs
        WHERE cause IN (\(causes)) AND due_at <= ?
          AND (leased_until IS NULL OR leased_until <= ?)
          AND NOT (is_retry = 1 AND due_at > ?) AND \(isNotPaused)
        GROUP BY forge, stops
        """, now, now, now - Self.retryDelay)
    }
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
  /// The number of those that not only the schedule asked for.
  package var prompt: Int

  /// Creates a count.
  package init(forge: String, stops: Int, count: Int, prompt: Int = 0) {
    self.forge = forge
    self.stops = stops
    self.count = count
    self.prompt = prompt
  }
}

/// Selects the row of a claim, unless another worker has taken it over; the repository may have got
/// another name since.
let held = "WHERE lease = ?"

/// All causes, so that an index by cause and time can be used.
private let causes = Job.Cause.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")

/// What a claim writes, and which jobs it may take.
private struct Claim: Sendable {
  /// Where to look for a job.
  enum Lane {
    /// The due jobs of a cause that let no others go first.
    case next(Job.Cause)
    /// The due jobs that let all others go first: retries, and long visits without a place.
    case delayed
  }

  var worker: String
  var token: Int64
  var now: Timestamp
  var lease: Duration
  var forges: [String]?
  var long: [String]?

  /// Returns the claim of a job at further forges too.
  func extended(to more: [String]) -> Claim {
    var claim = self
    claim.forges = forges.map { $0 + more }
    return claim
  }

  /// Whether a long visit has no place; nil if all have.
  private var isLate: String? {
    long.map { "stops > 0 AND (forge IN (\(Self.placeholders($0)))) IS NOT TRUE" }
  }

  private static func placeholders(_ words: [String]) -> String {
    // An empty list is not valid SQL.
    words.isEmpty ? "NULL" : words.map { _ in "?" }.joined(separator: ", ")
  }

  /// Selects the job, with its values.
  func selection(in lane: Lane, _ dialect: Dialect) -> (sql: String, values: [any Storable]) {
    let limit = forges.map { "AND forge IN (\(Self.placeholders($0)))" } ?? ""
    let isFree = "(leased_until IS NULL OR leased_until <= ?) \(limit) AND \(isNotPaused)"
    let late = "(\(isLate ?? "FALSE"))"
    let retry = "(is_retry = 1 AND due_at > ?)"
    let (forgeNames, longNames) = (forges ?? [], long ?? [])
    let isRecent: [any Storable] = [now - StateStore.retryDelay]
    switch lane {
    case .next(let cause):
      return (
        """
        SELECT repository_id FROM jobs WHERE cause = ? AND due_at <= ? AND \(isFree)
          AND NOT \(late) AND NOT \(retry)
        ORDER BY due_at, repository_id LIMIT 1 \(dialect.claiming)
        """, [cause, now, now] + forgeNames + longNames + isRecent
      )
    case .delayed:
      return (
        """
        SELECT repository_id FROM jobs
        WHERE (is_retry = 1 OR stops > 0) AND due_at <= ? AND \(isFree)
        ORDER BY CASE WHEN \(late) THEN 1 ELSE 0 END, CASE WHEN \(retry) THEN 1 ELSE 0 END,
          cause DESC, due_at, repository_id LIMIT 1 \(dialect.claiming)
        """, [now, now] + forgeNames + longNames + isRecent
      )
    }
  }
}

extension Transaction {
  /// Claims the first job of a lane; nil if it has none.
  fileprivate borrowing func claim(
    _ lane: Claim.Lane, _ claim: Claim
  ) throws -> ClaimedJob? {
    if let forges = claim.forges, forges.isEmpty { return nil }
    let selection = claim.selection(in: lane, dialect)
    let values: [any Storable] =
      [claim.worker, claim.token, claim.now + claim.lease] + selection.values
    return try execute(
      """
      UPDATE jobs SET
        attempts = CASE WHEN lease IS NULL THEN attempts ELSE attempts + 1 END,
        deaths = CASE WHEN lease IS NULL THEN deaths ELSE deaths + 1 END,
        is_taken_over = CASE WHEN lease IS NULL OR again_cause >= \(Job.Cause.push.rawValue)
          THEN 0 ELSE 1 END,
        cause = CASE WHEN again_cause > cause THEN again_cause ELSE cause END,
        again_cause = NULL, again_due_at = NULL, again_enqueued_at = NULL,
        worker = ?, lease = ?, leased_until = ?
      WHERE repository_id = (\(selection.sql))
      RETURNING *, (SELECT forge || '/' || name FROM repositories WHERE id = jobs.repository_id)
        AS repository
      """, values: values.map(\.databaseValue)
    ).first.map { try ClaimedJob($0) }
  }
}
