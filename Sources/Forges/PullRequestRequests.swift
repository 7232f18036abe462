/// Which pull requests to list; nil doesn't restrict.
package struct PullRequestQuery: Hashable, Sendable {
  /// The states to list.
  package enum State: String, Hashable, Sendable {
    case open
    case closed
    case all
  }

  /// The branch with the change, in the repository itself.
  package var head: String?
  /// The branch to merge into.
  package var base: String?
  /// `closed` includes merged ones.
  package var state: State
  /// The maximum number, newest first.
  package var limit: Int

  /// Lists open ones by default.
  package init(
    head: String? = nil, base: String? = nil, state: State = .open, limit: Int = 10_000
  ) {
    self.head = head
    self.base = base
    self.state = state
    self.limit = limit
  }

  /// Whether a pull request matches; heads in forks don't match a query for a head.
  package func includes(_ pull: PullRequest, of repository: RepositoryName) -> Bool {
    let isHere = pull.headRepository?.lowercased() == repository.description.lowercased()
    return head.map { $0 == pull.head && isHere } ?? true && base.map { $0 == pull.base } ?? true
      && (state == .all || (state == .open) == (pull.state == .open))
  }
}

/// A pull request to open, with both branches in the same repository.
package struct PullRequestDraft: Hashable, Sendable {
  /// The branch with the change; it must exist and be ahead of `base`.
  package var head: String
  /// The branch to merge into.
  package var base: String
  /// One line, within the forge's `textLimits`.
  package var title: String
  /// Markdown, within the forge's `textLimits`.
  package var body: String
  /// Whether to open it as a draft.
  package var isDraft: Bool
  /// Labels that the repository has; hosts with `ForgeKind.opensWithLabels` set them at once.
  package var labels: [String] = []

  /// Creates a draft that merges `head` into `base`, without labels.
  package init(head: String, base: String, title: String, body: String, isDraft: Bool = false) {
    self.head = head
    self.base = base
    self.title = title
    self.body = body
    self.isDraft = isDraft
  }
}

/// A change to a pull request; nil keeps the present value.
package struct PullRequestEdit: Hashable, Sendable {
  /// One line.
  package var title: String?
  /// Markdown.
  package var body: String?
  /// The branch to merge into.
  package var base: String?
  /// False closes, true reopens.
  package var isOpen: Bool?

  /// Changes nothing by default.
  package init(
    title: String? = nil, body: String? = nil, base: String? = nil, isOpen: Bool? = nil
  ) {
    self.title = title
    self.body = body
    self.base = base
    self.isOpen = isOpen
  }
}
