import Database
package import Forges
package import Time

/// A box that a person ticked in a repository's dashboard, until it is done.
package struct DashboardRequest: Hashable, Codable, Sendable {
  /// What the box asks for.
  package enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// Open the pull request without waiting for schedule, cooldown or the repository's limit.
    case open
    /// Allow a step that needs an approval.
    case approve
  }

  /// What the box asks for.
  package var kind: Kind
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// In the format of `dependabot.yml`.
  package var directory: String
  /// The name in the manifest or the lock file.
  package var dependency: String
  /// The version that the box named.
  package var version: String
  /// The logins of those who may have ticked it.
  package var author: String
  /// When the tick was read.
  package var createdAt: Timestamp

  /// Creates a request.
  package init(
    _ kind: Kind, ecosystem: String, directory: String, dependency: String, version: String,
    author: String = "", createdAt: Timestamp
  ) {
    self.kind = kind
    self.ecosystem = ecosystem
    self.directory = directory
    self.dependency = dependency
    self.version = version
    self.author = author
    self.createdAt = createdAt
  }
}

extension StateStore {
  /// Returns the requests of a repository, by name.
  package func dashboardRequests(
    of repository: RepositoryID
  ) async throws -> [DashboardRequest] {
    try await perform(.dashboardRequests(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(
          of: repository, in: "dashboard_requests",
          by: "ecosystem, directory, dependency, version, kind")
      }
    }
  }

  /// Stores a request, unless the same one exists.
  package func save(_ request: DashboardRequest, of repository: RepositoryID) async throws {
    try await perform(.saveDashboardRequest(request, of: repository)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          request, in: "dashboard_requests", of: repository, onConflict: .keep)
      }
    }
  }

  /// Deletes a request, if it exists.
  package func remove(_ request: DashboardRequest, of repository: RepositoryID) async throws {
    try await perform(.removeDashboardRequest(request, of: repository)) { database in
      try await database.write(.byStatement) { transaction in
        _ = try transaction.execute(
          """
          DELETE FROM dashboard_requests WHERE \(isOfRepository) AND kind = ? AND ecosystem = ?
          AND directory = ? AND dependency = ? AND version = ?
          """, repository.forge, repository.name, request.kind.rawValue, request.ecosystem,
          request.directory, request.dependency, request.version)
      }
    }
  }
}
