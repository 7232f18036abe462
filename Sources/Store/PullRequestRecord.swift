import Database

/// The pull request of a key as martlet last left it.
package struct PullRequestRecord: Hashable, Sendable {
  /// How it stood then.
  package enum State: String, Hashable, Sendable {
    case open
    /// Closed by martlet, who may open another.
    case closed
    /// Closed by a person: these versions and older ones are not proposed again.
    case declined
    /// By whomever; its versions are in the base.
    case merged
  }

  /// The update key's line.
  package var key: String
  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// By which the forge and people call it.
  package var number: Int
  /// Of the same repository: `martlet/npm/left-pad`.
  package var branch: String
  /// The commit that martlet made for it.
  package var head: String
  /// The commit of the base that it was built on.
  package var base: String
  /// Of everything that was published: same digest, nothing to do.
  package var digest: String
  /// Proposed versions by dependency.
  package var versions: [String: String]
  /// As martlet left it or found it last; the forge has the last word.
  package var state: State
  /// Seconds since 1970.
  package var updatedAt: Int64

  /// Describes a pull request.
  package init(
    key: String, forge: String, repository: String, number: Int, branch: String, head: String,
    base: String, digest: String, versions: [String: String], state: State, updatedAt: Int64
  ) {
    self.key = key
    self.forge = forge
    self.repository = repository
    self.number = number
    self.branch = branch
    self.head = head
    self.base = base
    self.digest = digest
    self.versions = versions
    self.state = state
    self.updatedAt = updatedAt
  }
}

extension StateStore {
  /// All pull requests of a repository that martlet remembers, by key.
  package func pullRequests(
    of repository: String, forge: String
  ) async throws -> [PullRequestRecord] {
    try await connection.read { transaction in
      let rows = try transaction.execute(
        "SELECT * FROM pull_requests WHERE forge = ? AND repository = ? ORDER BY key",
        forge, repository)
      return try rows.map { row in
        let key: String = try row["key"]
        let versions = try transaction.execute(
          "SELECT dependency, version FROM pull_request_versions WHERE key = ?", key)
        return try PullRequestRecord(row, versions: versions)
      }
    }
  }

  /// Remembers a pull request and forgets the intent that led to it.
  package func save(_ record: PullRequestRecord) async throws {
    try await connection.write { transaction in
      try transaction.execute("DELETE FROM pull_requests WHERE key = ?", record.key)
      try transaction.execute(
        "INSERT INTO pull_requests VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", record.key,
        record.forge, record.repository, record.number, record.branch, record.head, record.base,
        record.digest, record.state.rawValue, record.updatedAt)
      for (dependency, version) in record.versions {
        try transaction.execute(
          "INSERT INTO pull_request_versions VALUES (?, ?, ?)", record.key, dependency, version)
      }
      try transaction.execute("DELETE FROM intents WHERE key = ?", record.key)
    }
  }
}

extension PullRequestRecord {
  fileprivate init(_ row: Row, versions: [Row]) throws {
    let state: String = try row["state"]
    self.init(
      key: try row["key"], forge: try row["forge"], repository: try row["repository"],
      number: try row["number"], branch: try row["branch"], head: try row["head"],
      base: try row["base"], digest: try row["digest"],
      versions: Dictionary(
        try versions.map { (try $0["dependency"], try $0["version"]) }, uniquingKeysWith: { $1 }),
      // An unknown state can only make the next pass ask the forge.
      state: State(rawValue: state) ?? .closed, updatedAt: try row["updated_at"])
  }
}
