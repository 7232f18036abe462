extension BitbucketForge: BranchRuleReading, ClosingReading, HeadBranchReading, ReviewReading,
  ReviewRequesting, GrantChecking
{
  /// Nil: the host has no dependency graph.
  package var dependencyGraph: (any DependencySubmitting)? { nil }
  /// Nil: the list has the repositories that the credential may only read.
  package var ownerListing: (any OwnerListing)? { nil }
  /// Nil: the list doesn't say what vetoes a merge.
  package var pullRequestChanges: (any PullRequestComparing)? { nil }
  /// Nil: whether a scheduled merge ends when a commit is pushed is not documented, so martlet merges
  /// by itself.
  package var automaticMerging: (any AutomaticMerging)? { nil }
  /// Nil: builds have no groups that announce more builds.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// Nil: the API can set reactions, and doesn't describe how they are read.
  package var reactions: (any Reacting)? { nil }
  /// Nil: pull requests have no labels.
  package var labelling: (any Labelling)? { nil }
  /// Nil: pull requests have reviewers only.
  package var assigning: (any Assigning)? { nil }
  /// Nil: there are no milestones.
  package var milestones: (any MilestoneSetting)? { nil }
  /// Nil: builds are reported by other systems.
  package var checkRestarts: (any CheckRestarting)? { nil }
  /// Nil: servers before 8.18 have no drafts, and the others only since then.
  package var drafts: (any DraftEnding)? { nil }
  /// Nil: no list of repositories shows the heads of their branches.
  package var fleetSurvey: (any FleetSurveying)? { nil }
  /// Nil: only administrators of a repository may list deliveries.
  package var redelivery: (any HookDelivering)? { nil }
  /// Nil: issues are in Jira, another program.
  package var issues: (any IssueTracking)? { nil }
}
