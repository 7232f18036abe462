package import FoundationEssentials

/// A pull request as its forge shows it now.
package struct PullRequest: Hashable, Sendable {
  /// Where in its life it is.
  package enum State: Hashable, Sendable {
    /// Its branch may still move, and it can be merged.
    case open
    /// Without having been merged; it can be opened again as long as its branch is there.
    case closed
    /// The base has the change; that cannot be undone here.
    case merged
  }

  /// What the host's own rules say of merging it now.
  package enum MergeState: Hashable, Sendable {
    /// Nothing is in the way.
    case clean
    /// Only checks that nobody demands are missing or red.
    case unstable
    /// The branch that takes the change has moved, and must be in the head first.
    case behind
    /// A check, a review or another rule is missing.
    case blocked
    /// A person would have to decide between both sides.
    case conflicting
    /// It is not ready by its author's word; hosts tell this before all else.
    case draft
  }

  /// The one in its URL; pull requests share the count with issues at GitHub.
  package var number: Int
  /// Merged wins over closed, which hosts say of both.
  package var state: State
  /// Whether its author marked it as not yet ready.
  package var isDraft: Bool
  /// One line, as lists show it.
  package var title: String
  /// Markdown as it was typed; empty where there is none.
  package var body: String
  /// The branch that brings the change.
  package var head: String
  /// The newest commit of that branch that the host has seen; the last one, once it is gone.
  package var headSHA: String
  /// The repository of the head, nil when that fork is gone; ours are all in the repository itself.
  package var headRepository: String?
  /// The branch that takes the change.
  package var base: String
  /// Where that branch was when the host last looked; empty at a local forge without it.
  package var baseSHA: String
  /// Nil where the forge no longer knows the account.
  package var author: Account?
  /// Names, in the forge's order.
  package var labels: [String]
  /// Logins, in the forge's order.
  package var assignees: [String]
  /// The milestone's number.
  package var milestone: Int?
  /// Whether it merges without conflicts; nil while the forge still computes.
  package var isMergeable: Bool?
  /// Nil while the forge still computes, or where it has no rules to tell of.
  package var mergeState: MergeState?
  /// Whether the host merges it by itself as soon as its rules are met.
  package var hasAutoMerge: Bool
  /// Who asked the host for that.
  package var autoMergeBy: String?
  /// The merge's commit, once merged.
  package var mergeCommit: String?
  /// Nil where the forge does not say.
  package var createdAt: Date?
  /// When anything changed last, comments included; nil where the forge does not say.
  package var updatedAt: Date?
  /// When it was closed or merged; nil while it is open.
  package var closedAt: Date?
  /// Where people look at it.
  package var webURL: String

  /// Describes a pull request; what most tests do not care about has a default.
  package init(
    number: Int, state: State = .open, isDraft: Bool = false, title: String, body: String = "",
    head: String, headSHA: String, headRepository: String? = nil, base: String,
    baseSHA: String = "", author: Account? = nil, labels: [String] = [], assignees: [String] = [],
    milestone: Int? = nil, isMergeable: Bool? = nil, mergeState: MergeState? = nil,
    hasAutoMerge: Bool = false, autoMergeBy: String? = nil, mergeCommit: String? = nil,
    createdAt: Date? = nil, updatedAt: Date? = nil,
    closedAt: Date? = nil, webURL: String = ""
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
