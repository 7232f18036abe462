/// A queue of connections that wait for a head.
///
/// An entry whose wait has ended is removed when it reaches the front, or when most entries have ended.
/// So each entry costs constant time on average.
struct WaitingLine {
  /// One wait of a connection; `stamp` distinguishes the waits of the same connection.
  struct Entry: Equatable {
    var id: UInt
    var stamp: UInt64
  }

  private var entries: [Entry] = []
  private var next = 0

  /// Appends an entry.
  ///
  /// - Parameters:
  ///   - entry: a wait that has just started.
  ///   - limit: the number of entries above which ended ones are removed.
  ///   - isOver: whether an entry's wait has ended.
  mutating func append(_ entry: Entry, limit: Int, isOver: (Entry) -> Bool) {
    if entries.count > limit {
      entries = entries[next...].filter { !isOver($0) }
      next = 0
    }
    entries.append(entry)
  }

  /// Returns the connection that has waited longest.
  mutating func first(isOver: (Entry) -> Bool) -> UInt? {
    while next < entries.count, isOver(entries[next]) { next += 1 }
    return next < entries.count ? entries[next].id : nil
  }
}
