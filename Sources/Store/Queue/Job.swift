package import Database

/// A visit to a repository that is due, or will be.
///
/// A repository has one at most, however many triggers ask for it.
package struct Job: Hashable, Codable, Sendable {
  /// What asks for the visit; the greater goes first.
  package enum Cause: Int, Codable, Comparable, CaseIterable, Sendable {
    /// The time has come; nobody waits for it.
    case schedule
    /// CI has news of one of our pull requests.
    case check
    /// Advisories have news of what the repository uses.
    case advisory
    /// A branch or a pull request was changed.
    case push
    /// Somebody waits for it: a command in a comment, a button.
    case person

    /// Orders by urgency.
    package static func < (one: Cause, other: Cause) -> Bool { one.rawValue < other.rawValue }
  }

  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The greatest of all triggers that asked since the last visit.
  package var cause: Cause
  /// Seconds since 1970; not claimed before.
  package var dueAt: Int64
  /// Seconds since 1970 of the trigger that set `dueAt`; what the schedule set has its due time.
  package var enqueuedAt: Int64
  /// Visits that failed since the last one that did not.
  package var attempts: Int
  /// Visits in a row that ended the process that made them.
  package var deaths: Int

  /// Describes a visit.
  package init(
    forge: String, repository: String, cause: Cause, dueAt: Int64, enqueuedAt: Int64,
    attempts: Int = 0, deaths: Int = 0
  ) {
    self.forge = forge
    self.repository = repository
    self.cause = cause
    self.dueAt = dueAt
    self.enqueuedAt = enqueuedAt
    self.attempts = attempts
    self.deaths = deaths
  }
}

/// A job in the hands of a worker, until its lease runs out.
///
/// Leases save work; correctness rests on the forge, since a worker can be paused beyond its own.
package struct ClaimedJob: Hashable, Sendable {
  /// As it stood when it was claimed; triggers since then may have changed the row.
  package let job: Job
  /// Who holds it: one process's name for itself.
  package let worker: String
  /// Seconds since 1970 at which others may take the job over.
  package let leasedUntil: Int64
  /// Whether the process that had it before is gone, without a push or a person's command since.
  package let isTakenOver: Bool
  /// Drawn anew for each claim: who holds an old one writes nothing.
  let lease: Int64
}

extension Job.Cause: Storable {
  /// The raw number, so that the database orders by urgency.
  package var databaseValue: Value { .integer(Int64(rawValue)) }

  /// Reads a cause that this program knows.
  package init?(databaseValue: Value) {
    guard let number = Int(databaseValue: databaseValue) else { return nil }
    self.init(rawValue: number)
  }
}

extension Job {
  init(_ row: Row) throws(DatabaseError) {
    self.init(
      forge: try row["forge"], repository: try row["repository"], cause: try row["cause"],
      dueAt: try row["due_at"], enqueuedAt: try row["enqueued_at"], attempts: try row["attempts"],
      deaths: try row["deaths"])
  }
}

extension ClaimedJob {
  init(_ row: Row) throws(DatabaseError) {
    self.init(
      job: try Job(row), worker: try row["worker"], leasedUntil: try row["leased_until"],
      isTakenOver: try row["taken_over"] as Int64 == 1, lease: try row["lease"])
  }
}
