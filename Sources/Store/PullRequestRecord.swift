import Database
package import Time

/// The last known state of a pull request that martlet opened.
package struct PullRequestRecord: Hashable, Sendable {
  /// The states of a pull request.
  package enum State: String, Hashable, Sendable {
    case open
    /// Closed by martlet, which may open another one.
    case closed
    /// Closed by a person: its versions and older ones are not proposed again.
    case declined
    /// Merged by anyone; the base branch has its versions.
    case merged
  }

  /// The update key as one line of text.
  package var key: String
  /// The name of the forge in the configuration.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// The number on the forge.
  package var number: Int
  /// The branch in the same repository: `martlet/npm/left-pad`.
  package var branch: String
  /// The commit that martlet created.
  package var head: String
  /// The commit of the base branch that the head is built on.
  package var base: String
  /// A digest of everything that was published; if it is the same, nothing needs an update.
  package var digest: String
  /// The proposed versions by dependency.
  package var versions: [String: String]
  /// A digest of what martlet's commit consists of, which proves that a commit is the one that was
  /// proposed; empty if an older martlet wrote the record.
  package var imprint = ""
  /// The commits, digests and checksums that the versions had when they were proposed.
  package var pins: [SavedPin] = []
  /// The state that martlet set or last read; the forge is the source of truth.
  package var state: State
  /// The time of martlet's last change.
  package var updatedAt: Timestamp

  /// Creates a record.
  package init(
    key: String, forge: String, repository: String, number: Int, branch: String, head: String,
    base: String, digest: String, versions: [String: String], state: State, updatedAt: Timestamp
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
  /// Returns all known pull requests of a repository, sorted by key.
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
        var record = try PullRequestRecord(row, versions: versions)
        record.pins = try transaction.execute(
          "SELECT * FROM pull_request_pins WHERE key = ? ORDER BY subject", key
        ).map { row in
          SavedPin(subject: try row["subject"], value: try row["value"], later: try row["later"])
        }
        return record
      }
    }
  }

  /// Stores a pull request, replacing the previous record of its key.
  package func save(_ record: PullRequestRecord) async throws {
    try await connection.write { transaction in
      try transaction.execute("DELETE FROM pull_requests WHERE key = ?", record.key)
      try transaction.execute(
        "INSERT INTO pull_requests VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        record.key, record.forge, record.repository, record.number, record.branch, record.head,
        record.base, record.digest, record.state.rawValue, record.updatedAt, record.imprint)
      for (dependency, version) in record.versions {
        try transaction.execute(
          "INSERT INTO pull_request_versions VALUES (?, ?, ?)", record.key, dependency, version)
      }
      for pin in record.pins {
        try transaction.execute(
          "INSERT INTO pull_request_pins VALUES (?, ?, ?, ?)", record.key, pin.subject, pin.value,
          pin.later)
      }
      try transaction.end(
        begunBranch: record.branch, of: record.repository, forge: record.forge)
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
      // With an unknown state the next pass asks the forge.
      state: State(rawValue: state) ?? .closed, updatedAt: try row["updated_at"])
    imprint = try row["imprint"]
  }
}

/// What fixed the content of a version when it was proposed.
package struct SavedPin: Hashable, Sendable {
  /// The package and its version, as in `npm / left-pad 1.3.0`.
  package var subject: String
  /// The commit, the digest or the checksum.
  package var value: String
  /// The different value that a later pass found for the same version; nil if it found none.
  package var later: String?

  /// Creates a pin.
  package init(subject: String, value: String, later: String? = nil) {
    self.subject = subject
    self.value = value
    self.later = later
  }
}

extension Migration {
  /// Records what a commit of martlet consists of, and what its versions were.
  static let imprints = Migration(
    """
    ALTER TABLE pull_requests ADD COLUMN imprint TEXT NOT NULL DEFAULT '';
    ALTER TABLE begun_branches ADD COLUMN imprints TEXT NOT NULL DEFAULT '';

    CREATE TABLE pull_request_pins (
      key TEXT NOT NULL REFERENCES pull_requests (key) ON DELETE CASCADE,
      subject TEXT NOT NULL,
      value TEXT NOT NULL,
      later TEXT,
      PRIMARY KEY (key, subject)
    ) STRICT;
    """)
}
