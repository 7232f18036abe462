package import Forges
package import Time

/// The result of continuous integration for a pull request's head, as last read.
///
/// It is used by status pages, reports and the next pass. It applies only to its head.
package struct VerdictRecord: Hashable, Codable, Sendable {
  /// The combined result of the checks.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// Some checks are not finished, and there is time left.
    case pending
    /// All relevant checks passed.
    case passed
    /// A relevant check failed.
    case failed
    /// An expected check did not finish within the configured time.
    case timedOut = "timed-out"
    /// There are no checks.
    case none

    /// The verdicts of a failed pull request.
    package static let red: [Kind] = [.failed, .timedOut]
  }

  /// A check that contributes to the verdict, or that is expected.
  package struct Check: Hashable, Codable, Sendable {
    /// The name on the forge, which branch rules also use.
    package var name: String
    /// The forge's word, such as `failure`; `awaited` for a check that does not exist yet.
    package var state: String
    /// The web page of the check.
    package var url: String?

    /// Creates a check.
    package init(name: String, state: String, url: String? = nil) {
      self.name = name
      self.state = state
      self.url = url
    }
  }

  /// The state of automatic merging, if the repository's file configures it.
  package enum Merging: String, Codable, Hashable, Sendable {
    /// The file does not configure merging for this pull request or its version steps.
    case unwanted
    /// Waiting for checks, or for the reason in `mergingNote`.
    case waiting
    /// Other pull requests are merged first; it is not rebuilt until then.
    case queued
    /// It is next, and must be rebuilt on its base first.
    case behind
    /// The host merges it when its rules are met.
    case handedOver = "handed-over"
    /// A person canceled the merge.
    case stopped
    /// The host's merge queue removed it without merging; another head is added again.
    case dropped
    /// Merged by martlet, by the host for martlet, or by a person.
    case merged
  }

  /// The update key as text, unique in the repository.
  package var key: String
  /// The repository.
  package var repository: RepositoryID
  /// The number of the pull request on the forge.
  package var number: Int
  /// The commit that the verdict applies to.
  package var head: String
  /// The time when the head was first seen; timeouts start here.
  package var since: Timestamp
  /// The combined result at `checkedAt`.
  package var verdict: Kind
  /// The failed, expected or passed checks, in the forge's order by name.
  package var checks: [Check]
  /// The kinds of version steps of the pull request, separated by spaces; empty if unknown.
  package var steps: String
  /// `unwanted` if the repository's file does not configure merging.
  package var merging: Merging
  /// The reason why the merge is waiting, or empty.
  package var mergingNote: String
  /// The time of the last request to the forge.
  package var checkedAt: Timestamp
  /// Whether only an event can change the verdict.
  package var isFinal: Bool
  /// Whether a pass has asked the next one to read the checks again.
  package var needsCheck: Bool
  /// The number of events about its checks.
  package var events: Int
  /// The number of events when the checks were last read.
  package var seenEvents: Int
  /// The number of martlet's comment about the verdict, or nil.
  package var comment: Int?
  /// A digest of that comment's text.
  package var commentDigest: String
  /// Changes with everything that the verdict and the merge depend on; empty: they have to be read.
  package var mark: String

  /// Creates a record for a new head.
  package init(
    key: String, repository: RepositoryID, number: Int, head: String, since: Timestamp
  ) {
    self.key = key
    self.repository = repository
    self.number = number
    self.head = head
    self.since = since
    verdict = .pending
    checks = []
    steps = ""
    merging = .unwanted
    mergingNote = ""
    checkedAt = since
    isFinal = false
    needsCheck = false
    events = 0
    seenEvents = 0
    comment = nil
    commentDigest = ""
    mark = ""
  }

  /// Whether the checks have to be read again: after an event, on request of a pass, or because the
  /// head has changed since the last read.
  package var hasNews: Bool { needsCheck || events > seenEvents || checkedAt <= since }
}
