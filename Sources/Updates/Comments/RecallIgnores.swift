import Forges
import FoundationEssentials
import Store

extension RepositoryPass {
  /// Reads from our own answers what people ignored and took back, in the order in which they did.
  ///
  /// Merged pull requests are passed over: who merged one ignored nothing on it.
  func recallIgnores(
    _ pullRequests: [PullRequest], in repository: RepositoryName
  ) async throws {
    let replies = Replies(forge: forge, identity: identity, world: world, repository: repository)
    var answers: [Answer] = []
    for present in pullRequests where present.state != .merged {
      let thread = try await forge.comments(on: present.number, in: repository)
      for comment in thread {
        answers += replies.answers(in: [comment], on: present.number).map { marker in
          Answer(at: comment.createdAt ?? .distantPast, id: comment.id, marker, on: present)
        }
      }
    }
    for answer in answers.sorted(by: { ($0.at, $0.id) < ($1.at, $1.id) }) {
      switch answer.deed {
      case .none: break
      case .ignore(let ignore): try await world.store.save(ignore)
      case .unignore(let ignore): try await world.store.remove(ignore)
      }
      try await replies.markProcessed(answer.comment)
    }
  }
}

/// One of our answers with what it says of the state.
private struct Answer {
  var at: Date
  var id: Int
  /// The comment that was answered.
  var comment: Int
  var deed: ReplyMarker.Deed

  /// Who opened a pull request again took back what was ignored there.
  init(at: Date, id: Int, _ marker: ReplyMarker, on present: PullRequest) {
    self.at = at
    self.id = id
    comment = marker.comment
    let isReopened = present.state == .open && present.versions.count == 1
    deed = isReopened ? .none : marker.deed
  }
}
