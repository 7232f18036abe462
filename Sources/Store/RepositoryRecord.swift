import Database
package import Forges
package import Time

/// The data about a repository that is known without a request to its forge.
package struct RepositoryRecord: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The forge's permanent identifier of the repository; nil if unknown.
  package var identifier: String?
  /// The name of the default branch at the last pass, such as `main`.
  package var defaultBranch: String
  /// The time when the forge last confirmed the default branch.
  package var confirmedAt: Timestamp
  /// The forge's identifier of the default branch, which differs between repositories; nil if
  /// unknown.
  package var branchMark: String?
  /// The time of the last complete pass.
  package var visitedAt: Timestamp
  /// The operator's channels that the repository's file chooses, in the form of the configuration; empty
  /// without one.
  package var channels = ""
  /// Who is responsible for its manifests by `CODEOWNERS`, such as `@acme/web`.
  package var owners: [String] = []
  /// Identifies the packages that were last submitted to the host's dependency graph; empty if none were.
  package var submitted = ""

  /// Creates a record.
  package init(
    repository: RepositoryID, identifier: String? = nil, defaultBranch: String,
    confirmedAt: Timestamp = .epoch, branchMark: String? = nil, visitedAt: Timestamp
  ) {
    self.repository = repository
    self.identifier = identifier
    self.defaultBranch = defaultBranch
    self.confirmedAt = confirmedAt
    self.branchMark = branchMark
    self.visitedAt = visitedAt
  }
}

extension StateStore {
  /// Returns the record of a repository; nil before its first pass.
  package func record(of repository: RepositoryID) async throws -> RepositoryRecord? {
    try await perform(.record(of: repository)) { database in
      try await database.read { transaction in
        try transaction.row(
          RepositoryRecord.self,
          """
          SELECT repositories.*, \(repositoryColumn) FROM repositories
          WHERE forge = ? AND name = ? AND visited_at IS NOT NULL
          """, repository.forge, repository.name)
      }
    }
  }

  /// Returns the times of the last complete passes of a forge by repository.
  package func visits(forge: String) async throws -> [RepositoryName: Timestamp] {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        "SELECT name, visited_at FROM repositories WHERE forge = ? AND visited_at IS NOT NULL",
        forge)
      return Dictionary(try rows.map { (try $0["name"], try $0["visited_at"]) }) { $1 }
    }
  }

  /// Stores the record of a repository; a nil identifier keeps the stored one.
  package func save(_ record: RepositoryRecord) async throws {
    try await perform(.saveRecord(record)) { database in
      try await database.write { transaction in
        let id = try transaction.id(of: record.repository)
        // If another row has the same identifier, this one is newer.
        try transaction.execute(
          "UPDATE repositories SET identifier = NULL WHERE forge = ? AND identifier = ? AND id <> ?",
          record.repository.forge, record.identifier, id)
        _ = try transaction.execute(
          """
          UPDATE repositories SET
            identifier = COALESCE(?, identifier), default_branch = ?, confirmed_at = ?,
            branch_mark = ?, visited_at = ?, channels = ?, owners = ?,
            submitted = ?
          WHERE id = ?
          """, record.identifier, record.defaultBranch, record.confirmedAt, record.branchMark,
          record.visitedAt, record.channels, try Value(encoding: record.owners),
          record.submitted, id)
      }
    }
  }

  /// Makes the next pass ask the forge for the default branch.
  package func invalidateDefaultBranch(of repository: RepositoryID) async throws {
    try await perform(.invalidateDefaultBranch(of: repository)) { database in
      try await database.write { transaction in
        _ = try transaction.execute(
          """
          UPDATE repositories SET confirmed_at = 0
          WHERE forge = ? AND name = ? AND visited_at IS NOT NULL
          """, repository.forge, repository.name)
      }
    }
  }
}
