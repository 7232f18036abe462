extension GiteaForge: BranchRuleReading, ClosingReading, PullRequestComparing, ReviewReading,
  Reacting, Labelling, Assigning, ReviewRequesting, MilestoneSetting, GrantChecking, DraftEnding,
  OwnerListing
{
  /// Nil: the host has no dependency graph.
  package var dependencyGraph: (any DependencySubmitting)? { nil }
  /// Nil, because a scheduled merge isn't bound to a commit: martlet merges by itself.
  ///
  /// A merge that was scheduled with `merge_when_checks_succeed` survives pushes by anyone, and
  /// `head_commit_id` is ignored when it is scheduled.
  package var automaticMerging: (any AutomaticMerging)? { nil }
  /// Nil: the statuses of all jobs exist as soon as a workflow is started.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// Nil: the host closes a pull request when its branch is deleted.
  package var headBranches: (any HeadBranchReading)? { nil }
  /// Nil: statuses of other systems, and runs of old versions, can't be started again by the API.
  package var checkRestarts: (any CheckRestarting)? { nil }
  /// Nil: deliveries can't be listed by the API.
  package var redelivery: (any HookDelivering)? { nil }
}
