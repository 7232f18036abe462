extension GitLabForge {
  /// The project's settings for merging: GitLab demands whole pipelines, never checks by name.
  ///
  /// Approvals and the other rules show in the status of each merge request.
  package func rules(
    of branch: String, in repository: RepositoryName
  ) async throws(ForgeError) -> BranchRules {
    let project = try await project(repository)
    var rules = BranchRules(
      isStrict: project.isStrict, hasMergeQueue: project.mergeTrainsEnabled ?? false,
      approvals: project.approvalsBeforeMerge ?? 0)
    rules.demandsAllChecks = project.onlyAllowMergeIfPipelineSucceeds ?? false
    rules.testsMergeCommits = project.mergePipelinesEnabled ?? false
    return rules
  }

  /// `GET merge_requests/N/reviewers`: those whose state is `requested_changes`.
  package func changeRequests(
    on number: Int, in repository: RepositoryName
  ) async throws(ForgeError) -> [String] {
    struct Reviewer: Decodable {
      var user: GitLabUser?
      var state: String?
    }
    let reviewers: [Reviewer] = try await host.read(
      .get(repository.mergeRequest(number, "reviewers"), of: repository))
    return reviewers.filter { $0.state == "requested_changes" }
      .map { $0.user?.username ?? "a deleted account" }.sorted()
  }
}

extension GitLabProject {
  /// Whether a head must contain the newest commit of the target branch.
  var isStrict: Bool { mergeMethod == "ff" || mergeMethod == "rebase_merge" }

  /// Whether pipelines must succeed, and a skipped one doesn't count as success.
  var blocksSkippedPipelines: Bool {
    onlyAllowMergeIfPipelineSucceeds == true && allowMergeOnSkippedPipeline != true
  }
}
