import HTTP
package import Time

extension GitLabForge {
  /// `GET merge_requests`, newest change first, page by page until one is older than `since`.
  ///
  /// A filter by time would depend on both clocks. Changes during the reading move merge requests to
  /// later pages, so that one may be listed twice, but none is skipped.
  package func activity(
    since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    let size = 50
    let start = host.now
    var found: [Activity] = []
    var all: [GitLabMergeRequest] = []
    for page in 1...100 {
      let query = [
        ("order_by", "updated_at"), ("sort", "desc"), ("per_page", "\(size)"), ("page", "\(page)"),
      ]
      let list: [GitLabMergeRequest] = try await host.read(
        .get(repository.project("merge_requests"), query, of: repository))
      all += list
      found += list.compactMap(\.activity)
      guard list.count == size else { break }
      if let since, let last = found.last, last.updatedAt < since { break }
    }
    known.remember(all, of: repository, at: start)
    var seen: Set<Int> = []
    return found.filter { seen.insert($0.number).inserted }
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
