import Database
package import Forges
package import Time

/// A person's request to merge a pull request, as soon as its checks are green.
package struct MergeRequest: Hashable, Codable, Sendable {
  /// How it is merged.
  package enum Method: String, Hashable, Codable, Sendable {
    /// As the repository's file says, by default with a merge commit.
    case configured
    /// By one commit.
    case squash
  }

  /// The repository.
  package var repository: RepositoryID
  /// The update key as text, unique in the repository.
  package var key: String
  /// The number of the pull request.
  package var number: Int
  /// How it is merged.
  package var method: Method
  /// The proposed versions when the request was made, which it is for: the record's, as text.
  package var versions: String
  /// The login of the person.
  package var author: String
  /// The time of the request.
  package var createdAt: Timestamp

  /// Creates a request.
  package init(
    repository: RepositoryID, key: String, number: Int, method: Method, versions: String,
    author: String, createdAt: Timestamp
  ) {
    self.repository = repository
    self.key = key
    self.number = number
    self.method = method
    self.versions = versions
    self.author = author
    self.createdAt = createdAt
  }
}

extension StateStore {
  /// Returns the requests of a repository that weren't followed yet, by key.
  package func mergeRequests(of repository: RepositoryID) async throws -> [MergeRequest] {
    try await perform(.mergeRequests(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(of: repository, in: "merge_requests", by: "key")
      }
    }
  }

  /// Stores a request, replacing an earlier one for the pull request.
  package func save(_ request: MergeRequest) async throws {
    try await perform(.saveMergeRequest(request)) { database in
      try await database.write(.byStatement) { transaction in
        try transaction.save(
          request, in: "merge_requests", of: request.repository,
          onConflict: .replace(key: ["repository_id", "key"]))
      }
    }
  }

  /// Deletes the request for a pull request.
  package func removeMergeRequest(of key: String, in repository: RepositoryID) async throws {
    try await perform(.removeMergeRequest(key: key, in: repository)) { database in
      try await database.write(.byStatement) { transaction in
        _ = try transaction.execute(
          "DELETE FROM merge_requests WHERE \(isOfRepository) AND key = ?", repository.forge,
          repository.name, key)
      }
    }
  }
}

extension PullRequestRecord {
  /// The proposed versions as one text, which differs for different versions.
  package var versionText: String {
    versions.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
  }
}
