package import Time

/// The result of one CI job for a commit.
package struct Check: Hashable, Sendable {
  /// The name that branch rules use, such as a status' context.
  package var name: String
  /// `pending` until the job has completed, then its conclusion.
  package var state: State
  /// The app that reported it, if the forge reports it; rules may require one.
  package var app: Int?
  /// The suite that it belongs to, if the forge groups checks; several suites may use one name.
  package var suite: Int?
  /// The address of its page.
  package var webURL: String?
  /// When the job began; nil if the forge doesn't report it.
  package var startedAt: Timestamp?
  /// Nil while it is pending.
  package var completedAt: Timestamp?

  /// Creates a check.
  package init(
    name: String, state: State, app: Int? = nil, suite: Int? = nil, webURL: String? = nil,
    startedAt: Timestamp? = nil, completedAt: Timestamp? = nil
  ) {
    self.name = name
    self.state = state
    self.app = app
    self.suite = suite
    self.webURL = webURL
    self.startedAt = startedAt
    self.completedAt = completedAt
  }

  /// The conclusions of all forges; unknown ones are kept by name.
  package enum State: Hashable, Sendable {
    /// Expected, queued, waiting, requested or running.
    case pending
    /// It waits until a person starts it.
    case waiting
    /// It succeeded.
    case success
    /// It ended without a verdict, or may fail.
    case neutral
    /// It did not run, because its conditions were not met.
    case skipped
    /// It failed.
    case failure
    /// Its result could not be determined.
    case error
    /// A person or a newer run cancelled it.
    case cancelled
    /// It exceeded its time limit.
    case timedOut
    /// It requires an action by a person.
    case actionRequired
    /// The forge gave up waiting for it.
    case stale
    /// The workflow could not be started, for example because its file is invalid.
    case startupFailure
    /// It completed with an unknown conclusion.
    case unknown(String)
  }
}

extension Check.State {
  /// What a state means for a merge; an unknown state never passes.
  package enum Outcome: Hashable, Sendable {
    /// The job has not completed.
    case pending
    /// The check allows the merge.
    case passed
    /// The check prevents the merge, or is unknown.
    case failed
  }

  /// Success, neutral and skipped pass, as in GitHub's rules for required checks.
  package var outcome: Outcome {
    switch self {
    case .pending, .waiting: .pending
    case .success, .neutral, .skipped: .passed
    case .failure, .error, .cancelled, .timedOut, .actionRequired, .stale, .startupFailure,
      .unknown:
      .failed
    }
  }
}

/// A check that must pass before a pull request is merged into a branch.
package struct RequiredCheck: Hashable, Sendable {
  /// Equal to `Check.name`, case-sensitive, or a pattern for it.
  package var name: String
  /// The app that must report it; nil: any.
  package var app: Int?
  /// Whether `name` is a `CheckPattern`; every check with a name that matches must pass, and at least
  /// one must exist.
  package var isPattern: Bool

  /// Creates a requirement.
  package init(name: String, app: Int? = nil, isPattern: Bool = false) {
    self.name = name
    self.app = app
    self.isPattern = isPattern
  }

  /// Whether a check with this name is the required one.
  package func matches(_ check: String) -> Bool {
    isPattern ? CheckPattern(name).matches(check) : check == name
  }
}

/// What a branch requires of pull requests, from all kinds of rules together.
package struct BranchRules: Hashable, Sendable {
  /// Sorted by name; of two requirements for one name the stricter one.
  package var checks: [RequiredCheck]
  /// Whether a head must contain the branch's newest commit, if the host reports it.
  package var isStrict: Bool
  /// Whether only the host's merge queue may merge.
  package var hasMergeQueue: Bool
  /// Whether all checks must pass, whatever their names, as GitLab's "pipelines must succeed" demands.
  package var demandsAllChecks = false
  /// Whether checks can run on a merge of the head, which only the pull request alone names, as GitLab's
  /// merged results pipelines do.
  package var testsMergeCommits = false
  /// The number of required approvals, if the host reports it.
  package var approvals: Int
  /// Why some rules could not be read; nil if all were read.
  ///
  /// Pull requests aren't merged while it is set.
  package var unread: String?

  /// Requires nothing by default.
  package init(
    checks: [RequiredCheck] = [], isStrict: Bool = false, hasMergeQueue: Bool = false,
    approvals: Int = 0, unread: String? = nil
  ) {
    self.checks = checks
    self.isStrict = isStrict
    self.hasMergeQueue = hasMergeQueue
    self.approvals = approvals
    self.unread = unread
  }
}
