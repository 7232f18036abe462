import Time

/// A pipeline in GitLab's format.
struct GitLabPipeline: Decodable, Hashable, Sendable {
  var id: Int
  var sha: String
  var ref: String?
  var status: String
  var source: String?
  var webUrl: String?
  var createdAt: String?
  var updatedAt: String?

  /// The statuses of a pipeline that isn't finished.
  static let active: Set<String> = [
    "created", "waiting_for_resource", "waiting_for_callback", "preparing", "pending", "running",
    "scheduled", "canceling",
  ]

  var isActive: Bool { Self.active.contains(status) }

  /// Whether it was started for a merge request; GitLab prefers it to a branch's pipeline.
  var isOfMergeRequest: Bool { source == "merge_request_event" }

  /// Whether it only collects statuses that other systems reported.
  var isExternal: Bool { source == "external" }

  /// Chooses the pipelines of a commit that decide: the newest for the merge request, or else for the
  /// branch, and the newest of other systems.
  ///
  /// - Parameters:
  ///   - listed: those of the commit itself.
  ///   - head: the merge request's head pipeline, which runs on a merge commit if the project tests
  ///     merged results.
  /// - Returns: at most two.
  static func deciding(_ listed: [GitLabPipeline], head: GitLabPipeline?) -> [GitLabPipeline] {
    var all = listed
    if let head, !listed.contains(where: { $0.id == head.id }) { all.append(head) }
    all.sort { $0.id > $1.id }
    let main =
      all.first { $0.isOfMergeRequest } ?? all.first { !$0.isExternal }
    return [main, all.first { $0.isExternal }].compactMap(\.self)
  }
}

/// A job, a trigger of a child pipeline, or another system's status, in GitLab's format.
struct GitLabJob: Decodable, Sendable {
  var id: Int?
  var name: String?
  var status: String
  var allowFailure: Bool?
  var pipelineId: Int?
  var targetUrl: String?
  var createdAt: String?
  var startedAt: String?
  var finishedAt: String?

  func check(_ pipeline: GitLabPipeline) -> Check {
    Check(
      name: name ?? "default",
      state: Check.State(gitLab: status, mayFail: allowFailure ?? false), suite: pipeline.id,
      webURL: targetUrl, startedAt: HostTime.date(startedAt ?? createdAt),
      completedAt: HostTime.date(finishedAt))
  }
}

extension Check.State {
  /// Converts the status of a job or pipeline.
  ///
  /// - Parameters:
  ///   - word: GitLab's word; an unknown one never passes.
  ///   - mayFail: `allow_failure`: its failure doesn't count, and it needn't be started.
  init(gitLab word: String, mayFail: Bool = false) {
    switch word {
    case _ where GitLabPipeline.active.contains(word): self = .pending
    case "success": self = .success
    case "failed": self = mayFail ? .neutral : .failure
    case "canceled": self = mayFail ? .neutral : .cancelled
    case "skipped": self = .skipped
    case "manual": self = mayFail ? .skipped : .waiting
    default: self = .unknown(word)
    }
  }
}
