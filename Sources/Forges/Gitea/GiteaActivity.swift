import HTTP
package import Time

extension GiteaForge {
  /// `GET issues?type=pulls`, the only list that filters by time and counts comments.
  ///
  /// The answer can't be conditional: Gitea sends no `ETag` for it. It has no rate limit either.
  package func activity(
    since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    var query = [("type", "pulls"), ("state", "all")]
    if let since { query.append(("since", since.rfc3339Seconds)) }
    do throws(ForgeError) {
      return try await host.pages(get(repository, "issues", query: query), limit: 5_000) {
        (page: [GiteaIssue]) in page.compactMap(\.activity)
      }
    } catch {
      // The token may lack the scope for issues.
      guard [.forbidden, .notFound].contains(error.code) else { throw error }
      return try await latestPullRequests(in: repository)
    }
  }

  /// The hundred pull requests that changed last.
  private func latestPullRequests(
    in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    let query = [("state", "all"), ("sort", "recentupdate")]
    return try await host.pages(get(repository, "pulls", query: query), limit: 100) {
      (page: [GiteaIssue]) in page.compactMap(\.activity)
    }
  }
}

/// A pull request in Gitea's lists of issues and of pull requests.
private struct GiteaIssue: Decodable, Sendable {
  var number: Int
  var state: String?
  var comments: Int?
  var updatedAt: String?

  var activity: Activity? {
    HostTime.date(updatedAt).map { date in
      Activity(number: number, isOpen: state == "open", comments: comments, updatedAt: date)
    }
  }
}
