import Configuration
import Time

/// A limit of pull requests that a planned pull request counts towards.
struct OpenLimit: Hashable {
  /// What a limit counts.
  enum Kind: Hashable {
    case open, perHour, branches
  }

  /// The entry's index; nil: the repository.
  var entry: Int?
  /// What it counts.
  var kind = Kind.open
  /// Security updates have a separate limit.
  var purpose = GroupRule.Purpose.versionUpdates
}

/// The remainder of a limit.
struct Room: Hashable {
  /// The limit as the file states it.
  var limit: Int
  /// How many more pull requests it allows.
  var left: Int
}

/// Returns planned pull requests in the order in which they are published.
///
/// Pure. Planned pull requests with an open pull request come first. Of the others, `next` returns as many as the
/// limits allow.
struct PullRequestQueue {
  /// The planned pull requests that `next` has not returned yet.
  private(set) var waiting: [PlannedPullRequest]
  /// How many more pull requests may be opened.
  private var room: [OpenLimit: Room]
  /// How many more may be opened if a person asked for them.
  private let extra: [OpenLimit: Int]
  /// The keys that a person asked for, which come before other new ones.
  private let asked: Set<UpdateKey>
  private let open: Set<UpdateKey>
  private let limits: (PlannedPullRequest) -> [OpenLimit]

  /// - Parameters:
  ///   - plannedPullRequests: all planned pull requests, in order.
  ///   - open: the keys of open pull requests.
  ///   - asked: the keys that a person asked for.
  ///   - room: the remainder of each limit; one that is missing doesn't restrict.
  ///   - extra: what a person may ask for beyond it.
  ///   - limits: returns the limits of a planned pull request.
  init(
    _ plannedPullRequests: [PlannedPullRequest], open: Set<UpdateKey>,
    asked: Set<UpdateKey> = [], room: [OpenLimit: Room], extra: [OpenLimit: Int] = [:],
    limits: @escaping (PlannedPullRequest) -> [OpenLimit]
  ) {
    waiting =
      plannedPullRequests.filter { asked.contains($0.key) }
      + plannedPullRequests.filter { !asked.contains($0.key) }
    self.open = open
    self.asked = asked
    self.room = room
    self.extra = extra
    self.limits = limits
  }

  /// Removes and returns the planned pull requests that may be published now.
  mutating func next() -> [PlannedPullRequest] {
    var due: [PlannedPullRequest] = []
    var rest: [PlannedPullRequest] = []
    for planned in waiting {
      if isOpen(planned) || reserveSlot(for: planned) {
        due.append(planned)
      } else {
        rest.append(planned)
      }
    }
    waiting = rest
    return due
  }

  /// Frees the room of a planned pull request that got no pull request.
  mutating func putBack(_ planned: PlannedPullRequest) {
    guard !isOpen(planned) else { return }
    for limit in limits(planned) { room[limit]?.left += 1 }
  }

  func isOpen(_ planned: PlannedPullRequest) -> Bool { open.contains(planned.key) }

  /// The first limit that a waiting planned pull request waits for; nil without one.
  func obstacle(to planned: PlannedPullRequest) -> (limit: OpenLimit, room: Room)? {
    let isAsked = asked.contains(planned.key)
    for limit in limits(planned) {
      guard let room = room[limit] else { continue }
      let more = isAsked ? extra[limit, default: 0] : 0
      if room.left + more <= 0 { return (limit, room) }
    }
    return nil
  }

  private mutating func reserveSlot(for planned: PlannedPullRequest) -> Bool {
    guard obstacle(to: planned) == nil else { return false }
    for limit in limits(planned) { room[limit]?.left -= 1 }
    return true
  }
}
