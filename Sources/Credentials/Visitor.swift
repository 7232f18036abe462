package import Forges

/// On whose behalf a request is made: whoever may read the resulting text.
package enum Visitor: Hashable, Codable, Sendable {
  /// All repositories of the fleet share the result.
  case everyone
  /// The person at the terminal, who has the operator's file.
  case person
  /// A test of every credential, whose result shows nothing of what was read.
  case test
  /// A repository of a forge.
  case repository(VisitedRepository)

  /// Whether only a limited group reads the result.
  var isPrivate: Bool {
    switch self {
    case .everyone: false
    case .person, .test: true
    case .repository(let visited): !visited.isPublic
    }
  }

  /// The visited repository; nil for other visitors.
  package var visited: VisitedRepository? {
    if case .repository(let visited) = self { visited } else { nil }
  }
}

/// The repository of a visit.
package struct VisitedRepository: Hashable, Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// Whether everyone may read it; also if that isn't known.
  package var isPublic: Bool

  /// Describes a visit.
  package init(_ repository: RepositoryID, isPublic: Bool) {
    self.repository = repository
    self.isPublic = isPublic
  }
}
