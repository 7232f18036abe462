import Database
package import Forges

/// A branch that a pass is about to write.
///
/// Saving the record of its pull request removes it, so one that is left shows that a pass was ended
/// in between.
package struct BegunBranch: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The branch in the repository itself: `martlet/npm/left-pad`.
  package var branch: String
  /// The branch that the pull request targets.
  package var base: String
  /// What the commits consist of that were about to be written, oldest first: the proof that a commit
  /// on the branch is martlet's.
  package var imprints: [String]

  /// Creates a value.
  package init(
    repository: RepositoryID, branch: String, base: String, imprints: [String] = []
  ) {
    self.repository = repository
    self.branch = branch
    self.base = base
    self.imprints = imprints
  }
}

extension StateStore {
  /// Returns the branches of a repository whose last write has no record, sorted by name.
  package func begunBranches(of repository: RepositoryID) async throws -> [BegunBranch] {
    try await perform(.begunBranches(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(of: repository, in: "begun_branches", by: "branch")
      }
    }
  }

  /// Stores that a branch is about to be written.
  package func save(_ begun: BegunBranch) async throws {
    try await perform(.saveBegunBranch(begun)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          begun, in: "begun_branches", of: begun.repository,
          onConflict: .replace(key: ["repository_id", "branch"]))
      }
    }
  }

  /// Stores that nothing of a branch is left to be recorded.
  package func remove(_ begun: BegunBranch) async throws {
    try await perform(.removeBegunBranch(begun)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.end(begunBranch: begun.branch, of: begun.repository)
      }
    }
  }
}

extension Transaction {
  /// Deletes the note of a branch whose pull request has a record now.
  borrowing func end(
    begunBranch branch: String, of repository: RepositoryID
  ) throws(DatabaseError) {
    try execute(
      "DELETE FROM begun_branches WHERE \(isOfRepository) AND branch = ?", repository.forge,
      repository.name, branch)
  }
}
