import Configuration
import Time

/// The limit of open pull requests that a batch counts towards.
struct OpenLimit: Hashable {
  /// The entry's index.
  var entry: Int
  /// Security updates have a separate limit.
  var purpose: GroupRule.Purpose
}

/// Returns batches in the order in which they are published.
///
/// Pure. Batches with an open pull request come first. Of the others, `next` returns as many as the
/// limits of the entries allow.
struct BatchQueue {
  /// The batches that `next` has not returned yet.
  private(set) var waiting: [Batch]
  /// How many more pull requests may be opened.
  private var room: [OpenLimit: Int]
  private let open: Set<UpdateKey>
  private let limit: (Batch) -> OpenLimit?

  /// - Parameters:
  ///   - batches: all batches, in order.
  ///   - open: the keys of open pull requests.
  ///   - room: the remainder of each limit.
  ///   - limit: returns the limit of a batch; nil: unlimited.
  init(
    _ batches: [Batch], open: Set<UpdateKey>, room: [OpenLimit: Int],
    limit: @escaping (Batch) -> OpenLimit?
  ) {
    waiting = batches
    self.open = open
    self.room = room
    self.limit = limit
  }

  /// Removes and returns the batches that may be published now.
  mutating func next() -> [Batch] {
    var due: [Batch] = []
    var rest: [Batch] = []
    for batch in waiting {
      if isOpen(batch) || reservePlace(for: batch) { due.append(batch) } else { rest.append(batch) }
    }
    waiting = rest
    return due
  }

  /// Frees the room of a batch that got no pull request.
  mutating func putBack(_ batch: Batch) {
    guard !isOpen(batch), let limit = limit(batch) else { return }
    room[limit, default: 0] += 1
  }

  func isOpen(_ batch: Batch) -> Bool { open.contains(batch.key) }

  private mutating func reservePlace(for batch: Batch) -> Bool {
    guard let limit = limit(batch) else { return true }
    guard room[limit, default: 0] > 0 else { return false }
    room[limit, default: 0] -= 1
    return true
  }
}
