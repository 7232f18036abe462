import Database

extension StateStore {
  /// Returns the verdicts of a repository's pull requests, sorted by number.
  package func verdicts(of repository: String, forge: String) async throws -> [VerdictRecord] {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        "SELECT * FROM verdicts WHERE forge = ? AND repository = ? ORDER BY number",
        forge, repository)
      return try rows.map { try read($0, transaction) }
    }
  }

  /// Returns the verdict of a key's pull request, or nil.
  package func verdict(of key: String) async throws -> VerdictRecord? {
    try await connection.read { transaction in
      try transaction.execute("SELECT * FROM verdicts WHERE key = ?", key).first.map {
        try read($0, transaction)
      }
    }
  }

  /// Stores a verdict, replacing the previous one.
  package func save(_ record: VerdictRecord) async throws {
    try await connection.write { transaction in
      try transaction.execute(upsert, values: record.values)
      try transaction.execute("DELETE FROM verdict_checks WHERE key = ?", record.key)
      for (index, check) in record.checks.enumerated() {
        try transaction.execute(
          "INSERT INTO verdict_checks VALUES (?, ?, ?, ?, ?)", record.key, index, check.name,
          check.state, check.url)
      }
    }
  }

  /// Makes the next pass read a repository's pull requests again after an event.
  ///
  /// - Parameters:
  ///   - repository: `owner/name`.
  ///   - forge: the name of the forge in the configuration.
  /// - Throws: `DatabaseError`.
  package func invalidateVerdicts(of repository: String, forge: String) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        countEvent + "WHERE forge = ? AND repository = ?", forge, repository)
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
  ///   - repository: `owner/name`.
  ///   - forge: the name of the forge in the configuration.
  /// - Throws: `DatabaseError`.
  package func countCheckEvent(
    at commit: String?, on branches: [String], of repository: String, forge: String
  ) async throws {
    try await connection.write(.byStatement) { transaction in
      var found = 0
      if let commit {
        try transaction.execute(
          countEvent + "WHERE forge = ? AND repository = ? AND head = ?", forge, repository, commit)
        found += transaction.changes
      }
      for branch in branches {
        let keys = "SELECT key FROM pull_requests WHERE branch = ? AND state = 'open'"
        try transaction.execute(
          countEvent + "WHERE forge = ? AND repository = ? AND key IN (\(keys))", forge, repository,
          branch)
        found += transaction.changes
      }
      guard found == 0 else { return }
      try transaction.execute(
        countEvent + "WHERE forge = ? AND repository = ?", forge, repository)
    }
  }

  private func read(_ row: Row, _ transaction: borrowing Transaction) throws -> VerdictRecord {
    var record = try VerdictRecord(row)
    record.checks = try transaction.execute(
      "SELECT name, state, url FROM verdict_checks WHERE key = ? ORDER BY place", record.key
    ).map { .init(name: try $0["name"], state: try $0["state"], url: try $0["url"]) }
    return record
  }
}

/// Counts an event; a pass that runs at the same time does not overwrite the number.
private let countEvent = "UPDATE verdicts SET events = events + 1 "

/// Keeps the number of events, which may have changed since the record was read.
private let upsert = """
  INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET
    forge = excluded.forge, repository = excluded.repository, number = excluded.number,
    head = excluded.head, since = excluded.since, verdict = excluded.verdict,
    steps = excluded.steps, merging = excluded.merging, merging_note = excluded.merging_note,
    looked_at = excluded.looked_at, is_final = excluded.is_final,
    is_doubted = excluded.is_doubted, comment = excluded.comment, said = excluded.said,
    seen_events = excluded.seen_events
  """

extension VerdictRecord {
  /// The values in the order of the table's columns.
  fileprivate var values: [Value] {
    let all: [any Storable] = [
      key, forge, repository, number, head, since, verdict.rawValue, steps, merging.rawValue,
      mergingNote, checkedAt, isFinal, needsCheck, comment, commentDigest, events,
      seenEvents,
    ]
    return all.map(\.databaseValue)
  }

  fileprivate init(_ row: Row) throws {
    self.init(
      key: try row["key"], forge: try row["forge"], repository: try row["repository"],
      number: try row["number"], head: try row["head"], since: try row["since"])
    let verdict: String = try row["verdict"]
    let merging: String = try row["merging"]
    // With an unknown verdict the next pass reads the checks again.
    self.verdict = Kind(rawValue: verdict) ?? .pending
    self.merging = Merging(rawValue: merging) ?? .waiting
    steps = try row["steps"]
    mergingNote = try row["merging_note"]
    checkedAt = try row["looked_at"]
    isFinal = try row["is_final"]
    needsCheck = try row["is_doubted"]
    comment = try row["comment"]
    commentDigest = try row["said"]
    events = try row["events"]
    seenEvents = try row["seen_events"]
  }
}

extension Migration {
  /// Verdicts outlive their pull requests, so that pages can show the result.
  static let verdicts = Migration(
    """
    CREATE TABLE verdicts (
      key TEXT PRIMARY KEY NOT NULL,
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      number INTEGER NOT NULL,
      head TEXT NOT NULL,
      since INTEGER NOT NULL,
      verdict TEXT NOT NULL,
      steps TEXT NOT NULL,
      merging TEXT NOT NULL,
      merging_note TEXT NOT NULL,
      looked_at INTEGER NOT NULL,
      is_final INTEGER NOT NULL,
      is_doubted INTEGER NOT NULL,
      comment INTEGER,
      said TEXT NOT NULL
    ) STRICT;
    CREATE INDEX verdicts_by_repository ON verdicts (forge, repository);

    CREATE TABLE verdict_checks (
      key TEXT NOT NULL REFERENCES verdicts (key) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      url TEXT,
      PRIMARY KEY (key, place)
    ) STRICT;
    """)

  /// Counts the events about checks, so that one that arrives during a pass is not lost.
  static let checkEvents = Migration(
    """
    ALTER TABLE verdicts ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE verdicts ADD COLUMN seen_events INTEGER NOT NULL DEFAULT 0;
    """)
}
