// A folder of files has no server that merges by itself, groups checks, sends webhooks or checks
// permissions.
extension LocalForge: BranchRuleReading, ClosingReading, ReviewReading, Reacting, Labelling,
  Assigning, ReviewRequesting, MilestoneSetting
{
  /// Nil: no program runs that could merge later.
  package var automaticMerging: (any AutomaticMerging)? { nil }
  /// `required-checks` and `strict` of `settings.json`.
  package var branchRules: (any BranchRuleReading)? { self }
  /// Nil: `checks/SHA.json` lists all checks.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// The record's `closedBy`.
  package var closings: (any ClosingReading)? { self }
  /// Nil: a person closes a pull request in the folder, not by deleting its branch.
  package var headBranches: (any HeadBranchReading)? { nil }
  /// The record's `changesRequestedBy`.
  package var reviews: (any ReviewReading)? { self }
  /// The reactions in the record's comments.
  package var reactions: (any Reacting)? { self }
  /// `labels.json`.
  package var labelling: (any Labelling)? { self }
  /// The record's assignees.
  package var assigning: (any Assigning)? { self }
  /// The record's reviewers.
  package var reviewRequests: (any ReviewRequesting)? { self }
  /// The record's milestone.
  package var milestones: (any MilestoneSetting)? { self }
  /// Nil: there are no webhooks.
  package var redelivery: (any HookDelivering)? { nil }
  /// Nil: the file system's permissions apply.
  package var grants: (any GrantChecking)? { nil }
  /// Nil: files have no rate limits.
  package var gate: ForgeGate? { nil }
}
