package import FoundationEssentials

/// What one job of continuous integration says about a commit.
package struct Check: Hashable, Sendable {
  /// The status' context or the check run's name; rules of branches name it by this.
  package var name: String
  /// Of a run that has not completed always `pending`; else its conclusion.
  package var state: State
  /// The App that made it, where the forge says; rules may demand one.
  package var app: Int?
  /// The suite that it ran in, where the forge groups checks: one name may stand in several.
  package var suite: Int?
  /// Where people look at it.
  package var webURL: String?
  /// When the job began, or a status was first set; nil where the forge does not say.
  package var startedAt: Date?
  /// Nil while it is pending.
  package var completedAt: Date?

  /// Describes a check.
  package init(
    name: String, state: State, app: Int? = nil, suite: Int? = nil, webURL: String? = nil,
    startedAt: Date? = nil, completedAt: Date? = nil
  ) {
    self.name = name
    self.state = state
    self.app = app
    self.suite = suite
    self.webURL = webURL
    self.startedAt = startedAt
    self.completedAt = completedAt
  }

  /// Every end that forges know; what they may learn to say is kept by its name.
  package enum State: Hashable, Sendable {
    /// Expected, queued, waiting, requested or running.
    case pending
    /// It ran, and found nothing wrong.
    case success
    /// It ran, and passes no judgement.
    case neutral
    /// It did not run, since its conditions were not met.
    case skipped
    /// It ran, and found something wrong.
    case failure
    /// A status that could not be computed.
    case error
    /// Somebody, or a newer run, broke it off.
    case cancelled
    /// It ran longer than it may.
    case timedOut
    /// A person has to do something first.
    case actionRequired
    /// Given up by the forge because it never ended.
    case stale
    /// The workflow could not be started: its file is wrong, for instance.
    case startupFailure
    /// Completed with a conclusion that this program does not know.
    case unknown(String)
  }
}

extension Check.State {
  /// What a check means for who waits for it: what is not understood never passes.
  package enum Outcome: Hashable, Sendable {
    /// Not known yet.
    case pending
    /// Nothing is in the way.
    case passed
    /// Something is in the way, if only that it is not understood.
    case failed
  }

  /// Green is success, neutral and skipped, as GitHub's own required checks have it.
  package var outcome: Outcome {
    switch self {
    case .pending: .pending
    case .success, .neutral, .skipped: .passed
    case .failure, .error, .cancelled, .timedOut, .actionRequired, .stale, .startupFailure,
      .unknown:
      .failed
    }
  }
}

/// A check without which a branch takes no pull request.
package struct RequiredCheck: Hashable, Sendable {
  /// Compared with `Check.name` letter by letter.
  package var name: String
  /// The only App whose check counts; nil: anybody's.
  package var app: Int?

  /// Demands a check.
  package init(name: String, app: Int? = nil) {
    self.name = name
    self.app = app
  }
}

/// The demands of a branch on pull requests into it, from protection and rulesets together.
package struct BranchRules: Hashable, Sendable {
  /// Sorted by name; the narrower of two demands for one name.
  package var checks: [RequiredCheck]
  /// Whether a head must contain the branch's newest commit, if the host says so.
  package var isStrict: Bool
  /// Whether the host merges in an order of its own, so that nobody else may.
  package var hasMergeQueue: Bool
  /// Whether all checks must pass, whatever their names, as GitLab's "pipelines must succeed" demands.
  package var demandsAllChecks = false
  /// The number of approving reviews that are demanded, if the host says so.
  package var approvals: Int
  /// Why some rules could not be read; nil if all were.
  ///
  /// Nothing merges while it is set.
  package var unread: String?

  /// Demands nothing unless told otherwise.
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
