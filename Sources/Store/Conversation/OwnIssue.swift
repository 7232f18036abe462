import Database
package import Forges
package import Time

/// What martlet knows of its issue for one purpose in a repository.
package struct OwnIssue: Hashable, Codable, Sendable {
  /// What the issue is for.
  package var purpose: IssuePurpose
  /// The number in its address; 0 if the forge was searched and has none.
  package var number: Int
  /// The text that martlet wrote, or was about to write when it was ended; with the ticks that it has
  /// read since.
  package var body: String
  /// The text before that.
  package var previous: String
  /// Whether a list of the forge showed that it is the only open one.
  package var isAlone: Bool
  /// When the text was last written, by the forge's clock; nil if unknown.
  package var writtenAt: Timestamp?
  /// A remark about edits that were undone, until the next valid edit; empty: none.
  package var note: String

  /// Creates a record; without a number it says that there is no issue.
  package init(
    _ purpose: IssuePurpose, number: Int = 0, body: String = "", isAlone: Bool = true,
    note: String = ""
  ) {
    self.purpose = purpose
    self.number = number
    self.body = body
    previous = ""
    self.isAlone = isAlone
    self.note = note
  }

  /// The number of the issue; nil without one.
  package var issueNumber: Int? { number > 0 ? number : nil }
}

extension StateStore {
  /// Returns what is known of an issue; nil if the forge has not been searched for it.
  package func ownIssue(
    _ purpose: IssuePurpose, of repository: RepositoryID
  ) async throws -> OwnIssue? {
    try await perform(.ownIssue(purpose, of: repository)) { database in
      let all: [OwnIssue] = try await database.read { transaction in
        try transaction.rows(of: repository, in: "own_issues", by: "purpose")
      }
      return all.first { $0.purpose == purpose }
    }
  }

  /// Stores what is known of an issue.
  package func save(_ issue: OwnIssue, of repository: RepositoryID) async throws {
    try await perform(.saveOwnIssue(issue, of: repository)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          issue, in: "own_issues", of: repository,
          onConflict: .replace(key: ["repository_id", "purpose"]))
      }
    }
  }
}
