extension GiteaForge: BranchRuleReading, ClosingReading, ReviewReading, Reacting, Labelling,
  Assigning, ReviewRequesting, MilestoneSetting, GrantChecking
{
  /// Nil, because a scheduled merge isn't bound to a commit: martlet merges by itself.
  ///
  /// A merge that was scheduled with `merge_when_checks_succeed` survives pushes by anyone, and
  /// `head_commit_id` is ignored when it is scheduled.
  package var automaticMerging: (any AutomaticMerging)? { nil }
  /// Branch protection.
  package var branchRules: (any BranchRuleReading)? { self }
  /// Nil: the statuses of all jobs exist as soon as a workflow is started.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// The timeline of a pull request.
  package var closings: (any ClosingReading)? { self }
  /// Nil: the host closes a pull request when its branch is deleted.
  package var headBranches: (any HeadBranchReading)? { nil }
  /// Pull request reviews.
  package var reviews: (any ReviewReading)? { self }
  /// Reactions to comments.
  package var reactions: (any Reacting)? { self }
  /// Labels of the repository and its organization, by id.
  package var labelling: (any Labelling)? { self }
  /// The assignees of a pull request.
  package var assigning: (any Assigning)? { self }
  /// Requested reviewers and teams.
  package var reviewRequests: (any ReviewRequesting)? { self }
  /// The milestone of a pull request.
  package var milestones: (any MilestoneSetting)? { self }
  /// Nil: deliveries can't be listed by the API.
  package var redelivery: (any HookDelivering)? { nil }
  /// Scopes, found by trial requests.
  package var grants: (any GrantChecking)? { self }
}
