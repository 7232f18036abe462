import Database
package import Forges
package import Time

extension StateStore {
  /// Stores the result of the last pass over a repository.
  package func finishPass(
    over repository: RepositoryID, lasting duration: Duration, problems: [String], now: Timestamp
  ) async throws {
    let pass = Pass(at: now, seconds: Int(duration.components.seconds), problems: problems)
    try await connection.write(.byStatement) { transaction in
      try transaction.save(
        pass, in: "passes", of: repository, onConflict: .replace(key: ["repository_id"]))
    }
  }
}

/// A row of the last pass over a repository.
private struct Pass: Encodable {
  var at: Timestamp
  var seconds: Int
  var problems: [String]
}
