/// The state of the repository that a dependency comes from.
package enum RepositoryUpkeep: Hashable, Sendable {
  /// It is archived: nothing can be changed in it.
  case archived(page: String)
  /// Whether it is archived isn't known, since its host or the registry didn't answer.
  case unknown(page: String)

  /// The sentence about a version.
  ///
  ///     "1.0.0 is from the archived repository https://github.com/acme/a"
  package func sentence(about version: String) -> String {
    switch self {
    case .archived(let page): "\(version) is from the archived repository \(page)"
    case .unknown(let page):
      "it isn't known whether the repository of \(version) is archived: \(page) did not answer"
    }
  }
}
