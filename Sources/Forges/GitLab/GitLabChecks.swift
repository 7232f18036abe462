import HTTP
import Time

extension GitLabForge {
  /// `GET pipelines?sha=SHA`, then `commits/SHA/statuses` of the pipeline that decides, which lists
  /// jobs, triggers of child pipelines and the statuses of other systems.
  ///
  /// If they don't explain the pipeline's own status, it is a check, too: a pipeline whose file is
  /// wrong has no jobs. A skipped pipeline waits for a person if the project doesn't accept it; the
  /// settings are those that `rules` read.
  package func checks(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [Check] {
    let listed = try await host.list(
      .get(
        repository.project("pipelines"),
        [("sha", commit), ("order_by", "id"), ("sort", "desc"), ("per_page", "100")],
        of: repository)
    ) { (page: [GitLabPipeline]) in page }
    let head = known.removePipeline(of: commit, in: repository)
    var checks: [Check] = []
    for pipeline in GitLabPipeline.deciding(listed, head: head) {
      let jobs = try await jobs(of: pipeline, in: repository)
      // A system that reported again after the project's own pipeline began reports to that one.
      let isReplaced = { (check: Check) in
        pipeline.isExternal && checks.contains { $0.name == check.name }
      }
      let own = jobs.map { $0.check(pipeline) }
      checks += own.filter { !isReplaced($0) }
      if let whole = pipeline.check(besides: own) { checks.append(whole) }
      if pipeline.status == "skipped", known.blocksSkippedPipelines(in: repository) {
        checks.removeAll { $0.suite == pipeline.id }
        checks.append(pipeline.check(.waiting))
      }
    }
    return checks.sorted { $0.name < $1.name }
  }

  /// `GET commits/SHA/statuses` of a pipeline.
  private func jobs(
    of pipeline: GitLabPipeline, in repository: RepositoryName
  ) async throws(ForgeError) -> [GitLabJob] {
    try await host.list(
      .get(
        repository.project("repository", "commits", pipeline.sha, "statuses"),
        [("pipeline_id", "\(pipeline.id)"), ("per_page", "100")], of: repository)
    ) { (page: [GitLabJob]) in
      // Old versions ignore the parameter.
      page.filter { $0.pipelineId ?? pipeline.id == pipeline.id }
    }
  }
}

extension GitLabPipeline {
  /// The pipeline as a check, if its jobs don't show why it has its status.
  ///
  ///     a pipeline "failed" without jobs  ->  a check "pipeline" that failed
  ///     a pipeline "failed" with a job that failed  ->  nil
  func check(besides jobs: [Check]) -> Check? {
    let state = Check.State(gitLab: status)
    let outcomes = Set(jobs.map(\.state.outcome))
    let isExplained =
      switch state.outcome {
      case .passed: !jobs.isEmpty
      case .pending: outcomes.contains(.pending)
      case .failed: outcomes.contains(.failed)
      }
    return isExplained ? nil : check(state)
  }

  /// The pipeline as a check with the name `pipeline`.
  func check(_ state: Check.State) -> Check {
    Check(
      name: "pipeline", state: state, suite: id, webURL: webUrl,
      startedAt: HostTime.date(createdAt),
      completedAt: state.outcome == .pending ? nil : HostTime.date(updatedAt))
  }
}
