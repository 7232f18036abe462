// GitLab lists the pipelines of a commit with their jobs, and its deliveries to maintainers only.
extension GitLabForge: AutomaticMerging, BranchRuleReading, ClosingReading, HeadBranchReading,
  ReviewReading, Reacting, Labelling, Assigning, ReviewRequesting, MilestoneSetting
{
  /// Auto-merge, which GitLab drops when a commit is pushed, and merge trains.
  package var automaticMerging: (any AutomaticMerging)? { self }
  /// The project's settings.
  package var branchRules: (any BranchRuleReading)? { self }
  /// Nil: the status of a pipeline is one of the checks.
  package var checkSuites: (any CheckSuiteReading)? { nil }
  /// The merge request's `closed_by`.
  package var closings: (any ClosingReading)? { self }
  /// The list of branches: a merge request may stay open without its branch.
  package var headBranches: (any HeadBranchReading)? { self }
  /// Reviewers who requested changes.
  package var reviews: (any ReviewReading)? { self }
  /// Award emoji of notes.
  package var reactions: (any Reacting)? { self }
  /// Labels of the project and its groups.
  package var labelling: (any Labelling)? { self }
  /// The merge request's assignees.
  package var assigning: (any Assigning)? { self }
  /// The merge request's reviewers.
  package var reviewRequests: (any ReviewRequesting)? { self }
  /// Milestones of the project and its groups.
  package var milestones: (any MilestoneSetting)? { self }
  /// Nil: only maintainers may list deliveries.
  package var redelivery: (any HookDelivering)? { nil }
  /// The scopes of the token, and trial writes.
  package var grants: (any GrantChecking)? { self }
}
