/// Which pull requests to list; what is nil does not narrow.
package struct PullRequestQuery: Hashable, Sendable {
  /// Open ones, or closed and merged ones, or all.
  package enum State: String, Hashable, Sendable {
    case open
    case closed
    case all
  }

  /// The branch that brings the change, in the repository itself.
  package var head: String?
  /// The branch that takes it.
  package var base: String?
  /// `closed` has the merged ones among it, as at GitHub.
  package var state: State
  /// The most that are listed, newest first.
  package var limit: Int

  /// Asks for open ones unless told otherwise.
  package init(
    head: String? = nil, base: String? = nil, state: State = .open, limit: Int = 10_000
  ) {
    self.head = head
    self.base = base
    self.state = state
    self.limit = limit
  }

  /// Whether a pull request that was listed before is one that this asks for; heads in forks are
  /// none where a head is asked for.
  package func includes(_ pull: PullRequest, of repository: RepositoryName) -> Bool {
    let isHere = pull.headRepository?.lowercased() == repository.description.lowercased()
    return head.map { $0 == pull.head && isHere } ?? true && base.map { $0 == pull.base } ?? true
      && (state == .all || (state == .open) == (pull.state == .open))
  }
}

/// A pull request to be opened, both branches in the same repository.
package struct PullRequestDraft: Hashable, Sendable {
  /// The branch that brings the change; it must be there and ahead of `base`.
  package var head: String
  /// The branch that takes the change.
  package var base: String
  /// One line; what is longer than 256 characters GitHub refuses.
  package var title: String
  /// Markdown; what is longer than 65,536 characters GitHub refuses.
  package var body: String
  /// Whether it is opened as not yet ready for review.
  package var isDraft: Bool

  /// Proposes to merge `head` into `base`.
  package init(head: String, base: String, title: String, body: String, isDraft: Bool = false) {
    self.head = head
    self.base = base
    self.title = title
    self.body = body
    self.isDraft = isDraft
  }
}

/// What to change of a pull request; what is nil stays.
package struct PullRequestEdit: Hashable, Sendable {
  /// One line; nil keeps what is there, a person's words too.
  package var title: String?
  /// Markdown; nil keeps what is there.
  package var body: String?
  /// The branch that is to take the change instead; nil keeps the present one.
  package var base: String?
  /// False closes, true opens again.
  package var isOpen: Bool?

  /// Changes nothing that is not named.
  package init(
    title: String? = nil, body: String? = nil, base: String? = nil, isOpen: Bool? = nil
  ) {
    self.title = title
    self.body = body
    self.base = base
    self.isOpen = isOpen
  }
}
