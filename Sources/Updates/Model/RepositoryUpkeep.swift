/// Whether a dependency's repository is archived.
package enum RepositoryUpkeep: Hashable, Sendable {
  /// It is archived: nothing can be changed in it.
  case archived(page: String)
  /// Whether it is archived isn't known.
  case unknown(page: String, Gap)

  /// Why it isn't known whether a repository is archived.
  package enum Gap: Hashable, Sendable {
    /// The host or the registry didn't answer, or with an error.
    case noAnswer
    /// The host has no such repository, or none that martlet may see.
    case missing
    /// The host's answer doesn't have the mark that its documentation names.
    case unstated
    /// The pass was ended before the answer.
    case ended

    fileprivate func clause(about page: String) -> String {
      switch self {
      case .noAnswer: "\(page) did not answer"
      case .missing: "\(page) was not found"
      case .unstated: "the answer about \(page) does not say it"
      case .ended: "the pass was ended before \(page) answered"
      }
    }
  }

  /// The sentence about a version.
  ///
  ///     "1.0.0 is from the archived repository https://github.com/acme/a"
  package func sentence(about version: String) -> String {
    switch self {
    case .archived(let page): "\(version) is from the archived repository \(page)"
    case .unknown(let page, let gap):
      "it isn't known whether the repository of \(version) is archived: \(gap.clause(about: page))"
    }
  }
}
