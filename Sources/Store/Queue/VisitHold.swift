import Database
package import Forges
package import Time

extension Table {
  /// The visits in progress of all processes that share the state.
  ///
  /// The queue of `run` is in memory, so that the leases of jobs don't keep two processes from a visit
  /// to one repository at the same time.
  static let visitHolds = ofRepositories(
    "visit_holds",
    """
    holder TEXT NOT NULL,
    held_until INTEGER NOT NULL
    """, key: "repository_id")
}

extension StateStore {
  /// Holds a repository for a visit, or extends the hold.
  ///
  /// A repository that the state doesn't know yet isn't held: nothing of an earlier visit could be
  /// repeated there.
  ///
  /// - Parameters:
  ///   - repository: the repository.
  ///   - holder: the name of the process.
  ///   - end: when the hold ends without being extended, as after a crash.
  ///   - now: the current time.
  /// - Returns: nil if the process may visit the repository, or otherwise the process that does.
  /// - Throws: `DatabaseError`.
  package func holdVisit(
    of repository: RepositoryID, by holder: String, until end: Timestamp, now: Timestamp
  ) async throws -> String? {
    try await connection.write { transaction in
      guard let id = try transaction.knownID(of: repository) else { return nil }
      try transaction.execute(
        """
        INSERT INTO visit_holds (repository_id, holder, held_until) VALUES (?, ?, ?)
        ON CONFLICT (repository_id) DO UPDATE SET
          holder = excluded.holder, held_until = excluded.held_until
        WHERE visit_holds.holder = excluded.holder OR visit_holds.held_until <= ?
        """, id, holder, end, now)
      guard transaction.changes == 0 else { return nil }
      let row = try transaction.execute(
        "SELECT holder FROM visit_holds WHERE repository_id = ?", id
      ).first
      return try row.map { try $0["holder"] }
    }
  }

  /// Ends a hold; that of another process stays.
  package func endVisit(of repository: RepositoryID, by holder: String) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        "DELETE FROM visit_holds WHERE \(isOfRepository) AND holder = ?", repository.forge,
        repository.name, holder)
    }
  }
}
