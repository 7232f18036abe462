extension LocalForge: BranchRuleReading, ClosingReading, ReviewReading, Reacting, Labelling,
  Assigning, ReviewRequesting, MilestoneSetting, DraftEnding
{
  /// Nil: the folder has no dependency graph.
  package var dependencyGraph: (any DependencySubmitting)? { nil }
  /// Nil: the list has the repositories that the credential may only read.
  package var ownerListing: (any OwnerListing)? { nil }
  /// Nil: reading a file costs no request.
  package var pullRequestChanges: (any PullRequestComparing)? { nil }
  /// Nil: nothing in the folder checks signatures.
  package var commitSigning: (any CommitSigning)? { nil }
  /// Nil: no program runs that could merge later.
  package var automaticMerging: (any AutomaticMerging)? { nil }
  /// Nil: `checks/SHA.json` lists all checks.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// Nil: a person closes a pull request in the folder, not by deleting its branch.
  package var headBranches: (any HeadBranchReading)? { nil }
  /// Nil: it has no checks.
  package var checkRestarts: (any CheckRestarting)? { nil }
  /// Nil: reading a file costs no request.
  package var fleetSurvey: (any FleetSurveying)? { nil }
  /// Nil: there are no webhooks.
  package var redelivery: (any HookDelivering)? { nil }
  /// Nil: the file system's permissions apply.
  package var grants: (any GrantChecking)? { nil }
  /// Nil: files have no rate limits.
  package var limiter: ForgeRateLimiter? { nil }
}
