extension AzureForge: BranchRuleReading, ClosingReading, HeadBranchReading, ReviewReading,
  ReviewRequesting, GrantChecking, DraftEnding
{
  /// Nil: the host has no dependency graph.
  package var dependencyGraph: (any DependencySubmitting)? { nil }
  /// Nil: the list has the repositories that the credential may only read.
  package var ownerListing: (any OwnerListing)? { nil }
  /// Nil: the list has neither the time of the last change nor the number of comments.
  package var pullRequestChanges: (any PullRequestComparing)? { nil }
  /// Nil: auto-complete also merges commits that are pushed later, so martlet merges by itself.
  package var automaticMerging: (any AutomaticMerging)? { nil }
  /// Nil: policies announce all builds that must pass.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// Nil: a comment can only be liked, which can't say that a command was refused.
  package var reactions: (any Reacting)? { nil }
  /// Nil: pull requests have labels, but there is no list of a repository's labels, and each misspelt
  /// name would create one.
  package var labelling: (any Labelling)? { nil }
  /// Nil: pull requests have reviewers only.
  package var assigning: (any Assigning)? { nil }
  /// Nil: there are no milestones.
  package var milestones: (any MilestoneSetting)? { nil }
  /// Nil: a build of a policy is queued again by other rights than martlet's.
  package var checkRestarts: (any CheckRestarting)? { nil }
  /// Nil: no list of repositories shows the heads of their branches.
  package var fleetSurvey: (any FleetSurveying)? { nil }
  /// Nil: notifications of service hooks can't be repeated.
  package var redelivery: (any HookDelivering)? { nil }
  /// Nil: work items belong to a project and not to a repository, and their types and states are the
  /// organization's own.
  package var issues: (any IssueTracking)? { nil }
}
