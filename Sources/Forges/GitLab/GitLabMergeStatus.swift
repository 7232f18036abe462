/// A value of `detailed_merge_status`: the first thing that is in the way of a merge.
struct GitLabMergeStatus: Hashable, Sendable {
  /// GitLab's word.
  let word: String

  /// Takes any word; unknown ones block.
  init(word: String) {
    self.word = word
  }

  /// Whether GitLab hasn't decided yet; reading the merge request again shows the decision.
  var isComputing: Bool {
    ["unchecked", "checking", "preparing", "approvals_syncing", "cannot_be_merged_rechecking"]
      .contains(word)
  }

  /// Nil while it is computed, and for merge requests that aren't open.
  var state: PullRequest.MergeState? {
    switch word {
    case _ where isComputing: nil
    case "not_open": nil
    case "mergeable": .clean
    case "need_rebase": .behind
    case "conflict", "broken_status": .conflicting
    case "draft_status": .draft
    default: .blocked
    }
  }

  /// Completes "waiting: …" for what blocks; nil if nothing does.
  var obstacle: String? {
    guard state == .blocked else { return nil }
    return Self.obstacles[word] ?? "GitLab blocks the merge: \(word)"
  }

  private static let obstacles = [
    "ci_must_pass": "the project merges only after a pipeline that succeeded",
    "ci_still_running": "its pipeline is not finished",
    "not_approved": "it needs an approval",
    "requested_changes": "a reviewer requested changes",
    "discussions_not_resolved": "there are unresolved threads",
    "status_checks_must_pass": "an external status check has not passed",
    "security_policy_violations": "a security policy is violated",
    "security_policy_pipeline_check": "the pipeline of a security policy has not succeeded",
    "jira_association_missing": "its title or description must name an issue of Jira",
    "merge_request_blocked": "another merge request must be merged first",
    "merge_time": "it may be merged only after a time that was set",
    "locked_paths": "a file that it changes is locked",
    "locked_lfs_files": "a file that it changes is locked",
    "title_regex": "its title does not match the pattern that the project demands",
    "title_not_matching": "its title does not match the pattern that the project demands",
    "commits_status": "its source branch is missing or has no commits",
    // The words of GitLab 16.
    "blocked_status": "another merge request must be merged first",
    "external_status_checks": "an external status check has not passed",
    "jira_association": "its title or description must name an issue of Jira",
    "policies_denied": "a security policy is violated",
  ]
}
