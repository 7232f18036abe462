extension BitbucketForge: BranchRuleReading, ClosingReading, HeadBranchReading, ReviewReading,
  ReviewRequesting, GrantChecking
{
  /// Nil: whether a scheduled merge ends when a commit is pushed is not documented, so martlet merges
  /// by itself.
  package var automaticMerging: (any AutomaticMerging)? { nil }
  /// Required builds and the settings of pull requests.
  package var branchRules: (any BranchRuleReading)? { self }
  /// Nil: builds have no groups that announce more builds.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// The activities of a pull request.
  package var closings: (any ClosingReading)? { self }
  /// The list of branches: a server may leave a pull request open without its branch.
  package var headBranches: (any HeadBranchReading)? { self }
  /// Reviewers who marked a pull request as "needs work".
  package var reviews: (any ReviewReading)? { self }
  /// Nil: the API can set reactions, and doesn't describe how they are read.
  package var reactions: (any Reacting)? { nil }
  /// Nil: pull requests have no labels.
  package var labelling: (any Labelling)? { nil }
  /// Nil: pull requests have reviewers only.
  package var assigning: (any Assigning)? { nil }
  /// The reviewers of a pull request.
  package var reviewRequests: (any ReviewRequesting)? { self }
  /// Nil: there are no milestones.
  package var milestones: (any MilestoneSetting)? { nil }
  /// Nil: only administrators of a repository may list deliveries.
  package var redelivery: (any HookDelivering)? { nil }
  /// The kind of token, and trial writes.
  package var grants: (any GrantChecking)? { self }
}
