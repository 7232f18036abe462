import Time

/// A merge request in GitLab's format, in lists (without pipeline and commits) and alone.
struct GitLabMergeRequest: Decodable, Sendable {
  struct Milestone: Decodable, Sendable {
    var iid: Int?
  }

  struct Commits: Decodable, Sendable {
    var baseSha: String?
  }

  var iid: Int
  var title: String?
  var description: String?
  var state: String
  var draft: Bool?
  var sourceBranch: String
  var targetBranch: String
  var sourceProjectId: Int?
  var targetProjectId: Int?
  var sha: String?
  var author: GitLabUser?
  var labels: [String]?
  var assignees: [GitLabUser]?
  var reviewers: [GitLabUser]?
  var milestone: Milestone?
  var mergeStatus: String?
  var detailedMergeStatus: String?
  var hasConflicts: Bool?
  var mergeWhenPipelineSucceeds: Bool?
  var mergeError: String?
  var mergeUser: GitLabUser?
  var mergeCommitSha: String?
  var squashCommitSha: String?
  var closedBy: GitLabUser?
  var diffRefs: Commits?
  var headPipeline: GitLabPipeline?
  var userNotesCount: Int?
  var blockingDiscussionsResolved: Bool?
  var createdAt: String?
  var updatedAt: String?
  var closedAt: String?
  var mergedAt: String?
  var webUrl: String?

  /// Converts it; the JSON names the project by number only.
  func value(in repository: RepositoryName) -> PullRequest {
    let isMerged = state == "merged"
    let isWaiting = isOpen && mergeWhenPipelineSucceeds == true
    var result = PullRequest(
      number: iid, state: isMerged ? .merged : isOpen ? .open : .closed, isDraft: draft ?? false,
      title: DraftTitle.removed(from: title ?? "", isDraft: draft ?? false),
      body: description ?? "", head: sourceBranch, headSHA: sha ?? "",
      headRepository: sourceProjectId == targetProjectId ? "\(repository)" : "another project",
      base: targetBranch, baseSHA: diffRefs?.baseSha ?? "", author: author?.account,
      labels: labels ?? [], assignees: assignees?.map(\.username) ?? [],
      milestone: milestone?.iid, isMergeable: isOpen ? isMergeable : nil,
      mergeState: isOpen ? status?.state : nil, hasAutoMerge: isWaiting,
      autoMergeBy: isWaiting ? mergeUser?.username : nil,
      mergeCommit: isMerged ? mergeCommit : nil, createdAt: HostTime.date(createdAt),
      updatedAt: HostTime.date(updatedAt), closedAt: HostTime.date(mergedAt ?? closedAt),
      webURL: webUrl ?? "")
    result.obstacle = isOpen ? status?.obstacle : nil
    result.testsMergeCommit = headPipeline.map { $0.sha != sha } ?? false
    return result
  }

  /// The commit of the merge; a fast-forward makes none, so it is the head.
  var mergeCommit: String? { mergeCommitSha ?? squashCommitSha ?? sha }

  /// The obstacle to the merge; nil if the host didn't report one.
  var status: GitLabMergeStatus? { detailedMergeStatus.map(GitLabMergeStatus.init(word:)) }

  private var isMergeable: Bool? {
    if hasConflicts == true { return false }
    return mergeStatus == "can_be_merged" ? true : nil
  }
}

/// GitLab keeps the state of a draft in the title.
enum DraftTitle {
  private static let prefixes = ["[draft]", "(draft)", "draft:"]

  /// Removes the signs of a draft at the start of a title.
  ///
  ///     DraftTitle.removed(from: "Draft: Bump a", isDraft: true) == "Bump a"
  static func removed(from title: String, isDraft: Bool) -> String {
    guard isDraft else { return title }
    var rest = title[...]
    while let prefix = prefixes.first(where: { rest.lowercased().hasPrefix($0) }) {
      rest = rest.dropFirst(prefix.count).drop { $0 == " " }
    }
    return rest.isEmpty ? title : String(rest)
  }

  /// Adds the sign of a draft, unless the title has one.
  static func added(to title: String) -> String {
    prefixes.contains { title.lowercased().hasPrefix($0) } ? title : "Draft: \(title)"
  }
}
