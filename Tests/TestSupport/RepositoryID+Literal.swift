package import Forges

extension RepositoryID: ExpressibleByStringInterpolation {
  /// Parses a literal such as `fake/acme/app`; an invalid one ends the tests.
  package init(stringLiteral text: String) {
    let id: RepositoryID? = RepositoryID(text)
    guard let id else { preconditionFailure("not FORGE/OWNER/NAME: \(text)") }
    self = id
  }
}

/// Parses names such as `acme/app`; an invalid one ends the tests.
package func repositoryNames(_ texts: [String]) -> [RepositoryName] {
  texts.map { text in
    guard let name = RepositoryName(text) else { preconditionFailure("not OWNER/NAME: \(text)") }
    return name
  }
}
