/// What continuous integration said of a pull request's head when martlet last looked.
///
/// Status pages, reports and the next pass read it; a verdict stands for its head alone.
package struct VerdictRecord: Hashable, Codable, Sendable {
  /// Which verdict it is; the checks that it rests on stand beside it.
  package enum Kind: String, Codable, Hashable, Sendable {
    /// Something is awaited, and time is left.
    case pending
    /// Everything that counts is green.
    case passed
    /// Something that counts is red.
    case failed
    /// What is awaited said nothing in the time that the file gives it.
    case timedOut = "timed-out"
    /// Nothing checks it.
    case none
  }

  /// A check that the verdict rests on, or that is awaited.
  package struct Check: Hashable, Codable, Sendable {
    /// As the forge calls it; a rule demands it by this name.
    package var name: String
    /// The forge's word, such as `failure`; `awaited` for what has not appeared.
    package var state: String
    /// Where people look at it.
    package var url: String?

    /// Names a check.
    package init(name: String, state: String, url: String? = nil) {
      self.name = name
      self.state = state
      self.url = url
    }
  }

  /// How far the merge by martlet is, where the repository's file asks for one.
  package enum Merging: String, Codable, Hashable, Sendable {
    /// The file asks for no merge of it, or not of these steps.
    case unwanted
    /// For its checks, or for what `mergingNote` tells.
    case waiting
    /// Others merge first; until then it is not rebuilt.
    case queued
    /// It is its turn, and it must be rebuilt on its base before.
    case behind
    /// The host merges once its rules are met.
    case handedOver = "handed-over"
    /// A person took the wish for a merge back.
    case stopped
    /// By martlet, by the host for it, or by a person.
    case merged
  }

  /// The update key's line.
  package var key: String
  /// The operator's name of the forge.
  package var forge: String
  /// `owner/name`.
  package var repository: String
  /// By which the forge and people call the pull request.
  package var number: Int
  /// The commit that the verdict is about.
  package var head: String
  /// Seconds since 1970 at which the head was first seen; time-outs count from it.
  package var since: Int64
  /// Of all checks that count together, as of `lookedAt`.
  package var verdict: Kind
  /// Those that are red, or awaited, or passed; the forge's order by name.
  package var checks: [Check]
  /// Kinds of version steps that the pull request takes, separated by spaces; empty: unknown.
  package var steps: String
  /// `unwanted` where the repository's file asks for no merge of it.
  package var merging: Merging
  /// What the merge waits for, in words; empty where nothing is to be said.
  package var mergingNote: String
  /// Seconds since 1970 of the last look at the forge.
  package var lookedAt: Int64
  /// Whether only an event can still change it.
  package var isFinal: Bool
  /// Whether an event came since the last look.
  package var isDoubted: Bool
  /// The comment that tells of it, once there is one.
  package var comment: Int?
  /// A digest of what that comment says.
  package var said: String

  /// Begins to watch a head of which nothing is known.
  package init(
    key: String, forge: String, repository: String, number: Int, head: String, since: Int64
  ) {
    self.key = key
    self.forge = forge
    self.repository = repository
    self.number = number
    self.head = head
    self.since = since
    verdict = .pending
    checks = []
    steps = ""
    merging = .unwanted
    mergingNote = ""
    lookedAt = since
    isFinal = false
    isDoubted = false
    comment = nil
    said = ""
  }
}
