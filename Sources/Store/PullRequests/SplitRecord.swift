import Database
package import Forges
import FoundationEssentials
package import Time

/// The result of the checks of a part of a group.
package enum SplitOutcome: String, Codable, Hashable, Sendable {
  /// A check fails that failed for the whole group.
  case fails
  /// All of those checks are green.
  case passes
  /// The part can't be installed, or its checks didn't end in time.
  case unresolved
}

/// Failed checks that were started again, because they may have failed by chance.
package struct SplitRestart: Codable, Hashable, Sendable {
  /// When martlet asked for it.
  package var at: Timestamp
  /// When the last failed check had begun or ended; nil if the forge doesn't report it.
  package var last: Timestamp?

  /// Describes a restart.
  package init(at: Timestamp, last: Timestamp?) {
    self.at = at
    self.last = last
  }
}

/// A part of a group on a branch of its own, whose checks are awaited.
package struct SplitTrial: Codable, Hashable, Sendable {
  /// The identities of the updates, sorted.
  package var members: [String]
  /// The branch; empty if the part can't be written.
  package var branch: String
  /// The commit on it; empty before it is written.
  package var head = ""
  /// The commit of the base that it is built on; nil before it is written.
  package var base: String?
  /// What the commits consist of that were about to be written; empty before.
  package var imprints: [String] = []
  /// Whether a draft pull request was about to be opened for it.
  package var opensDraft: Bool?
  /// The number of the draft pull request; nil without one.
  package var number: Int?
  /// Nil while the checks run.
  package var outcome: SplitOutcome?
  /// Nil before its failed checks were started again.
  package var restart: SplitRestart?
  /// The page of the check that decided.
  package var url: String?
  /// Whether its branch is deleted.
  package var isRemoved = false
  /// When it was written.
  package var startedAt: Timestamp

  /// Begins a trial.
  package init(members: [String], branch: String, startedAt: Timestamp) {
    self.members = members.sorted()
    self.branch = branch
    self.startedAt = startedAt
  }

  /// Whether something of it may be left on the forge.
  package var isOnForge: Bool { !branch.isEmpty && !isRemoved }

  /// Whether it has neither a result nor an end yet.
  package var isOpen: Bool { outcome == nil && isOnForge }

  /// Whether a pass was ended before it had written the branch or opened the draft.
  package var isInterrupted: Bool {
    isOpen && (head.isEmpty || opensDraft == true && number == nil)
  }
}

/// A smallest set of updates of a group that makes its checks fail.
package struct SplitFinding: Codable, Hashable, Sendable {
  /// The versions by the updates' identities.
  package var versions: [String: String]
  /// The names of the checks that fail.
  package var checks: [String]
  /// The parts that were tried.
  package var trials: [SplitTrial]
  /// Whether the updates stayed together because they are released together; nil: they did not.
  package var isFamily: Bool?

  /// Creates a finding.
  package init(versions: [String: String], checks: [String], trials: [SplitTrial]) {
    self.versions = versions
    self.checks = checks
    self.trials = trials
  }
}

/// A comment that asks for the search in a pull request.
package struct SplitRequest: Codable, Hashable, Sendable {
  /// The number of the comment.
  package var comment: Int
  /// The login of its author.
  package var author: String
  /// Whether the comment is answered.
  package var isAnswered = false

  /// Describes a comment without an answer.
  package init(comment: Int, author: String) {
    self.comment = comment
    self.author = author
  }
}

/// The search for the updates that make the checks of a group fail, with earlier findings.
package struct SplitRecord: Codable, Hashable, Sendable {
  /// The repository, by its current name if it was renamed.
  package var repository: RepositoryID
  /// The key of the group's pull request.
  package var key: String
  /// The versions of the failing group by the updates' identities; empty without a search.
  package var versions: [String: String] = [:]
  /// The names of the checks that fail.
  package var checks: [String] = []
  /// The parts that were tried, in the order of their branches.
  package var trials: [SplitTrial] = []
  /// The commit at which the search began or was given up.
  package var head = ""
  /// Nil before the failed checks of the group were started again.
  package var restart: SplitRestart?
  /// Why the search was given up at `head`; empty while it goes on.
  package var obstacle = ""
  /// Whether it was given up because the checks of the base fail, too: it is tried again.
  package var isBaseRed: Bool?
  /// When parts were begun within the last day, also those of searches that have ended.
  package var starts: [Timestamp] = []
  /// The updates that were found; they hold until one of them has a newer version.
  package var findings: [SplitFinding] = []

  /// Who asked for the search; nil: the configuration does.
  package var request: SplitRequest?

  /// Creates a record without a search.
  package init(repository: RepositoryID, key: String) {
    self.repository = repository
    self.key = key
  }

  /// Whether parts of the group are being judged.
  package var isSearching: Bool { !versions.isEmpty }

  /// The trials whose checks are awaited.
  package var pending: [SplitTrial] { trials.filter { $0.isOpen && !$0.head.isEmpty } }

  /// Removes the times that no limit counts any more.
  package mutating func forgetStarts(before time: Timestamp) { starts.removeAll { $0 <= time } }
}

extension Table {
  /// Searches in groups whose checks fail.
  static let splits = ofRepositories(
    "splits",
    """
    key TEXT NOT NULL,
    document TEXT NOT NULL
    """, key: "repository_id, key")
}

/// A row with a record as JSON.
private struct SplitRow: Codable {
  var key: String
  var document: String
}

extension StateStore {
  /// Returns the searches in a repository's groups.
  package func splits(of repository: RepositoryID) async throws -> [SplitRecord] {
    try await perform(.splits(of: repository)) { database in
      let rows: [SplitRow] = try await database.read { transaction in
        try transaction.rows(of: repository, in: "splits", by: "key")
      }
      return try rows.map { row in
        var record = try JSONDecoder().decode(SplitRecord.self, from: Data(row.document.utf8))
        // The repository may have been renamed.
        record.repository = repository
        return record
      }
    }
  }

  /// Stores a search.
  package func save(_ record: SplitRecord) async throws {
    try await perform(.saveSplit(record)) { database in
      let document = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          SplitRow(key: record.key, document: document), in: "splits", of: record.repository,
          onConflict: .replace(key: ["repository_id", "key"]))
      }
    }
  }

  /// Deletes a search that left nothing on the forge.
  package func remove(_ record: SplitRecord) async throws {
    try await perform(.removeSplit(record)) { database in
      try await database.write(.byStatement) { transaction in
        _ = try transaction.execute(
          "DELETE FROM splits WHERE \(isOfRepository) AND key = ?", record.repository.forge,
          record.repository.name, record.key)
      }
    }
  }
}
