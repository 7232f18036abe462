package import Time

extension AzureForge {
  /// `GET pullrequests` of our own, and the threads of each active one: pull requests have neither a
  /// time of their last change nor a number of comments.
  package func activity(
    since: Timestamp?, in repository: RepositoryName
  ) async throws(ForgeError) -> [Activity] {
    let me = try await account()
    let query = [("searchCriteria.status", "all"), ("searchCriteria.creatorId", me.id)]
    let found: [AzurePullRequest] = try await host.counted(
      get(repository, "pullrequests", query: query), limit: 5_000)
    var result: [Activity] = []
    for pull in found {
      guard pull.isOpen else {
        guard let date = HostTime.date(pull.closedDate) ?? HostTime.date(pull.creationDate),
          since.map({ date >= $0 }) ?? true
        else { continue }
        result.append(
          Activity(number: pull.pullRequestId, isOpen: false, comments: nil, updatedAt: date))
        continue
      }
      let threads = try await threads(on: pull.pullRequestId, in: repository)
      let dates = threads.map(\.lastUpdatedDate) + [pull.creationDate]
      let texts = threads.flatMap(\.texts)
      guard let date = dates.compactMap({ HostTime.date($0) }).max() else { continue }
      result.append(
        Activity(
          number: pull.pullRequestId, isOpen: true, comments: texts.count, updatedAt: date))
    }
    return result
  }
}
