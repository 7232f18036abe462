import Time

/// A pull request in GitHub's format, in lists (without merge state) and alone.
struct GitHubPullRequest: Decodable, Sendable {
  struct Side: Decodable, Sendable {
    struct Repository: Decodable, Sendable {
      var fullName: String?
    }

    var ref: String
    var sha: String
    var repo: Repository?
  }

  struct Label: Decodable, Sendable {
    var name: String?
  }

  struct Milestone: Decodable, Sendable {
    var number: Int?
  }

  struct AutoMerge: Decodable, Sendable {
    var enabledBy: GitHubUser?
  }

  var number: Int
  var nodeId: String?
  var state: String
  var title: String?
  var body: String?
  var draft: Bool?
  var head: Side
  var base: Side
  var user: GitHubUser?
  var labels: [Label]?
  var assignees: [GitHubUser]?
  var milestone: Milestone?
  var mergeable: Bool?
  var merged: Bool?
  var mergedAt: String?
  var mergeCommitSha: String?
  var mergeableState: String?
  var autoMerge: AutoMerge?
  var createdAt: String?
  var updatedAt: String?
  var closedAt: String?
  var htmlUrl: String?

  /// GitHub computes it late: that of a draft stays for a while after a person has made it ready.
  private var mergeState: PullRequest.MergeState? {
    let state = mergeableState.flatMap(PullRequest.MergeState.init(gitHub:))
    return state == .draft && draft == false ? nil : state
  }

  var value: PullRequest {
    let isMerged = merged == true || mergedAt != nil
    return PullRequest(
      number: number, state: isMerged ? .merged : state == "open" ? .open : .closed,
      isDraft: draft ?? false, title: title ?? "", body: body ?? "", head: head.ref,
      headSHA: head.sha, headRepository: head.repo?.fullName, base: base.ref, baseSHA: base.sha,
      author: user?.account, labels: labels?.compactMap(\.name) ?? [],
      assignees: assignees?.map(\.login) ?? [], milestone: milestone?.number,
      isMergeable: mergeable,
      mergeState: mergeState,
      hasAutoMerge: autoMerge != nil, autoMergeBy: autoMerge?.enabledBy?.login,
      mergeCommit: isMerged ? mergeCommitSha : nil, createdAt: HostTime.date(createdAt),
      updatedAt: HostTime.date(updatedAt), closedAt: HostTime.date(closedAt),
      webURL: htmlUrl ?? "")
  }
}

extension PullRequest.MergeState {
  /// Parses GitHub's `mergeable_state`; nil for `unknown` and undocumented words.
  fileprivate init?(gitHub word: String) {
    switch word {
    case "clean", "has_hooks": self = .clean
    case "unstable": self = .unstable
    case "behind": self = .behind
    case "blocked": self = .blocked
    case "dirty": self = .conflicting
    case "draft": self = .draft
    default: return nil
    }
  }
}
