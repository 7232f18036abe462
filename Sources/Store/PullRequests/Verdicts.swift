import Database
package import Forges

extension StateStore {
  /// Returns the verdicts of a repository's pull requests, sorted by number.
  package func verdicts(of repository: RepositoryID) async throws -> [VerdictRecord] {
    try await perform(.verdicts(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(of: repository, in: "verdicts", by: "number")
      }
    }
  }

  /// Returns the verdict of a key's pull request, or nil.
  package func verdict(of key: String, in repository: RepositoryID) async throws -> VerdictRecord? {
    try await perform(.verdict(key: key, in: repository)) { database in
      try await database.read { transaction in
        try transaction.row(
          VerdictRecord.self,
          "\(select("verdicts")) \(ofRepository) AND key = ?", repository.forge, repository.name,
          key)
      }
    }
  }

  /// Stores a verdict, replacing the previous one, together with facts that follow from it.
  ///
  /// Keeps the number of events, which may have changed since the record was read.
  package func save(_ record: VerdictRecord, noting facts: [Fact] = []) async throws {
    try await perform(.saveVerdict(record, noting: facts)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          record, in: "verdicts", of: record.repository,
          onConflict: .replace(key: ["repository_id", "key"], except: ["events"]))
        guard !facts.isEmpty else { return }
        try transaction.note(facts, of: try transaction.id(of: record.repository))
      }
    }
  }

  /// Makes the next pass read a repository's pull requests again after an event.
  package func invalidateVerdicts(of repository: RepositoryID) async throws {
    try await connection.write(.byStatement) { transaction in
      try transaction.invalidateVerdicts(of: repository)
    }
  }

  /// Makes the next pass read the pull requests again that an event about checks concerns.
  ///
  /// If no verdict has the commit or one of the branches, all of the repository's are read: the
  /// commit may have been pushed since, or be the forge's own merge commit.
  ///
  /// - Parameters:
  ///   - commit: the commit of the checks, if the event names it.
  ///   - branches: the branches that the event names.
  ///   - repository: the repository.
  /// - Throws: `DatabaseError`.
  package func countCheckEvent(
    at commit: String?, on branches: [String], of repository: RepositoryID
  ) async throws {
    let (forge, name) = (repository.forge, repository.name)
    try await connection.write(.byStatement) { transaction in
      var found = 0
      if let commit {
        try transaction.execute(countEvent + " AND head = ?", forge, name, commit)
        found += transaction.changes
      }
      for branch in branches {
        try transaction.execute(countEvent + isOfBranch, forge, name, branch)
        found += transaction.changes
      }
      guard found == 0 else { return }
      try transaction.execute(countEvent, forge, name)
    }
  }
}

extension Transaction {
  /// Makes the next pass read a repository's pull requests again.
  borrowing func invalidateVerdicts(of repository: RepositoryID) throws(DatabaseError) {
    try execute(countEvent, repository.forge, repository.name)
  }
}

/// Counts an event; a pass that runs at the same time does not overwrite the number.
private let countEvent = "UPDATE verdicts SET events = events + 1 WHERE \(isOfRepository)"

/// Limits `countEvent` to the open pull request on a branch.
private let isOfBranch = """
   AND EXISTS (SELECT 1 FROM pull_requests q WHERE q.repository_id = verdicts.repository_id
    AND q.key = verdicts.key AND q.branch = ? AND q.state = 'open')
  """
