package import Database
package import Forges
package import Time

/// A visit to a repository that is due now or later.
///
/// Each repository has at most one, regardless of the number of triggers.
package struct Job: Hashable, Codable, Sendable {
  /// The trigger of a visit; higher values go first.
  package enum Cause: Int, Codable, Comparable, CaseIterable, Sendable {
    /// The schedule.
    case schedule
    /// New check results for a pull request of martlet.
    case check
    /// New advisories about a package that the repository uses.
    case advisory
    /// A change of a branch or a pull request.
    case push
    /// A request by a person: a command in a comment, or a button.
    case person

    /// Orders by urgency.
    package static func < (one: Cause, other: Cause) -> Bool { one.rawValue < other.rawValue }
  }

  /// The repository.
  package var repository: RepositoryID
  /// The highest cause of all triggers since the last visit.
  package var cause: Cause
  /// The time when the job becomes due.
  package var dueAt: Timestamp
  /// The time of the trigger that set `dueAt`; for the schedule its due
  /// time.
  package var enqueuedAt: Timestamp
  /// The number of failed visits since the last successful one.
  package var attempts: Int
  /// The number of consecutive visits that ended their process.
  package var deaths: Int
  /// How many times the visit gave its place to other repositories; 0: it uses the quick lane.
  ///
  /// A visit that took long without being stopped has the number whose time would have sufficed.
  package var stops: Int

  /// Creates a job.
  package init(
    repository: RepositoryID, cause: Cause, dueAt: Timestamp, enqueuedAt: Timestamp,
    attempts: Int = 0, deaths: Int = 0, stops: Int = 0
  ) {
    self.repository = repository
    self.cause = cause
    self.dueAt = dueAt
    self.enqueuedAt = enqueuedAt
    self.attempts = attempts
    self.deaths = deaths
    self.stops = stops
  }
}

/// A job that a worker has claimed, until its lease expires.
///
/// Leases avoid duplicate work. They are not needed for correctness, because the forge is the
/// source of truth and a worker can be paused beyond its lease.
package struct ClaimedJob: Hashable, Codable, Sendable {
  /// The job when it was claimed; triggers may have changed the row since.
  package let job: Job
  /// The name of the worker.
  package let worker: String
  /// The end of the lease.
  package let leasedUntil: Timestamp
  /// Whether the previous worker is gone, and no push or person has asked for a visit since.
  package let isTakenOver: Bool
  /// A random number for each claim, so that the holder of an older one cannot write.
  let lease: Int64
}

extension Job.Cause: Storable {
  /// The raw value, so that the database can order by urgency.
  package var databaseValue: Value { .integer(Int64(rawValue)) }

  /// Converts a known value.
  package init?(databaseValue: Value) {
    guard let number = Int(databaseValue: databaseValue) else { return nil }
    self.init(rawValue: number)
  }
}

extension ClaimedJob {
  init(_ row: Row) throws {
    self.init(
      job: try row.decode(), worker: try row["worker"], leasedUntil: try row["leased_until"],
      isTakenOver: try row["is_taken_over"], lease: try row["lease"])
  }
}
