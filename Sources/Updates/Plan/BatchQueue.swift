import Configuration

/// Whose limit a pull request comes out of.
struct OpenLimit: Hashable {
  /// The entry's index.
  var entry: Int
  /// Security updates have a limit of their own.
  var purpose: GroupRule.Purpose
}

/// Which batches get their turn, in order.
///
/// Those whose pull request is open already come first, and of the others as many as the limits of
/// the entries allow. Pure.
struct BatchQueue {
  /// Those that have not had their turn.
  private(set) var waiting: [Batch]
  /// How many more pull requests each entry may open.
  private var room: [OpenLimit: Int]
  private let open: Set<UpdateKey>
  private let limit: (Batch) -> OpenLimit?

  /// - Parameters:
  ///   - batches: all, in order.
  ///   - open: keys whose pull requests are open.
  ///   - room: what each entry's limit leaves beside the open ones.
  ///   - limit: whose limit a batch comes out of; nil: nobody's.
  init(
    _ batches: [Batch], open: Set<UpdateKey>, room: [OpenLimit: Int],
    limit: @escaping (Batch) -> OpenLimit?
  ) {
    waiting = batches
    self.open = open
    self.room = room
    self.limit = limit
  }

  /// Takes out those whose turn it is.
  mutating func next() -> [Batch] {
    var turn: [Batch] = []
    var rest: [Batch] = []
    for batch in waiting {
      if isOpen(batch) || takeRoom(for: batch) { turn.append(batch) } else { rest.append(batch) }
    }
    waiting = rest
    return turn
  }

  /// Gives back the room of a batch that came to no pull request.
  mutating func giveBack(_ batch: Batch) {
    guard !isOpen(batch), let limit = limit(batch) else { return }
    room[limit, default: 0] += 1
  }

  func isOpen(_ batch: Batch) -> Bool { open.contains(batch.key) }

  private mutating func takeRoom(for batch: Batch) -> Bool {
    guard let limit = limit(batch) else { return true }
    guard room[limit, default: 0] > 0 else { return false }
    room[limit, default: 0] -= 1
    return true
  }
}
