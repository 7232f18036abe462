package import FoundationEssentials
import HTTP

extension GitLabForge {
  /// `GET merge_requests?updated_after=TIME`, oldest change first, with the number of comments.
  package func activity(
    since: Date?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    var query = [("order_by", "updated_at"), ("sort", "asc"), ("per_page", "100")]
    if let since { query.append(("updated_after", HostTime.text(since))) }
    return try await host.list(
      .get(repository.project("merge_requests"), query, of: repository), limit: 5000
    ) { (page: [GitLabMergeRequest]) in page.compactMap(\.activity) }
  }
}

extension GitLabMergeRequest {
  fileprivate var activity: Activity? {
    HostTime.date(updatedAt).map { date in
      Activity(
        number: iid, isOpen: state == "opened" || state == "locked", comments: userNotesCount,
        updatedAt: date)
    }
  }
}
