import HTTP
package import Time

extension GitHubForge {
  /// `GET issues`, which contains pull requests.
  ///
  /// Only this list filters by time and counts comments. If the credential may not read issues, the list
  /// of pull requests is used.
  package func activity(
    since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    var query = [("state", "all"), ("sort", "updated"), ("direction", "asc"), ("per_page", "100")]
    if let since { query.append(("since", since.rfc3339Seconds)) }
    do throws(ForgeError) {
      return try await host.list(
        .get(repository.path("issues"), query, scope: .owner(repository.owner)), limit: 5000
      ) { (page: [GitHubIssue]) in page.compactMap(\.activity) }
    } catch {
      guard [.forbidden, .notFound, .unsupported].contains(error.code) else { throw error }
      return try await latestPullRequests(in: repository)
    }
  }

  /// The hundred pull requests that changed last.
  private func latestPullRequests(
    in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    let query = [
      ("state", "all"), ("sort", "updated"), ("direction", "desc"), ("per_page", "100"),
    ]
    return try await host.list(
      .get(repository.path("pulls"), query, scope: .owner(repository.owner)), limit: 100
    ) { (page: [GitHubIssue]) in page.compactMap(\.activity) }
  }
}

/// An issue or a pull request in GitHub's lists.
private struct GitHubIssue: Decodable, Sendable {
  var number: Int
  var state: String?
  /// Missing in lists of pull requests.
  var comments: Int?
  var updatedAt: String?

  var activity: Activity? {
    HostTime.date(updatedAt).map { date in
      Activity(number: number, isOpen: state == "open", comments: comments, updatedAt: date)
    }
  }
}
