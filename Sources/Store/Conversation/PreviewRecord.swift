import Database
package import Forges
package import Time

/// What the pull request of a waiting update would be, made by a visit after an operator asked for it.
package struct PreviewRecord: Hashable, Codable, Sendable {
  /// The word in `dependabot.yml`: `npm`, `bundler`, `swift`.
  package var ecosystem: String
  /// In the format of `dependabot.yml`.
  package var directory: String
  /// The name in the manifest or the lock file.
  package var dependency: String
  /// The version that waits.
  package var version: String
  /// Who asked for it.
  package var author: String
  /// When that was.
  package var requestedAt: Timestamp
  /// When it was made; nil: by the next visit.
  package var madeAt: Timestamp?
  /// The title; empty before it is made.
  package var title = ""
  /// The description in Markdown, shortened.
  package var body = ""
  /// The changes of files in git's format, shortened.
  package var diff = ""
  /// The reason if the preview failed; otherwise empty.
  package var failure = ""

  /// The largest part of a text, in bytes of UTF-8.
  package static let longestText = 128 << 10
  /// The most previews of a repository.
  package static let most = 20

  /// Asks for a preview.
  package init(
    ecosystem: String, directory: String, dependency: String, version: String, author: String,
    requestedAt: Timestamp
  ) {
    self.ecosystem = ecosystem
    self.directory = directory
    self.dependency = dependency
    self.version = version
    self.author = author
    self.requestedAt = requestedAt
  }

  /// Returns a text that is short enough to be saved.
  package static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    let part = String(decoding: text.utf8.prefix(longestText), as: UTF8.self)
    let lines = part.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.joined(separator: "\n") + "\n…\n"
  }
}

extension StateStore {
  /// Returns the previews of a repository, by name.
  package func previews(of repository: RepositoryID) async throws -> [PreviewRecord] {
    try await perform(.previews(of: repository)) { database in
      try await database.read { transaction in
        try transaction.rows(of: repository, in: "previews", by: "ecosystem, directory, dependency")
      }
    }
  }

  /// Stores a preview, or the request for one, with at most `PreviewRecord.longestText` of each text.
  package func save(_ preview: PreviewRecord, of repository: RepositoryID) async throws {
    try await perform(.savePreview(preview, of: repository)) { database in
      var preview = preview
      preview.title = PreviewRecord.shortened(preview.title)
      preview.body = PreviewRecord.shortened(preview.body)
      preview.diff = PreviewRecord.shortened(preview.diff)
      try await database.write(.byStatement) { [preview] transaction in
        try transaction.save(
          preview, in: "previews", of: repository,
          onConflict: .replace(key: ["repository_id", "ecosystem", "directory", "dependency"]))
      }
    }
  }

  /// Deletes a preview.
  package func remove(_ preview: PreviewRecord, of repository: RepositoryID) async throws {
    try await perform(.removePreview(preview, of: repository)) { database in
      try await database.write(.byStatement) { transaction in
        _ = try transaction.execute(
          """
          DELETE FROM previews WHERE \(isOfRepository) AND ecosystem = ? AND directory = ?
          AND dependency = ?
          """, repository.forge, repository.name, preview.ecosystem, preview.directory,
          preview.dependency)
      }
    }
  }
}
