import Time

/// A pull request in Gitea's format.
struct GiteaPullRequest: Decodable, Sendable {
  struct Side: Decodable, Sendable {
    struct Repository: Decodable, Sendable {
      var fullName: String?
    }

    /// The branch; it stays if the branch is deleted.
    var label: String?
    /// The branch, or `refs/pull/N/head` if it was deleted.
    var ref: String
    var sha: String?
    var repo: Repository?

    var branch: String {
      guard let label, !label.isEmpty else { return ref }
      // The label of a fork's branch begins with the owner.
      return label.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ref
    }
  }

  struct Milestone: Decodable, Sendable {
    var id: Int?
  }

  var number: Int
  var state: String
  var title: String?
  var body: String?
  /// Missing before Gitea 1.22.
  var draft: Bool?
  var head: Side
  var base: Side
  var mergeBase: String?
  var user: GiteaUser?
  var labels: [GiteaLabel]?
  var assignees: [GiteaUser]?
  var milestone: Milestone?
  var mergeable: Bool?
  var merged: Bool?
  var mergedAt: String?
  var mergeCommitSha: String?
  var createdAt: String?
  var updatedAt: String?
  var closedAt: String?
  var htmlUrl: String?

  var isMerged: Bool { merged == true || mergedAt != nil }
  var isDraft: Bool { draft ?? (GiteaDraft.prefix(of: title ?? "") != nil) }

  /// Leaves out the prefix of drafts, and `mergeable`, which needs a second look.
  var value: PullRequest {
    PullRequest(
      number: number, state: isMerged ? .merged : state == "open" ? .open : .closed,
      isDraft: isDraft, title: isDraft ? GiteaDraft.plain(title ?? "") : title ?? "",
      body: body ?? "", head: head.branch, headSHA: head.sha ?? "",
      headRepository: head.repo?.fullName, base: base.branch, baseSHA: base.sha ?? "",
      author: user?.account, labels: labels?.map(\.name) ?? [],
      assignees: assignees?.map(\.login) ?? [], milestone: milestone?.id,
      mergeState: isDraft ? .draft : nil, mergeCommit: isMerged ? mergeCommitSha : nil,
      createdAt: HostTime.date(createdAt), updatedAt: HostTime.date(updatedAt),
      closedAt: HostTime.date(closedAt), webURL: htmlUrl ?? "")
  }
}

/// Drafts, which are marked by the beginning of the title.
///
/// The words are those of the server's default configuration, `WIP:` and `[WIP]`, in any case.
enum GiteaDraft {
  /// What a draft's title begins with.
  static let mark = "WIP: "
  private static let prefixes = ["WIP:", "[WIP]"]

  /// The prefix as it is written, with the spaces after it; nil for other titles.
  static func prefix(of title: String) -> Substring? {
    for prefix in prefixes where title.uppercased().hasPrefix(prefix) {
      let rest = title.dropFirst(prefix.count).drop { $0 == " " }
      return title[..<rest.startIndex]
    }
    return nil
  }

  /// The title without the prefix.
  static func plain(_ title: String) -> String {
    prefix(of: title).map { String(title.dropFirst($0.count)) } ?? title
  }
}
