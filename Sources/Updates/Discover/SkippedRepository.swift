import Store

/// Why a repository has nothing to update; this is not a failure.
enum SkippedRepository: Error {
  /// Its default branch has no commit.
  case empty(branch: String)
  /// It is a fork, and the operator's file doesn't include forks or name it.
  case fork
  /// The credential may only read it.
  case readOnly

  /// The condition to save.
  var condition: RepositoryCondition {
    switch self {
    case .empty: .empty
    case .fork: .fork
    case .readOnly: .noRights
    }
  }

  /// The sentence for the report.
  var notice: String {
    switch self {
    case .empty(let branch): "skipped: the branch \(branch) has no commit yet"
    case .fork:
      "skipped: it is a fork; name it in 'repositories', or set 'forks: include' in the operator's file"
    case .readOnly:
      "skipped: the credential may only read it; give its account write access, or exclude the "
        + "repository in 'repositories'"
    }
  }
}
