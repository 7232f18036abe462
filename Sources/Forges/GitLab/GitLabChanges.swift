import Crypto
import HTTP

extension GitLabForge {
  /// The list of merge requests, `GET pipelines` for all of them, and the jobs of pipelines that aren't
  /// finished, each with a request.
  package func compare(
    _ known: [Int: String], in repository: RepositoryName
  ) async throws(ForgeError) -> [Int: ComparedPullRequest] {
    let open = try await openMergeRequests(Set(known.keys), in: repository)
    guard !open.isEmpty else { return [:] }
    let pipelines = try await recentPipelines(in: repository)
    var result: [Int: ComparedPullRequest] = [:]
    for request in open {
      result[request.iid] = try await compare(
        request, to: known[request.iid] ?? "", pipelines, in: repository)
    }
    return result
  }

  private func compare(
    _ request: GitLabMergeRequest, to known: String, _ recent: RecentPipelines,
    in repository: RepositoryName
  ) async throws(ForgeError) -> ComparedPullRequest {
    let own = try await pipelines(of: request, recent, in: repository)
    let deciding = GitLabPipeline.deciding(own.filter { $0.sha == request.sha }, head: nil)
    var jobs: [Int: [GitLabJob]] = [:]
    // The time of a pipeline's last change doesn't show single jobs, nor the reports of other systems.
    for pipeline in deciding where pipeline.isActive || pipeline.isExternal {
      jobs[pipeline.id] = try await self.jobs(of: pipeline, in: repository)
    }
    let words =
      [request.markWords]
      + own.map { "\($0.id) \($0.status) \($0.updatedAt ?? "")" }
      + jobs.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.markWords) }
    let mark = Digest(.sha256, of: words.joined(separator: "\n")).hexadecimal
    var compared = ComparedPullRequest(
      mark: mark, pullRequest: request.value(in: repository), checks: nil)
    // Only the page of a merge request shows which pipeline of its merge commit is the present one.
    if mark != known, own.allSatisfy({ $0.sha == request.sha }) {
      compared.checks = try await checks(of: deciding, knowing: jobs, in: repository)
    }
    return compared
  }

  /// The open merge requests with some numbers, from the list of changes if that has all of them.
  private func openMergeRequests(
    _ numbers: Set<Int>, in repository: RepositoryName
  ) async throws(ForgeError) -> [GitLabMergeRequest] {
    let kept = known.removeList(of: repository, now: host.pacing.now()) ?? []
    var all = kept.filter { numbers.contains($0.iid) }
    if Set(all.map(\.iid)) != numbers {
      all = try await host.list(
        .get(
          repository.project("merge_requests"), [("state", "opened"), ("per_page", "100")],
          of: repository)
      ) { (page: [GitLabMergeRequest]) in page.filter { numbers.contains($0.iid) } }
    }
    var seen: Set<Int> = []
    return all.filter { $0.isOpen && seen.insert($0.iid).inserted }
  }

  /// The pipelines of a project that changed last.
  private struct RecentPipelines: Sendable {
    var listed: [GitLabPipeline]
    /// Whether the project has no others.
    var isWhole: Bool
  }

  private func recentPipelines(
    in repository: RepositoryName
  ) async throws(ForgeError) -> RecentPipelines {
    let size = 100
    let query = [("order_by", "updated_at"), ("sort", "desc"), ("per_page", "\(size)")]
    let listed: [GitLabPipeline] = try await host.read(
      .get(repository.project("pipelines"), query, of: repository))
    return RecentPipelines(listed: listed, isWhole: listed.count < size)
  }

  /// The pipelines of a merge request, newest first, including those of its merge commit.
  private func pipelines(
    of request: GitLabMergeRequest, _ recent: RecentPipelines, in repository: RepositoryName
  ) async throws(ForgeError) -> [GitLabPipeline] {
    let reference = "refs/merge-requests/\(request.iid)/"
    let own = recent.listed.filter {
      $0.sha == request.sha || $0.ref?.hasPrefix(reference) == true && $0.isOfMergeRequest
    }
    guard own.isEmpty, !recent.isWhole, let sha = request.sha else {
      return own.sorted { $0.id > $1.id }
    }
    let query = [("sha", sha), ("order_by", "id"), ("sort", "desc"), ("per_page", "100")]
    return try await host.list(.get(repository.project("pipelines"), query, of: repository)) {
      (page: [GitLabPipeline]) in page
    }
  }
}

extension GitLabMergeRequest {
  /// `locked` is open while the host merges.
  var isOpen: Bool { state == "opened" || state == "locked" }

  /// What a mark consists of; the time changes with texts, labels, approvals, threads and comments.
  fileprivate var markWords: String {
    let words: [String?] = [
      sha, targetBranch, draft?.description, detailedMergeStatus, hasConflicts?.description,
      mergeWhenPipelineSucceeds?.description, mergeUser?.username, updatedAt,
      userNotesCount?.description,
    ]
    return (words.map { $0 ?? "-" } + (labels ?? [])).joined(separator: " ")
  }
}

extension GitLabJob {
  fileprivate var markWords: String {
    "\(pipelineId ?? 0) \(name ?? "") \(status) \(allowFailure ?? false)"
  }
}
