// GitHub has all capabilities; deliveries are listed for an App only.
extension GitHubForge: AutomaticMerging, BranchRuleReading, CheckSuiteReading, ClosingReading,
  ReviewReading, Reacting, Labelling, Assigning, ReviewRequesting, MilestoneSetting
{
  /// GraphQL's `enablePullRequestAutoMerge`, which is bound to the expected head.
  package var automaticMerging: (any AutomaticMerging)? { self }
  /// Branch protection and rulesets.
  package var branchRules: (any BranchRuleReading)? { self }
  /// The check suites of Apps.
  package var checkSuites: (any CheckSuiteReading)? { self }
  /// The issue's `closed_by`.
  package var closings: (any ClosingReading)? { self }
  /// Nil: GitHub closes a pull request when its branch is deleted.
  package var headBranches: (any HeadBranchReading)? { nil }
  /// Pull request reviews.
  package var reviews: (any ReviewReading)? { self }
  /// Reactions of the comments.
  package var reactions: (any Reacting)? { self }
  /// The labels.
  package var labelling: (any Labelling)? { self }
  /// The assignees.
  package var assigning: (any Assigning)? { self }
  /// Requested reviewers and teams.
  package var reviewRequests: (any ReviewRequesting)? { self }
  /// The milestone.
  package var milestones: (any MilestoneSetting)? { self }
  /// Only an App may list its deliveries.
  package var redelivery: (any HookDelivering)? { isApp ? self : nil }
  /// Permissions of an App, scopes of a token, and trial writes.
  package var grants: (any GrantChecking)? { self }
}
