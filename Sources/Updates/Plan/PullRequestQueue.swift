import Configuration
import Time

/// The limit of open pull requests that a planned pull request counts towards.
struct OpenLimit: Hashable {
  /// The entry's index.
  var entry: Int
  /// Security updates have a separate limit.
  var purpose: GroupRule.Purpose
}

/// Returns planned pull requests in the order in which they are published.
///
/// Pure. Planned pull requests with an open pull request come first. Of the others, `next` returns as many as the
/// limits of the entries allow.
struct PullRequestQueue {
  /// The planned pull requests that `next` has not returned yet.
  private(set) var waiting: [PlannedPullRequest]
  /// How many more pull requests may be opened.
  private var room: [OpenLimit: Int]
  /// How many more may be opened if a person asked for them.
  private let extra: [OpenLimit: Int]
  /// The keys that a person asked for, which come before other new ones.
  private let asked: Set<UpdateKey>
  private let open: Set<UpdateKey>
  private let limit: (PlannedPullRequest) -> OpenLimit?

  /// - Parameters:
  ///   - plannedPullRequests: all planned pull requests, in order.
  ///   - open: the keys of open pull requests.
  ///   - asked: the keys that a person asked for.
  ///   - room: the remainder of each limit.
  ///   - extra: what a person may ask for beyond it.
  ///   - limit: returns the limit of a planned pull request; nil: unlimited.
  init(
    _ plannedPullRequests: [PlannedPullRequest], open: Set<UpdateKey>,
    asked: Set<UpdateKey> = [], room: [OpenLimit: Int], extra: [OpenLimit: Int] = [:],
    limit: @escaping (PlannedPullRequest) -> OpenLimit?
  ) {
    waiting =
      plannedPullRequests.filter { asked.contains($0.key) }
      + plannedPullRequests.filter { !asked.contains($0.key) }
    self.open = open
    self.asked = asked
    self.room = room
    self.extra = extra
    self.limit = limit
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
    guard !isOpen(planned), let limit = limit(planned) else { return }
    room[limit, default: 0] += 1
  }

  func isOpen(_ planned: PlannedPullRequest) -> Bool { open.contains(planned.key) }

  private mutating func reserveSlot(for planned: PlannedPullRequest) -> Bool {
    guard let limit = limit(planned) else { return true }
    let more = asked.contains(planned.key) ? extra[limit, default: 0] : 0
    guard room[limit, default: 0] + more > 0 else { return false }
    room[limit, default: 0] -= 1
    return true
  }
}
