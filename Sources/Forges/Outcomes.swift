/// How the wish to create something ended: both ways it is there afterwards.
package enum Creation<Value: Hashable & Sendable>: Hashable, Sendable {
  /// It was made by this call, or by an earlier one of ours whose reply was lost.
  case created(Value)
  /// It was there before; the value is what was found, to be judged by the caller.
  case existed(Value)

  /// What is there now.
  package var value: Value {
    switch self {
    case .created(let value), .existed(let value): value
    }
  }
}

/// How a compare-and-swap of a branch ended.
package enum BranchMove: Hashable, Sendable {
  /// The branch is where it was to go, by this call or by an earlier one whose reply was lost.
  case moved
  /// The branch was elsewhere than expected and was left alone; nil: it is gone.
  case lost(head: String?)
}

/// How a merge ended.
package enum MergeOutcome: Hashable, Sendable {
  /// The base branch has the change; the commit that brought it.
  case merged(commit: String)
  /// The head is not the commit that was judged.
  case headMoved
  /// The host does not allow it now: conflicts, missing checks, rules.
  case refused(String)
}

/// How asking for a merge by the host itself ended.
package enum AutoMergeOutcome: Hashable, Sendable {
  /// The host merges as soon as its rules are met.
  case enabled
  /// Nothing is left to wait for: merge at once.
  case ready
  /// The repository does not allow it, or the host has no such thing.
  case unavailable(String)
}

/// The three ways in which pull requests are merged.
package enum MergeMethod: String, Hashable, Sendable {
  /// A commit with two parents, which keeps the branch's own.
  case merge
  /// One commit for all of the branch's.
  case squash
  /// The branch's commits one after the other on top of the base.
  case rebase
}
