extension GitLabForge: AutomaticMerging, BranchRuleReading, CheckRestarting, ClosingReading,
  HeadBranchReading, ReviewReading, Reacting, Labelling, Assigning, ReviewRequesting,
  MilestoneSetting, DraftEnding
{
  /// Nil: the status of a pipeline is one of the checks.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// Nil: only maintainers may list deliveries.
  package var redelivery: (any HookDelivering)? { nil }
}
