import Database
package import Forges

/// A version that has different contents in pull requests of the fleet: a tag, a digest or a checksum
/// that was moved or replaced.
package struct MovedContent: Hashable, Sendable {
  /// One of the contents, and who has it.
  package struct Variant: Hashable, Sendable {
    /// The commit, the digest or the checksum.
    package var value: String
    /// The pull requests that propose it, or that found it later, sorted.
    package var uses: [Use]
  }

  /// A pull request with one of the contents.
  package struct Use: Hashable, Comparable, Sendable {
    /// The repository.
    package var repository: RepositoryID
    /// The number of the pull request.
    package var number: Int
    /// Whether the pull request has this content; false if a later pass found it for the version.
    package var isProposed: Bool

    /// Sorts by repository and number.
    package static func < (left: Use, right: Use) -> Bool {
      (left.repository.description, left.number) < (right.repository.description, right.number)
    }
  }

  /// The identifier of the ecosystem: `github-actions`.
  package var ecosystem: String
  /// The package and its version, as files name them: `actions/checkout 4.2.2`.
  package var subject: String
  /// The contents, sorted by value; at least two.
  package var variants: [Variant]
}

extension StateStore {
  /// Returns the versions with different contents in pull requests of the fleet, sorted.
  ///
  /// Two registries can have different packages of the same name, so people have to look at the
  /// repositories.
  ///
  /// - Throws: `DatabaseError`.
  package func movedContents() async throws -> [MovedContent] {
    struct Found: Decodable {
      var repository: RepositoryID
      var number: Int
      var pins: [SavedPin]
    }
    let found: [Found] = try await connection.read { transaction in
      try transaction.rows(
        """
        SELECT \(repositoryColumn), number, pins FROM pull_requests
        JOIN repositories ON repositories.id = pull_requests.repository_id WHERE pins <> '[]'
        """)
    }
    var uses: [Version: [String: Set<MovedContent.Use>]] = [:]
    for record in found {
      for pin in record.pins {
        guard let version = Version(pin) else { continue }
        let values = [(pin.value, true)] + [pin.later].compactMap(\.self).map { ($0, false) }
        for (value, isProposed) in values {
          uses[version, default: [:]][value, default: []].insert(
            MovedContent.Use(
              repository: record.repository, number: record.number, isProposed: isProposed))
        }
      }
    }
    return uses.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { version, values in
      MovedContent(
        ecosystem: version.ecosystem, subject: version.subject,
        variants: values.sorted { $0.key < $1.key }.map {
          MovedContent.Variant(value: $0, uses: $1.sorted())
        })
    }
  }
}

/// A version without the directory of its project.
private struct Version: Hashable, Comparable {
  var ecosystem: String
  var subject: String

  /// Parses the subject of a pin: `npm /web left-pad 1.3.0`; nil if it has another form.
  init?(_ pin: SavedPin) {
    let words = pin.subject.split(separator: " ", maxSplits: 2)
    guard words.count == 3 else { return nil }
    ecosystem = String(words[0])
    subject = String(words[2])
  }

  static func < (left: Version, right: Version) -> Bool {
    (left.ecosystem, left.subject) < (right.ecosystem, right.subject)
  }
}
