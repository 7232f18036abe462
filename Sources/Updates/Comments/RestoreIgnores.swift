import Forges
import Store
import Time

extension RepositoryPass {
  /// Restores ignored versions from the markers in our replies, in chronological order.
  ///
  /// Merged pull requests are skipped, because their versions were not ignored.
  func restoreIgnores(
    from pullRequests: [PullRequest], in repository: RepositoryName
  ) async throws {
    let replies = Replies(forge: forge, identity: identity, world: world, repository: repository)
    var answers: [Answer] = []
    for pullRequest in pullRequests where pullRequest.state != .merged {
      let thread = try await forge.comments(on: pullRequest.number, in: repository)
      for comment in thread {
        answers += replies.answers(in: [comment], on: pullRequest.number).map { marker in
          Answer(at: comment.createdAt ?? .epoch, id: comment.id, marker, on: pullRequest)
        }
      }
    }
    for answer in answers.sorted(by: { ($0.at, $0.id) < ($1.at, $1.id) }) {
      try await world.store.apply(answer.change)
      try await replies.markProcessed(answer.comment)
    }
  }
}

/// One of our replies with the change that it records.
private struct Answer {
  var at: Timestamp
  var id: Int
  /// The comment that the reply answers.
  var comment: Int
  var change: ReplyMarker.Change

  /// Reopening a pull request undoes its ignore commands.
  init(at: Timestamp, id: Int, _ marker: ReplyMarker, on pullRequest: PullRequest) {
    self.at = at
    self.id = id
    comment = marker.comment
    let isReopened = pullRequest.state == .open && pullRequest.versions.count == 1
    change = isReopened ? .none : marker.change
  }
}
