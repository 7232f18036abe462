import Database
package import Forges
package import Impact

/// What an open pull request changes of the symbols of a package that its repository uses.
package struct PackageImpact: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The number on the forge.
  package var number: Int
  /// The answer when the body of the pull request was written.
  package var report: ImpactReport
}

extension StateStore {
  /// Returns the known impacts of a package's updates, the affected repositories first.
  ///
  /// - Parameters:
  ///   - name: the complete name of the package.
  ///   - ecosystem: the word in `dependabot.yml`, such as `npm`.
  /// - Returns: those of open pull requests, at most 500.
  /// - Throws: `DatabaseError`.
  package func impacts(of name: String, ecosystem: String) async throws -> [PackageImpact] {
    let found = try await connection.read { transaction in
      try transaction.execute(
        """
        SELECT q.number, q.impacts, \(repositoryColumn) FROM pull_requests q
          JOIN repositories ON repositories.id = q.repository_id
        WHERE q.state = '\(PullRequestRecord.State.open.rawValue)' AND q.impacts <> '[]'
          AND q.number IN (SELECT o.number FROM observations o
            WHERE o.repository_id = q.repository_id AND o.ecosystem = ? AND o.name = ?)
        ORDER BY forge, repositories.name, q.number LIMIT 500
        """, ecosystem, name
      ).map { ImpactRow(repository: try $0["repository"], row: try $0.decode()) }
    }
    let all = found.flatMap { row in
      row.row.impacts.filter { $0.name == name }.map {
        PackageImpact(repository: row.repository, number: row.row.number, report: $0)
      }
    }
    let order: [ImpactReport.Verdict] = [.affected, .unknown, .notAffected]
    return order.flatMap { verdict in all.filter { $0.report.verdict == verdict } }
  }
}

/// A row of the query.
private struct ImpactRow {
  struct Columns: Decodable {
    var number: Int
    var impacts: [ImpactReport]
  }

  var repository: RepositoryID
  var row: Columns
}
