package import Store

extension RepositoryCondition {
  /// Why the repository gets no updates, in one sentence without a period; nil if it gets them.
  package var reason: String? {
    switch self {
    case .active: nil
    case .noFile: "has no configuration file, such as .github/dependabot.yml"
    case .mistaken: "its configuration file has mistakes, so that no entry of it is used"
    case .unsupported:
      "its configuration file has no entry that martlet supports and the operator's file allows"
    case .nothingFound: "the entries of its configuration file find no manifest"
    case .empty: "has no commit on its default branch"
    case .fork: "is a fork, which the operator's file doesn't include"
    case .archived: "is archived, so that nothing can be changed"
    case .noRights: "the credential may not write to it"
    }
  }
}
