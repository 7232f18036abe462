import HTTP
import Time

extension GitLabForge {
  /// The list of merge requests, `GET pipelines` for those that changed since the marks, and
  /// `GET commits/SHA/statuses` for each head.
  package func marks(
    of known: [Int: String], in repository: RepositoryName
  ) async throws(ForgeError) -> [Int: String] {
    let start = host.now
    let (open, listedAt) = try await openMergeRequests(Set(known.keys), in: repository)
    guard !open.isEmpty else { return [:] }
    let marks = known.compactMapValues(ChangeMark.init)
    let since = marks.values.map(\.start).min().map { $0 - HostTime.overlap }
    let pipelines = try await pipelines(changedSince: since, in: repository)
    var result = Dictionary(open.map { ($0.iid, "") }) { $1 }
    let certain = open.filter { $0.showsChanges(at: listedAt) }
    let found = try await host.each(certain) { (request) async throws(ForgeError) in
      try await statuses(of: request.sha ?? "", in: repository)
    }
    for (request, jobs) in zip(certain, found) {
      let mark = ChangeMark(start, request.markWords + jobs.map(\.markWords))
      let before = marks[request.iid]
      let isSame =
        before?.digest == mark.digest
        && !pipelines.contains { $0.belongs(to: request) && $0.hasChanged(since: before?.start) }
      result[request.iid] = (isSame ? before : mark)?.text
    }
    return result
  }

  /// The open merge requests with some numbers, from the list of changes if that has all of them, and
  /// when they were listed.
  private func openMergeRequests(
    _ numbers: Set<Int>, in repository: RepositoryName
  ) async throws(ForgeError) -> (open: [GitLabMergeRequest], at: Timestamp) {
    var at = host.now
    var all: [GitLabMergeRequest] = []
    if let kept = known.removeList(of: repository, now: at) {
      at = kept.at
      all = kept.all.filter { numbers.contains($0.iid) }
    }
    if Set(all.map(\.iid)) != numbers {
      at = host.now
      all = try await host.list(
        .get(
          repository.project("merge_requests"), [("state", "opened"), ("per_page", "100")],
          of: repository)
      ) { (page: [GitLabMergeRequest]) in page.filter { numbers.contains($0.iid) } }
    }
    var seen: Set<Int> = []
    return (all.filter { $0.isOpen && seen.insert($0.iid).inserted }, at)
  }

  /// The pipelines of a project that changed after a time; nil: none are needed.
  private func pipelines(
    changedSince time: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [GitLabPipeline] {
    guard let time else { return [] }
    let query = [("updated_after", time.rfc3339Seconds), ("per_page", "100")]
    return try await host.list(.get(repository.project("pipelines"), query, of: repository)) {
      (page: [GitLabPipeline]) in page
    }
  }

  /// The newest statuses of all pipelines of a commit: also reports to pipelines that have ended.
  private func statuses(
    of commit: String, in repository: RepositoryName
  ) async throws(ForgeError) -> [GitLabJob] {
    try await host.list(
      .get(
        repository.project("repository", "commits", commit, "statuses"), [("per_page", "100")],
        of: repository)
    ) { (page: [GitLabJob]) in page }
  }
}

extension GitLabMergeRequest {
  /// `locked` is open while the host merges.
  var isOpen: Bool { state == "opened" || state == "locked" }

  /// Whether a change after a list would show: it doesn't within the second of the last one, nor in a
  /// status that a request for the merge request computes.
  fileprivate func showsChanges(at time: Timestamp) -> Bool {
    HostTime.isPast(updatedAt, at: time) && status?.isComputing != true && sha != nil
  }

  /// What a mark consists of; the time changes with texts, labels, approvals, threads and comments.
  fileprivate var markWords: [String] {
    let words: [String?] = [
      sha, targetBranch, draft?.description, detailedMergeStatus, hasConflicts?.description,
      mergeWhenPipelineSucceeds?.description, mergeUser?.username, updatedAt,
      userNotesCount?.description, blockingDiscussionsResolved?.description,
    ]
    return words.map { $0 ?? "-" } + (labels ?? [])
  }
}

extension GitLabPipeline {
  /// Whether it tests a merge request: its head, or the merge of it.
  fileprivate func belongs(to request: GitLabMergeRequest) -> Bool {
    sha == request.sha || ref?.hasPrefix("refs/merge-requests/\(request.iid)/") == true
  }

  fileprivate func hasChanged(since time: Timestamp?) -> Bool {
    guard let time, let changed = HostTime.date(updatedAt) else { return true }
    return changed >= time - HostTime.overlap
  }
}

extension GitLabJob {
  fileprivate var markWords: String {
    "\(id ?? 0) \(pipelineId ?? 0) \(name ?? "") \(status) \(allowFailure ?? false)"
  }
}
