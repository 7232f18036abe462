import Database

/// A repository as the overview of the fleet shows it.
package struct FleetRow: Hashable, Sendable {
  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var name: String
  /// Seconds since 1970 of the last pass; nil before the first.
  package var visitedAt: Int64?
  /// How long the last pass took.
  package var seconds: Int64
  /// Rows of what the last pass saw, a dependency of two manifests counted twice.
  package var dependencies: Int
  /// Dependencies for which a newer version is proposed, waits or is held back.
  package var outdated: Int
  /// Pull requests of martlet's that were open when it last looked.
  package var open: Int
  /// Of the open ones, those whose checks are red or ran out of time.
  package var failing: Int
  /// Of the open ones, those whose checks are still awaited.
  package var pending: Int
  /// What hindered the last pass, a line each.
  package var problems: [String]
}

/// What the fleet is in numbers.
package struct FleetTotals: Hashable, Sendable {
  /// All that a pass has been over, without a dependency too.
  package var repositories = 0
  /// Rows of all repositories: a package counts once for each manifest that has it.
  package var dependencies = 0
  /// Of these, all that are not `up-to-date`.
  package var outdated = 0
  /// Pull requests by how they stand.
  package var pullRequests: [String: Int] = [:]
  /// Open pull requests by what CI says of them.
  package var verdicts: [String: Int] = [:]
}

extension StateStore {
  /// Repositories whose name contains a text, by forge and name.
  ///
  /// - Parameters:
  ///   - text: compared without case; empty: all of them.
  ///   - limit: how many are answered.
  ///   - offset: how many are passed over first.
  /// - Returns: their rows.
  /// - Throws: `DatabaseError`.
  package func fleet(
    matching text: String = "", limit: Int, offset: Int = 0
  ) async throws -> [FleetRow] {
    let pattern = "%" + text.lowercased().replacing("%", with: "").replacing("_", with: "\\_") + "%"
    return try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT r.forge, r.name, r.visited_at, p.seconds, p.problems,
          (SELECT COUNT(*) FROM observations o
           WHERE o.forge = r.forge AND o.repository = r.name) AS dependencies,
          (SELECT COUNT(*) FROM observations o
           WHERE o.forge = r.forge AND o.repository = r.name AND o.state <> 'up-to-date')
            AS outdated,
          (SELECT COUNT(*) FROM pull_requests q
           WHERE q.forge = r.forge AND q.repository = r.name AND q.state = 'open') AS open,
          (SELECT COUNT(*) FROM verdicts v JOIN pull_requests q ON q.key = v.key
           WHERE v.forge = r.forge AND v.repository = r.name AND q.state = 'open'
             AND v.verdict IN ('failed', 'timed-out')) AS failing,
          (SELECT COUNT(*) FROM verdicts v JOIN pull_requests q ON q.key = v.key
           WHERE v.forge = r.forge AND v.repository = r.name AND q.state = 'open'
             AND v.verdict = 'pending') AS pending
        FROM repositories r
        LEFT JOIN passes p ON p.forge = r.forge AND p.repository = r.name
        WHERE LOWER(r.name) LIKE ? ESCAPE '\\'
        ORDER BY r.forge, r.name LIMIT ? OFFSET ?
        """, pattern, limit, offset
      ).map { try FleetRow($0) }
    }
  }

  /// Counts the whole fleet.
  package func fleetTotals() async throws -> FleetTotals {
    try await connection.read { transaction in
      var totals = FleetTotals()
      totals.repositories =
        try transaction.execute(
          "SELECT COUNT(*) AS n FROM repositories"
        ).first.map { try $0["n"] } ?? 0
      for row in try transaction.execute(
        "SELECT state, COUNT(*) AS n FROM observations GROUP BY state")
      {
        let (state, count): (String, Int) = (try row["state"], try row["n"])
        totals.dependencies += count
        if state != "up-to-date" { totals.outdated += count }
      }
      for row in try transaction.execute(
        "SELECT state, COUNT(*) AS n FROM pull_requests GROUP BY state")
      {
        totals.pullRequests[try row["state"]] = try row["n"]
      }
      for row in try transaction.execute(
        """
        SELECT v.verdict, COUNT(*) AS n FROM verdicts v JOIN pull_requests q ON q.key = v.key
        WHERE q.state = 'open' GROUP BY v.verdict
        """)
      {
        totals.verdicts[try row["verdict"]] = try row["n"]
      }
      return totals
    }
  }

  /// Writes down how the last pass over a repository went.
  package func finishPass(
    over repository: String, forge: String, seconds: Int64, problems: [String], now: Int64
  ) async throws {
    try await connection.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO passes VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (forge, repository) DO UPDATE SET
          at = excluded.at, seconds = excluded.seconds, problems = excluded.problems
        """, forge, repository, now, seconds, problems.joined(separator: "\n"))
    }
  }

  /// The newest runs, the latest first.
  package func runs(limit: Int) async throws -> [RunRecord] {
    try await connection.read { transaction in
      try transaction.execute(
        "SELECT * FROM runs ORDER BY started_at DESC, id LIMIT ?", limit
      ).map { row in
        RunRecord(
          id: try row["id"], startedAt: try row["started_at"],
          finishedAt: try row["finished_at"], repositories: try row["repositories"],
          problems: try row["problems"])
      }
    }
  }
}

/// A pass over all repositories by `martlet run`.
package struct RunRecord: Hashable, Sendable {
  /// Drawn for the run, letters and digits; its lines of the log carry it as `run`.
  package var id: String
  /// Seconds since 1970.
  package var startedAt: Int64
  /// Nil while it goes on, or where it was killed.
  package var finishedAt: Int64?
  /// How many the run was over, those with problems included.
  package var repositories: Int
  /// How many the run met, in all repositories.
  package var problems: Int
}

extension FleetRow {
  fileprivate init(_ row: Row) throws {
    let seconds: Int64? = try row["seconds"]
    let problems: String? = try row["problems"]
    self.init(
      forge: try row["forge"], name: try row["name"], visitedAt: try row["visited_at"],
      seconds: seconds ?? 0, dependencies: try row["dependencies"], outdated: try row["outdated"],
      open: try row["open"], failing: try row["failing"], pending: try row["pending"],
      problems: (problems ?? "").split(separator: "\n").map(String.init))
  }
}
