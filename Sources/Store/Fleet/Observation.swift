import Database

/// A dependency of a repository's branch as the last pass saw it.
package struct Observation: Hashable, Sendable {
  /// The branch that takes the changes.
  package var branch: String
  /// Its path from the root of the tree.
  package var manifest: String
  /// As the manifest or the lock spells it.
  package var name: String
  /// As `dependabot.yml` writes it: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// As `dependabot.yml` writes it.
  package var directory: String
  /// `direct` or `indirect`.
  package var kind: String
  /// `production` or `development`.
  package var purpose: String
  /// As the manifest writes it: `^1.2.0`; empty where none stands there.
  package var requirement: String
  /// The locked version, branch or revision; nil without a lock.
  package var current: String?
  /// The version that is proposed or held back; nil where there is none.
  package var latest: String?
  /// One word, such as `cooling-down`.
  package var state: String
  /// Why there is a pull request, or none.
  package var words: String
  /// Of its pull request; nil where there is none.
  package var number: Int?
  /// When `latest` was found out, in seconds since 1970: not by the last pass where that could not.
  package var seenAt: Int64
  /// What hits the locked versions, by id.
  package var advisories: [ObservedAdvisory] = []
  /// The lowest newer version that nothing hits; nil: there is none, or nothing is to be fixed.
  package var fix: String?
  /// As advisories name it; nil where they are not asked about it.
  package var advised: String?
  /// All that the lock has of it, the current one first; empty where `advised` is nil.
  package var versions: [String] = []

  /// Describes a dependency.
  package init(
    branch: String, manifest: String, name: String, ecosystem: String, directory: String,
    kind: String, purpose: String, requirement: String, current: String?, latest: String?,
    state: String, words: String, number: Int?, seenAt: Int64
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
  /// Remembers what was seen of a branch.
  ///
  /// - Parameters:
  ///   - observations: replace all that was known of the manifests that they speak of.
  ///   - manifests: all that the branch has now; what was known of others goes.
  ///   - branch: of the repository.
  ///   - repository: `owner/name`.
  ///   - forge: the operator's name of the forge.
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

  /// What is known of a repository's dependencies: by branch, manifest and name.
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

// The first of two rows of one name counts, as a name may stand in several places of a manifest.
private let insertion = """
  INSERT INTO observations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (forge, repository, branch, manifest, name) DO NOTHING
  """

extension Observation {
  /// In the order of the table's columns.
  fileprivate func values(_ forge: String, _ repository: String) -> [Value] {
    let all: [any Storable] = [
      forge, repository, branch, manifest, name, ecosystem, directory, kind, purpose, requirement,
      current, latest, state, words, number, seenAt, advisories.text, fix,
      advised ?? "", versions.joined(separator: "\n"),
    ]
    return all.map(\.databaseValue)
  }

  init(_ row: Row) throws {
    self.init(
      branch: try row["branch"], manifest: try row["manifest"], name: try row["name"],
      ecosystem: try row["ecosystem"], directory: try row["directory"], kind: try row["kind"],
      purpose: try row["purpose"], requirement: try row["requirement"],
      current: try row["current"], latest: try row["latest"], state: try row["state"],
      words: try row["words"], number: try row["number"], seenAt: try row["seen_at"])
    advisories = [ObservedAdvisory](text: try row["advisories"])
    fix = try row["fix"]
    let (name, held): (String, String) = (try row["advised"], try row["versions"])
    advised = name.isEmpty ? nil : name
    versions = held.split(separator: "\n").map(String.init)
  }
}
