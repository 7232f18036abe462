import Ecosystem
import Forges
import Store

extension RepositoryPass {
  /// Returns the requests of people for open pull requests, and removes those of others.
  func mergeRequests(
    for open: [PullRequestRecord], of repository: RepositoryID
  ) async throws -> [MergeRequest] {
    let all = try await world.store.mergeRequests(of: repository)
    var kept: [MergeRequest] = []
    for request in all {
      if open.contains(where: { $0.key == request.key && $0.number == request.number }) {
        kept.append(request)
      } else {
        try await world.store.removeMergeRequest(of: request.key, in: repository)
      }
    }
    return kept
  }
}

extension WatchedPullRequest {
  /// Takes a person's request, unless the pull request proposes other versions by now.
  mutating func take(_ request: MergeRequest?) {
    guard let request else { return }
    if request.versions == record.versionText {
      self.request = request
    } else {
      staleRequest =
        "@\(request.author) asked for the merge of other versions, so that it is not merged"
    }
  }
}
