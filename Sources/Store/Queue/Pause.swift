import Database
package import Forges
package import Time

/// A repository, or the whole fleet, that is not visited until somebody resumes it.
package struct Pause: Hashable, Codable, Sendable {
  /// The repository; nil for the whole fleet.
  package var repository: RepositoryID?
  /// Who paused it.
  package var author: String
  /// When it was paused.
  package var at: Timestamp
}

extension Table {
  /// The pauses; a row without a repository is that of the fleet.
  static let pauses = Table(
    name: "pauses",
    columns: """
      repository_id INTEGER UNIQUE REFERENCES repositories (id) ON DELETE CASCADE,
      author TEXT NOT NULL,
      at INTEGER NOT NULL
      """)
}

/// SQL condition: neither the repository of the job nor the fleet is paused.
let isNotPaused = """
  NOT EXISTS (SELECT 1 FROM pauses
    WHERE pauses.repository_id IS NULL OR pauses.repository_id = jobs.repository_id)
  """

extension StateStore {
  /// Pauses a repository, or the fleet if it is nil; running visits continue.
  ///
  /// - Returns: false if it was paused before.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func pause(
    _ repository: RepositoryID?, by author: String, now: Timestamp
  ) async throws -> Bool {
    try await connection.write { transaction in
      let id = try repository.map { repository throws(DatabaseError) in
        try transaction.id(of: repository)
      }
      let known =
        if let id {
          try transaction.execute("SELECT 1 AS n FROM pauses WHERE repository_id = ?", id)
        } else {
          try transaction.execute("SELECT 1 AS n FROM pauses WHERE repository_id IS NULL")
        }
      guard known.isEmpty else { return false }
      try transaction.execute(
        "INSERT INTO pauses (repository_id, author, at) VALUES (?, ?, ?)", id, author, now)
      return true
    }
  }

  /// Resumes a repository, or the fleet if it is nil; visits that became due meanwhile follow.
  ///
  /// - Returns: false if it was not paused.
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func resume(_ repository: RepositoryID?) async throws -> Bool {
    let isResumed = try await connection.write { transaction in
      if let repository {
        try transaction.execute(
          "DELETE FROM pauses WHERE \(isOfRepository)", repository.forge, repository.name)
      } else {
        try transaction.execute("DELETE FROM pauses WHERE repository_id IS NULL")
      }
      let isResumed = transaction.changes > 0
      if isResumed { try transaction.announce() }
      return isResumed
    }
    if isResumed { wakeUps.signal() }
    return isResumed
  }

  /// Returns all pauses, that of the fleet first.
  package func pauses() async throws -> [Pause] {
    try await connection.read { transaction in
      try transaction.rows(
        """
        SELECT pauses.author, pauses.at, \(repositoryColumn) FROM pauses
        LEFT JOIN repositories ON repositories.id = pauses.repository_id
        ORDER BY CASE WHEN repository_id IS NULL THEN 0 ELSE 1 END, repository_id
        """)
    }
  }

  /// Returns whether the state knows a repository.
  package func knows(_ repository: RepositoryID) async throws -> Bool {
    try await connection.read { transaction in
      try transaction.knownID(of: repository) != nil
    }
  }

  /// Forgets the failed visits of a repository, so that the next one is not delayed.
  package func forgetFailures(of repository: RepositoryID) async throws {
    try await connection.write(.byStatement) { transaction in
      _ = try transaction.execute(
        "UPDATE jobs SET attempts = 0, deaths = 0, is_retry = 0 WHERE \(isOfRepository)",
        repository.forge, repository.name)
    }
  }
}
