extension GitHubForge: AutomaticMerging, BranchRuleReading, CheckSuiteReading,
  CheckRestarting, ClosingReading, ReviewReading, Reacting, Labelling, Assigning, ReviewRequesting,
  MilestoneSetting, DraftEnding, FleetSurveying
{
  /// Nil: the list has the repositories that the credential may only read.
  package var ownerListing: (any OwnerListing)? { nil }
  /// Nil: the list says nothing about suites of checks, which may add checks later.
  package var pullRequestChanges: (any PullRequestComparing)? { nil }
  /// Nil: GitHub closes a pull request when its branch is deleted.
  package var headBranches: (any HeadBranchReading)? { nil }
  /// Only an App may list its deliveries.
  package var redelivery: (any HookDelivering)? { isApp ? self : nil }
}
