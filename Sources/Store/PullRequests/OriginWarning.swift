import Database
package import Forges

/// Something unusual about the origin of a version that a pull request proposes.
package struct OriginWarning: Hashable, Codable, Sendable {
  /// The ecosystem, the package and its version, as in `npm left-pad 1.3.0`.
  package var subject: String
  /// What differs from the version before, in English, as a sentence without full stop.
  package var reason: String

  /// Creates a value.
  package init(subject: String, reason: String) {
    self.subject = subject
    self.reason = reason
  }
}

/// Versions of unusual origin in the fleet, and the open pull requests that propose them.
package struct FleetOriginWarning: Hashable, Sendable {
  /// A pull request that proposes the version.
  package struct Use: Hashable, Comparable, Sendable {
    /// The repository.
    package var repository: RepositoryID
    /// The number of the pull request.
    package var number: Int

    /// Sorts by repository and number.
    package static func < (left: Use, right: Use) -> Bool {
      (left.repository.description, left.number) < (right.repository.description, right.number)
    }
  }

  /// The warning and its version.
  package var originWarning: OriginWarning
  /// Sorted.
  package var uses: [Use]
}

extension StateStore {
  /// Returns the versions of unusual origin that open pull requests of the fleet propose, sorted.
  ///
  /// - Throws: `DatabaseError`.
  package func originWarnings() async throws -> [FleetOriginWarning] {
    struct Found: Decodable {
      var repository: RepositoryID
      var number: Int
      var originWarnings: [OriginWarning]
    }
    let found: [Found] = try await connection.read { transaction in
      try transaction.rows(
        """
        SELECT \(repositoryColumn), number, origin_warnings FROM pull_requests
        JOIN repositories ON repositories.id = pull_requests.repository_id
        WHERE origin_warnings <> '[]' AND state = 'open'
        """)
    }
    var uses: [OriginWarning: [FleetOriginWarning.Use]] = [:]
    for record in found {
      for originWarning in record.originWarnings {
        uses[originWarning, default: []].append(
          FleetOriginWarning.Use(repository: record.repository, number: record.number))
      }
    }
    let sorted = uses.sorted { ($0.key.subject, $0.key.reason) < ($1.key.subject, $1.key.reason) }
    return sorted.map { FleetOriginWarning(originWarning: $0.key, uses: $0.value.sorted()) }
  }
}
