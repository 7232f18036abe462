import Database
package import Forges
package import Impact
package import Time

/// The last known state of a pull request that martlet opened.
package struct PullRequestRecord: Hashable, Codable, Sendable {
  /// The states of a pull request.
  package enum State: String, Hashable, Codable, Sendable {
    case open
    /// Closed by martlet, which may open another one.
    case closed
    /// Closed by a person: its versions and older ones are not proposed again.
    case declined
    /// Merged by anyone; the base branch has its versions.
    case merged
  }

  /// The update key as text, unique in the repository.
  package var key: String
  /// The repository.
  package var repository: RepositoryID
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
  /// proposed; empty if that is unknown.
  package var imprint = ""
  /// The commits, digests and checksums that the versions had when they were proposed.
  package var pins: [SavedPin] = []
  /// Warnings about the origins of its versions.
  package var originWarnings: [OriginWarning] = []
  /// The dependencies whose registry didn't say where their versions come from.
  package var unreadOrigins: [String] = []
  /// The version steps of its dependencies; empty if results of steps aren't collected.
  package var steps: [PackageStep] = []
  /// What the update changes of the symbols that the repository used when its body was written, each
  /// as an excerpt; empty if the entry doesn't ask for it.
  package var impacts: [ImpactReport] = []
  /// The state that martlet set or last read; the forge is the source of truth.
  package var state: State
  /// The time of martlet's last change.
  package var updatedAt: Timestamp

  /// Creates a record.
  package init(
    key: String, repository: RepositoryID, number: Int, branch: String, head: String,
    base: String, digest: String, versions: [String: String], state: State, updatedAt: Timestamp
  ) {
    self.key = key
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

extension PullRequestRecord {
  /// What the pull request declines: nothing, unless a person closed it.
  fileprivate var declinedVersions: DeclinedVersions {
    DeclinedVersions(
      repository: repository, number: number, key: key,
      versions: state == .declined ? versions : [:])
  }
}

extension StateStore {
  /// Returns all known pull requests of a repository, sorted by key.
  package func pullRequests(of repository: RepositoryID) async throws -> [PullRequestRecord] {
    try await perform(.pullRequests(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(of: repository, in: "pull_requests", by: "key")
      }
    }
  }

  /// Stores a pull request, replacing the previous record of its key, together with facts that follow
  /// from it.
  package func save(_ record: PullRequestRecord, noting facts: [Fact] = []) async throws {
    try await perform(.savePullRequest(record, noting: facts)) { database in
      // Names of packages contain no newline; the column is only for searches.
      let row = try Row(encoding: record).removing("repository")
        .setting("dependencies", to: record.versions.keys.sorted().joined(separator: "\n"))
      try await database.write { transaction in
        let id = try transaction.id(of: record.repository)
        try transaction.insert(
          row.setting("repository_id", to: id), into: "pull_requests",
          onConflict: .replace(key: ["repository_id", "key"]))
        try transaction.end(begunBranch: record.branch, of: record.repository)
        try transaction.replace(record.declinedVersions)
        try transaction.note(facts, of: id)
      }
    }
  }
}

/// What fixed the content of a version when it was proposed.
package struct SavedPin: Hashable, Codable, Sendable {
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
