import Time

/// A pull request in Bitbucket's format.
struct BitbucketPullRequest: Decodable, Sendable {
  struct Side: Decodable, Sendable {
    /// The branch without `refs/heads/`.
    var displayId: String
    var latestCommit: String?
    var repository: BitbucketRepository?
  }

  struct Participant: Decodable, Sendable {
    var user: BitbucketUser?
    /// `APPROVED`, `NEEDS_WORK` or `UNAPPROVED`.
    var status: String?
  }

  struct Properties: Decodable, Sendable {
    struct MergeResult: Decodable, Sendable {
      /// `CLEAN`, `CONFLICTED` or `UNKNOWN`.
      var outcome: String?
      /// Whether it was computed for the present commits.
      var current: Bool?
    }

    struct MergeCommit: Decodable, Sendable {
      var id: String?
    }

    var mergeResult: MergeResult?
    var mergeCommit: MergeCommit?
    var commentCount: Int?
  }

  struct Links: Decodable, Sendable {
    struct Link: Decodable, Sendable {
      var href: String?
    }

    var pages: [Link]?

    private enum CodingKeys: String, CodingKey {
      case pages = "self"
    }
  }

  var id: Int
  /// Increases with each change; a write that names another version is refused.
  var version: Int
  var title: String
  var description: String?
  /// `OPEN`, `DECLINED` or `MERGED`.
  var state: String
  /// From 8.18.
  var draft: Bool?
  /// Times are in milliseconds since 1970.
  var createdDate: Int64?
  var updatedDate: Int64?
  var closedDate: Int64?
  var fromRef: Side
  var toRef: Side
  var author: Participant?
  var reviewers: [Participant]?
  var properties: Properties?
  var links: Links?

  var head: String { fromRef.latestCommit ?? "" }
  var isOpen: Bool { state == "OPEN" }

  /// The commit of the merge; a fast-forward makes none, so it is the head.
  var mergeCommit: String? { state == "MERGED" ? properties?.mergeCommit?.id ?? head : nil }

  var value: PullRequest {
    PullRequest(
      number: id, state: state == "MERGED" ? .merged : isOpen ? .open : .closed,
      isDraft: draft ?? false, title: title, body: BitbucketText.read(description ?? ""),
      head: fromRef.displayId, headSHA: head,
      headRepository: fromRef.repository.map { "\($0.project.key)/\($0.slug)" },
      base: toRef.displayId, baseSHA: toRef.latestCommit ?? "", author: author?.user?.account,
      isMergeable: isOpen ? isMergeable : nil, mergeState: mergeState, mergeCommit: mergeCommit,
      createdAt: Self.time(createdDate), updatedAt: Self.time(updatedDate),
      closedAt: Self.time(closedDate), webURL: links?.pages?.first?.href ?? "")
  }

  private var mergeState: PullRequest.MergeState? {
    guard isOpen else { return nil }
    if draft == true { return .draft }
    return isMergeable == false ? .conflicting : nil
  }

  /// Nil while the server computes, or if it doesn't say.
  private var isMergeable: Bool? {
    guard let result = properties?.mergeResult, result.current != false else { return nil }
    switch result.outcome {
    case "CLEAN": return true
    case "CONFLICTED": return false
    default: return nil
    }
  }

  static func time(_ milliseconds: Int64?) -> Timestamp? {
    milliseconds.map(Timestamp.init(milliseconds:))
  }
}
