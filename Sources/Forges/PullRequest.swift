package import FoundationEssentials

/// A pull request as its forge shows it now.
package struct PullRequest: Hashable, Sendable {
  /// Where in its life it is.
  package enum State: Hashable, Sendable {
    case open
    case closed
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
    case conflicting
    case draft
  }

  package var number: Int
  package var state: State
  package var isDraft: Bool
  package var title: String
  package var body: String
  /// The branch that brings the change.
  package var head: String
  package var headSHA: String
  /// The repository of the head, nil when that fork is gone; ours are all in the repository itself.
  package var headRepository: String?
  /// The branch that takes the change.
  package var base: String
  package var baseSHA: String
  package var author: Account?
  package var labels: [String]
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
  package var createdAt: Date?
  package var updatedAt: Date?
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
