import Database
package import Forges
package import Time

/// Whether a repository was asked to add a configuration.
package struct OnboardingRecord: Hashable, Codable, Sendable {
  /// The progress.
  package enum State: String, CaseIterable, Codable, Hashable, Sendable {
    /// It counts towards the day's limit, and nothing is known to be written.
    case begun
    /// The pull request or the issue is open.
    case open
    /// A person closed it: the repository is never asked again.
    case declined
    /// It was merged, or isn't needed any more.
    case done
  }

  /// The progress.
  package var state: State
  /// The number of the pull request or of the issue; 0 before it is open.
  package var number: Int
  /// A digest of the proposed file; empty if it must be compared again.
  package var digest: String
  /// The commit of the branch; empty for an issue.
  package var head: String
  /// When it was begun, by this machine's clock.
  package var begunAt: Timestamp

  /// Creates a record.
  package init(
    _ state: State, number: Int = 0, digest: String = "", head: String = "", begunAt: Timestamp
  ) {
    self.state = state
    self.number = number
    self.digest = digest
    self.head = head
    self.begunAt = begunAt
  }
}

extension StateStore {
  /// Returns whether a repository was asked; nil if nothing is known.
  package func onboarding(of repository: RepositoryID) async throws -> OnboardingRecord? {
    try await perform(.onboarding(of: repository)) { database in
      let rows: [OnboardingRecord] = try await database.read { transaction in
        try transaction.rows(of: repository, in: "onboardings", by: "begun_at")
      }
      return rows.first
    }
  }

  /// Stores the progress of a repository.
  package func save(_ record: OnboardingRecord, of repository: RepositoryID) async throws {
    try await perform(.saveOnboarding(record, of: repository)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          record, in: "onboardings", of: repository, onConflict: .replace(key: ["repository_id"]))
      }
    }
  }

  /// Lets a repository be asked unless others used up the limit of the last 24 hours.
  ///
  /// All instances and workers share the count. A repository that was let in before stays in.
  ///
  /// - Parameters:
  ///   - repository: the repository.
  ///   - limit: how many may be asked in a day.
  ///   - now: the current time.
  /// - Returns: whether the repository may be asked now.
  /// - Throws: `DatabaseError`.
  package func beginOnboarding(
    of repository: RepositoryID, limit: Int, now: Timestamp
  ) async throws -> Bool {
    try await perform(.beginOnboarding(of: repository, limit: limit, at: now)) { database in
      try await database.write { transaction in
        let known = try transaction.execute(
          "SELECT 1 AS found FROM onboardings WHERE \(isOfRepository)", repository.forge,
          repository.name)
        if !known.isEmpty { return true }
        let since = now - .days(1)
        let begun: Int64 =
          try transaction.execute(
            "SELECT COUNT(*) AS begun FROM onboardings WHERE begun_at > ?", since
          ).first?["begun"] ?? 0
        guard begun < limit else { return false }
        try transaction.save(
          OnboardingRecord(.begun, begunAt: now), in: "onboardings", of: repository,
          onConflict: .keep)
        return true
      }
    }
  }

  /// Forgets that a repository was begun, so that it doesn't count towards the limit.
  package func endOnboarding(of repository: RepositoryID) async throws {
    try await perform(.endOnboarding(of: repository)) { database in
      try await database.write(.byStatement) { transaction in
        _ = try transaction.execute(
          "DELETE FROM onboardings WHERE \(isOfRepository)", repository.forge, repository.name)
      }
    }
  }
}
