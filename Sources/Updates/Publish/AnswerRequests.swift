import Ecosystem
import Forges
import Languages
import Store

extension ProposalPublisher {
  /// The rebuild requests of comments on an open pull request.
  func rebuildRequests(for record: PullRequestRecord?) async throws -> [RebuildRequest] {
    guard let record, record.state == .open else { return [] }
    return try await world.store.rebuildRequests(of: record.repository)
      .filter { $0.key == record.key && $0.number == record.number }
  }

  /// Answers the requests after the branch was rebuilt, or was not.
  func answer(
    _ requested: [RebuildRequest], _ state: UpdateState, _ proposal: Proposal
  ) async throws {
    let replies = Replies(
      forge: forge, identity: identity, world: world, repository: proposal.repository)
    for request in requested {
      if request.isOfDashboard {
        // The dashboard shows the result.
        try await replies.markProcessed(request.comment)
      } else if let refusal = state.refusal.map({ world.language($0) }) {
        try await replies.finish(
          request.comment, on: request.number, with: .thumbsDown, saying: refusal, orElse: refusal)
      } else {
        let text = world.language("I rebuilt the branch on \(code(shown(proposal.base))).")
        try await replies.finish(
          request.comment, on: request.number, with: .thumbsUp, orElse: text)
      }
    }
  }
}

extension UpdateState {
  /// Why a request wasn't followed; nil if it was.
  fileprivate var refusal: Message? {
    switch self {
    case .foreignCommits:
      Message(
        "The branch has commits by others, so I did not change it. `@martlet recreate` rebuilds it "
          + "without them.")
    case .heldBack:
      Message(
        "A version has other contents than this pull request was opened with, so I did not change "
          + "the branch. `@martlet recreate` accepts the new contents.")
    default: nil
    }
  }
}

extension [RebuildRequest] {
  /// How to rebuild the branch; nil without requests.
  var rebuild: Rebuild? {
    guard let first else { return nil }
    return .requested(at: first.head, overwritesOthers: contains { $0.kind == .recreate })
  }
}
