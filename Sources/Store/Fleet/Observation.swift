import Database
package import Time

/// A dependency on a branch of a repository, as read by the last pass.
package struct Observation: Hashable, Sendable {
  /// The branch that is updated.
  package var branch: String
  /// The manifest's path from the root of the tree.
  package var manifest: String
  /// The name in the manifest or the lock file.
  package var name: String
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// In the format of `dependabot.yml`.
  package var directory: String
  /// `direct` or `indirect`.
  package var kind: String
  /// `production` or `development`.
  package var purpose: String
  /// The requirement in the manifest: `^1.2.0`, or empty.
  package var requirement: String
  /// The locked version, branch or revision; nil without a lock file.
  package var current: String?
  /// The version that is proposed or held back, or nil.
  package var latest: String?
  /// The result of the last pass.
  package var state: ObservationState
  /// The reason for the state.
  package var words: String
  /// The number of its pull request, or nil.
  package var number: Int?
  /// The time when `latest` was looked up; older than the last pass if that
  /// failed.
  package var seenAt: Timestamp
  /// The advisories for the locked versions, sorted by identifier.
  package var advisories: [ObservedAdvisory] = []
  /// The lowest newer version without an advisory; nil if no such version exists or no fix is needed.
  package var fix: String?
  /// The package name in advisories; nil if advisories are not queried for it.
  package var advised: String?
  /// All locked versions, the current one first; empty if `advised` is nil.
  package var versions: [String] = []

  /// Creates an observation.
  package init(
    branch: String, manifest: String, name: String, ecosystem: String, directory: String,
    kind: String, purpose: String, requirement: String, current: String?, latest: String?,
    state: ObservationState, words: String, number: Int?, seenAt: Timestamp
  ) {
    self.branch = branch
    self.manifest = manifest
    self.name = name
    self.ecosystem = ecosystem
    self.directory = directory
    self.kind = kind
    self.purpose = purpose
    self.requirement = requirement
    self.current = current
    self.latest = latest
    self.state = state
    self.words = words
    self.number = number
    self.seenAt = seenAt
  }
}

extension StateStore {
  /// Stores the observations of a branch.
  ///
  /// - Parameters:
  ///   - observations: replace all earlier observations of their manifests.
  ///   - manifests: all manifests of the branch; observations of other manifests are deleted.
  ///   - branch: the branch in the repository.
  ///   - repository: `owner/name`.
  ///   - forge: the name of the forge in the configuration.
  /// - Throws: `DatabaseError`.
  package func observe(
    _ observations: [Observation], manifests: Set<String>, on branch: String,
    of repository: String, forge: String
  ) async throws {
    let seen = Set(observations.map(\.manifest))
    try await connection.write { transaction in
      let known: [String] = try transaction.execute(
        """
        SELECT DISTINCT manifest FROM observations
        WHERE forge = ? AND repository = ? AND branch = ?
        """, forge, repository, branch
      ).map { try $0["manifest"] }
      for manifest in known where seen.contains(manifest) || !manifests.contains(manifest) {
        try transaction.execute(
          """
          DELETE FROM observations
          WHERE forge = ? AND repository = ? AND branch = ? AND manifest = ?
          """, forge, repository, branch, manifest)
      }
      for observation in observations {
        try transaction.execute(insertion, values: observation.values(forge, repository))
      }
    }
  }

  /// Returns the observations of a repository, sorted by branch, manifest and name.
  package func observations(
    of repository: String, forge: String
  ) async throws -> [Observation] {
    try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT * FROM observations WHERE forge = ? AND repository = ?
        ORDER BY branch, manifest, kind, name
        """, forge, repository
      ).map { try Observation($0) }
    }
  }
}

// A manifest can contain a name several times; only the first row is kept.
private let insertion = """
  INSERT INTO observations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (forge, repository, branch, manifest, name) DO NOTHING
  """

extension Observation {
  /// The values in the order of the table's columns.
  fileprivate func values(_ forge: String, _ repository: String) -> [Value] {
    let all: [any Storable] = [
      forge, repository, branch, manifest, name, ecosystem, directory, kind, purpose, requirement,
      current, latest, state.rawValue, words, number, seenAt, advisories.text, fix,
      advised ?? "", versions.joined(separator: "\n"),
    ]
    return all.map(\.databaseValue)
  }

  init(_ row: Row) throws {
    let state: String = try row["state"]
    self.init(
      branch: try row["branch"], manifest: try row["manifest"], name: try row["name"],
      ecosystem: try row["ecosystem"], directory: try row["directory"], kind: try row["kind"],
      purpose: try row["purpose"], requirement: try row["requirement"],
      current: try row["current"], latest: try row["latest"],
      // The next pass replaces a state of another version.
      state: ObservationState(rawValue: state) ?? .problem,
      words: try row["words"], number: try row["number"], seenAt: try row["seen_at"])
    advisories = [ObservedAdvisory](text: try row["advisories"])
    fix = try row["fix"]
    let (name, held): (String, String) = (try row["advised"], try row["versions"])
    advised = name.isEmpty ? nil : name
    versions = held.split(separator: "\n").map(String.init)
  }
}
