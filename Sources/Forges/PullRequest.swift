package import Time

/// The present state of a pull request.
package struct PullRequest: Hashable, Sendable {
  /// Whether it is open.
  package enum State: Hashable, Sendable {
    /// It can be changed and merged.
    case open
    /// It was not merged; it can be reopened while its branch exists.
    case closed
    /// The base has the change.
    case merged
  }

  /// Whether the host's rules allow a merge now.
  package enum MergeState: Hashable, Sendable {
    /// It can be merged.
    case clean
    /// Only checks that aren't required are missing or failed.
    case unstable
    /// The head must contain the base's newest commit first.
    case behind
    /// A required check, review or other rule isn't met.
    case blocked
    /// There are conflicts.
    case conflicting
    /// It is a draft, which hosts report before any other obstacle.
    case draft
  }

  /// The number in its URL.
  package var number: Int
  /// `merged` if it was merged, although hosts also call it closed.
  package var state: State
  /// Whether it is a draft.
  package var isDraft: Bool
  /// One line.
  package var title: String
  /// The Markdown source; empty if there is none.
  package var body: String
  /// The branch with the change.
  package var head: String
  /// The newest commit of that branch; the last one if the branch was deleted.
  package var headSHA: String
  /// The repository of the head; nil if that fork was deleted.
  package var headRepository: String?
  /// The branch to merge into.
  package var base: String
  /// The commit of that branch, as far as the host knows; empty if it doesn't exist.
  package var baseSHA: String
  /// Nil if the account no longer exists.
  package var author: Account?
  /// The names, in the forge's order.
  package var labels: [String]
  /// The logins, in the forge's order.
  package var assignees: [String]
  /// The milestone's number.
  package var milestone: Int?
  /// Whether it can be merged without conflicts; nil while the forge still computes.
  package var isMergeable: Bool?
  /// Nil while the forge still computes, or if it doesn't report it.
  package var mergeState: MergeState?
  /// What the forge reports to be in the way of a merge, as a clause such as "it needs an approval";
  /// nil if nothing is, or if the forge doesn't report it.
  package var obstacle: String?
  /// Whether checks run on a merge commit of it, whose jobs the forge lists nowhere else.
  package var testsMergeCommit = false
  /// Whether auto-merge is on.
  package var hasAutoMerge: Bool
  /// The account that switched auto-merge on.
  package var autoMergeBy: String?
  /// The commit of the merge; nil if it isn't merged.
  package var mergeCommit: String?
  /// Nil if the forge doesn't report it.
  package var createdAt: Timestamp?
  /// The time of the last change, including comments; nil if the forge doesn't report it.
  package var updatedAt: Timestamp?
  /// The time of closing or merging; nil while it is open.
  package var closedAt: Timestamp?
  /// The address of its page.
  package var webURL: String

  /// Creates a value; most properties have defaults, for tests.
  package init(
    number: Int, state: State = .open, isDraft: Bool = false, title: String, body: String = "",
    head: String, headSHA: String, headRepository: String? = nil, base: String,
    baseSHA: String = "", author: Account? = nil, labels: [String] = [], assignees: [String] = [],
    milestone: Int? = nil, isMergeable: Bool? = nil, mergeState: MergeState? = nil,
    hasAutoMerge: Bool = false, autoMergeBy: String? = nil, mergeCommit: String? = nil,
    createdAt: Timestamp? = nil, updatedAt: Timestamp? = nil,
    closedAt: Timestamp? = nil, webURL: String = ""
  ) {
    self.number = number
    self.state = state
    self.isDraft = isDraft
    self.title = title
    self.body = body
    self.head = head
    self.headSHA = headSHA
    self.headRepository = headRepository
    self.base = base
    self.baseSHA = baseSHA
    self.author = author
    self.labels = labels
    self.assignees = assignees
    self.milestone = milestone
    self.isMergeable = isMergeable
    self.mergeState = mergeState
    self.hasAutoMerge = hasAutoMerge
    self.autoMergeBy = autoMergeBy
    self.mergeCommit = mergeCommit
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.closedAt = closedAt
    self.webURL = webURL
  }
}
