/// The result of a request to create something that must exist once.
package enum Creation<Value: Hashable & Sendable>: Hashable, Sendable {
  /// It was created by this call, or by an earlier one of ours with a lost response.
  case created(Value)
  /// It existed before; the caller decides whether the value is acceptable.
  case existed(Value)

  /// The present value.
  package var value: Value {
    switch self {
    case .created(let value), .existed(let value): value
    }
  }
}

/// The result of placing a commit on a branch.
package enum BranchWrite: Hashable, Sendable {
  /// The branch is at this commit, by this call or an earlier one with a lost response.
  case written(commit: String)
  /// The branch was not where it was expected, and is unchanged; nil: it doesn't exist.
  case lost(head: String?)
}

/// The result of a compare-and-swap of a branch.
package enum BranchMove: Hashable, Sendable {
  /// The branch has the new value, by this call or an earlier one with a lost response.
  case moved
  /// The branch was not where it was expected, and is unchanged; nil: it doesn't exist.
  case lost(head: String?)
}

extension BranchWrite {
  /// Adds the commit to the result of a move.
  init(_ move: BranchMove, of commit: String) {
    switch move {
    case .moved: self = .written(commit: commit)
    case .lost(let head): self = .lost(head: head)
    }
  }
}

/// The result of a merge.
package enum MergeOutcome: Hashable, Sendable {
  /// The base branch has the change, by this commit.
  case merged(commit: String)
  /// The head is not the commit that was judged.
  case headMoved
  /// The branches conflict, in the host's words; they may be out of date.
  case conflicting(String)
  /// The head lacks commits of the base that a rule requires, in the host's words.
  case behind(String)
  /// The host is still computing whether it may merge: ask again.
  case later(String)
  /// It lacks an approval, which changes the pull request in the lists of `PullRequestComparing`.
  case unapproved(String)
  /// The host doesn't allow it now: missing checks, rules.
  case refused(String)
}

/// The result of switching auto-merge on.
package enum AutoMergeOutcome: Hashable, Sendable {
  /// The host merges as soon as its rules are met.
  case enabled
  /// All rules are met: merge now.
  case ready
  /// The repository doesn't allow it now, with the reason.
  case unavailable(String)
}

/// The ways to merge a pull request.
package enum MergeMethod: String, Hashable, Sendable {
  /// A commit with two parents, which keeps the branch's own.
  case merge
  /// One commit for all of the branch's.
  case squash
  /// The branch's commits, one after the other, on top of the base.
  case rebase
}
