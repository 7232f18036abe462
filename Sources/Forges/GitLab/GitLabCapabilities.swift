extension GitLabForge: AutomaticMerging, BranchRuleReading, CheckRestarting, ClosingReading,
  HeadBranchReading, PullRequestComparing, ReviewReading, Reacting, Labelling, Assigning,
  ReviewRequesting,
  MilestoneSetting, DraftEnding, FleetSurveying
{
  /// Nil: GitLab reads reports of pipelines, and has no API to submit packages.
  package var dependencyGraph: (any DependencySubmitting)? { nil }
  /// Nil: the list has the repositories that the credential may only read.
  package var ownerListing: (any OwnerListing)? { nil }
  /// Nil: the status of a pipeline is one of the checks.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// Nil: only maintainers may list deliveries.
  package var redelivery: (any HookDelivering)? { nil }
}
