import Database
package import Forges
package import Time

/// A version step of a package, the same in every repository.
package struct PackageStep: Hashable, Codable, Sendable {
  /// The identifier of the ecosystem: `npm`.
  package var ecosystem: String
  /// The name in the ecosystem.
  package var name: String
  /// The locked version before the step.
  package var from: String
  /// The locked version after it.
  package var to: String

  /// Creates a step.
  package init(ecosystem: String, name: String, from: String, to: String) {
    self.ecosystem = ecosystem
    self.name = name
    self.from = from
    self.to = to
  }
}

/// What happened to a version step in one repository.
package struct StepResult: Hashable, Codable, Sendable {
  /// The last thing that happened.
  package enum Kind: String, Hashable, Codable, Sendable {
    /// A pull request is open, and its checks aren't finished.
    case opened
    /// All relevant checks passed.
    case green
    /// A check failed that doesn't fail on the base branch.
    case red
    /// A person took the step back within a week of its merge.
    case reverted
  }

  /// The step.
  package var step: PackageStep
  /// What happened.
  package var kind: Kind
  /// When it happened.
  package var at: Timestamp
  /// Whether everyone may read the repository.
  package var isPublic: Bool

  /// Creates a result.
  package init(step: PackageStep, kind: Kind, at: Timestamp, isPublic: Bool = false) {
    self.step = step
    self.kind = kind
    self.at = at
    self.isPublic = isPublic
  }
}

extension Table {
  /// The results of version steps by repository, from which other repositories learn.
  static let stepResults = Table.ofRepositories(
    "step_results",
    """
    ecosystem TEXT NOT NULL,
    name TEXT NOT NULL,
    from_version TEXT NOT NULL,
    to_version TEXT NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    is_public INTEGER NOT NULL
    """, key: "repository_id, ecosystem, name, from_version, to_version",
    indexes: [
      "step_results_by_name ON step_results (ecosystem, name, from_version)",
      "step_results_by_age ON step_results (at)",
    ])
}

extension StateStore {
  /// Stores results, replacing earlier ones of the same steps in the repository.
  ///
  /// That a pull request was opened doesn't replace a result of its checks.
  ///
  /// - Throws: `DatabaseError`.
  package func save(_ results: [StepResult], of repository: RepositoryID) async throws {
    guard !results.isEmpty else { return }
    try await perform(.saveStepResults(results, of: repository)) { database in
      try await database.write { transaction in
        let id = try transaction.id(of: repository)
        for result in results {
          let step = result.step
          let conflict =
            result.kind == .opened
            ? "DO NOTHING"
            : """
            (repository_id, ecosystem, name, from_version, to_version) DO UPDATE SET
              kind = excluded.kind, at = excluded.at, is_public = excluded.is_public
            """
          try transaction.execute(
            """
            INSERT INTO step_results (repository_id, ecosystem, name, from_version, to_version,
              kind, at, is_public)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT \(conflict)
            """, id, step.ecosystem, step.name, step.from, step.to, result.kind.rawValue,
            result.at, result.isPublic ? 1 : 0)
        }
      }
    }
  }

  /// Deletes results that are older than `time`.
  ///
  /// - Throws: `DatabaseError`.
  package func dropStepResults(before time: Timestamp) async throws {
    try await dropRows(of: "step_results", where: "at < ?", time)
  }
}
