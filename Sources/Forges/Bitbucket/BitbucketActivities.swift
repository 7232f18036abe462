package import Time

extension BitbucketForge {
  /// `GET pull-requests?state=ALL`, which counts comments, page by page until one is older than
  /// `since`.
  package func activity(
    since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    let query = [("state", "ALL"), ("order", "NEWEST")]
    let found: [BitbucketPullRequest] = try await host.values(
      get(repository, "pull-requests", query: query), limit: 5_000
    ) { pull in
      guard let since, let date = BitbucketPullRequest.time(pull.updatedDate) else { return true }
      return date >= since
    }
    var seen: Set<Int> = []
    return found.filter { seen.insert($0.id).inserted }.compactMap(\.activity)
  }
}

extension BitbucketPullRequest {
  fileprivate var activity: Activity? {
    Self.time(updatedDate).map { date in
      Activity(
        number: id, isOpen: isOpen, comments: properties?.commentCount, updatedAt: date)
    }
  }
}

/// An event of a pull request in Bitbucket's format.
struct BitbucketActivity: Decodable, Sendable {
  /// `COMMENTED`, `DECLINED`, `MERGED`, `OPENED`, `REOPENED`, `RESCOPED` and others.
  var action: String
  var user: BitbucketUser?
  /// Only of a comment: its present text.
  var comment: BitbucketComment?
}
