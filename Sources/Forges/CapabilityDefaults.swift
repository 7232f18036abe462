// A forge has a capability by conforming to its protocol. It states only what it lacks, with the reason:
//
//     extension GiteaForge: Labelling, Reacting {
//       /// Nil: deliveries can't be listed by the API.
//       package var redelivery: (any HookDelivering)? { nil }
//     }
//
// The compiler refuses a forge that does neither.

extension Capabilities where Self: AutomaticMerging {
  /// The forge itself.
  package var automaticMerging: (any AutomaticMerging)? { self }
}

extension Capabilities where Self: BranchRuleReading {
  /// The forge itself.
  package var branchRules: (any BranchRuleReading)? { self }
}

extension Capabilities where Self: CheckSuiteReading {
  /// The forge itself.
  package var checkSuites: (any CheckSuiteReading)? { self }
}

extension Capabilities where Self: CheckRestarting {
  /// The forge itself.
  package var checkRestarts: (any CheckRestarting)? { self }
}

extension Capabilities where Self: CommitSigning {
  /// The forge itself.
  package var commitSigning: (any CommitSigning)? { self }
}

extension Capabilities where Self: DependencySubmitting {
  /// The forge itself.
  package var dependencyGraph: (any DependencySubmitting)? { self }
}

extension Capabilities where Self: OwnerListing {
  /// The forge itself.
  package var ownerListing: (any OwnerListing)? { self }
}

extension Capabilities where Self: ClosingReading {
  /// The forge itself.
  package var closings: (any ClosingReading)? { self }
}

extension Capabilities where Self: HeadBranchReading {
  /// The forge itself.
  package var headBranches: (any HeadBranchReading)? { self }
}

extension Capabilities where Self: PullRequestComparing {
  /// The forge itself.
  package var pullRequestChanges: (any PullRequestComparing)? { self }
}

extension Capabilities where Self: ReviewReading {
  /// The forge itself.
  package var reviews: (any ReviewReading)? { self }
}

extension Capabilities where Self: Reacting {
  /// The forge itself.
  package var reactions: (any Reacting)? { self }
}

extension Capabilities where Self: Labelling {
  /// The forge itself.
  package var labelling: (any Labelling)? { self }
}

extension Capabilities where Self: Assigning {
  /// The forge itself.
  package var assigning: (any Assigning)? { self }
}

extension Capabilities where Self: ReviewRequesting {
  /// The forge itself.
  package var reviewRequests: (any ReviewRequesting)? { self }
}

extension Capabilities where Self: DraftEnding {
  /// The forge itself.
  package var drafts: (any DraftEnding)? { self }
}

extension Capabilities where Self: MilestoneSetting {
  /// The forge itself.
  package var milestones: (any MilestoneSetting)? { self }
}

extension Capabilities where Self: FleetSurveying {
  /// The forge itself.
  package var fleetSurvey: (any FleetSurveying)? { self }
}

extension Capabilities where Self: GrantChecking {
  /// The forge itself.
  package var grants: (any GrantChecking)? { self }
}

extension Capabilities where Self: IssueTracking {
  /// The forge itself.
  package var issues: (any IssueTracking)? { self }
}
