import Ecosystem
import Forges
import Store

extension Publisher {
  /// What people asked for by comments on an open pull request and what waits to be done.
  func rebuildRequests(for record: PullRequestRecord?) async throws -> [RebuildRequest] {
    guard let record, record.state == .open else { return [] }
    return try await world.store.requests(of: record.repository, forge: record.forge)
      .filter { $0.key == record.key && $0.number == record.number }
  }

  /// Answers the wishes, now that the branch is where it should be, or is not ours to move.
  func answer(
    _ requested: [RebuildRequest], _ state: UpdateState, _ proposal: Proposal
  ) async throws {
    let replies = Replies(
      forge: forge, identity: identity, world: world, repository: proposal.repository)
    for request in requested {
      if case .foreignCommits = state {
        try await replies.finish(
          request.comment, on: request.number, by: .thumbsDown, saying: foreignWords,
          orElse: foreignWords)
      } else {
        let words = "The branch is built anew on \(code(shown(proposal.base)))."
        try await replies.finish(request.comment, on: request.number, by: .thumbsUp, orElse: words)
      }
    }
  }
}

private let foreignWords = """
  The branch holds commits that are not mine, so I leave it as it is. `@martlet recreate` builds \
  it anew without them.
  """

extension [RebuildRequest] {
  /// What they come to together; nil where nobody asked.
  var rebuild: Rebuild? {
    guard let first else { return nil }
    return .asked(at: first.head, overOthers: contains { $0.kind == .recreate })
  }
}
