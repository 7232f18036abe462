import Database

/// A branch that a pass is about to write.
///
/// Saving the record of its pull request removes it, so one that is left shows that a pass was ended
/// in between.
package struct BegunBranch: Hashable, Sendable {
  /// The name of the forge in the configuration.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The branch in the repository itself: `martlet/npm/left-pad`.
  package var branch: String
  /// The branch that the pull request targets.
  package var base: String
  /// What the commits consist of that were about to be written, oldest first: the proof that a commit
  /// on the branch is martlet's.
  package var imprints: [String]

  /// Creates a value.
  package init(
    forge: String, repository: String, branch: String, base: String, imprints: [String] = []
  ) {
    self.forge = forge
    self.repository = repository
    self.branch = branch
    self.base = base
    self.imprints = imprints
  }
}

extension StateStore {
  /// Returns the branches of a repository whose last write has no record, sorted by name.
  package func begunBranches(
    of repository: String, forge: String
  ) async throws -> [BegunBranch] {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT * FROM begun_branches WHERE forge = ? AND repository = ? ORDER BY branch",
        forge, repository
      ).map { row in
        BegunBranch(
          forge: try row["forge"], repository: try row["repository"],
          branch: try row["branch"], base: try row["base"],
          imprints: (try row["imprints"] as String).split(separator: " ").map(String.init))
      }
    }
  }

  /// Stores that a branch is about to be written.
  package func save(_ begun: BegunBranch) async throws {
    try await connection.write { transaction in
      try transaction.end(
        begunBranch: begun.branch, of: begun.repository, forge: begun.forge)
      try transaction.execute(
        "INSERT INTO begun_branches VALUES (?, ?, ?, ?, ?)", begun.forge, begun.repository,
        begun.branch, begun.base, begun.imprints.joined(separator: " "))
    }
  }

  /// Stores that nothing of a branch is left to be recorded.
  package func remove(_ begun: BegunBranch) async throws {
    try await connection.write { transaction in
      try transaction.end(
        begunBranch: begun.branch, of: begun.repository, forge: begun.forge)
    }
  }
}

extension Transaction {
  /// Deletes the note of a branch whose pull request has a record now.
  borrowing func end(
    begunBranch branch: String, of repository: String, forge: String
  ) throws(DatabaseError) {
    try execute(
      "DELETE FROM begun_branches WHERE forge = ? AND repository = ? AND branch = ?", forge,
      repository, branch)
  }
}

extension Migration {
  /// Records branches before they are written.
  static let begunBranches = Migration(
    """
    CREATE TABLE begun_branches (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      branch TEXT NOT NULL,
      base TEXT NOT NULL,
      PRIMARY KEY (forge, repository, branch)
    );
    """)
}
