/// Results by a number, in a hash table with open addressing.
///
/// Every visit of a term reads it. A dictionary, whose hashes are safe from attacks, would take longer
/// than all the rest of a visit.
struct Memo<Result: Sendable>: Sendable {
  private struct Entry: Sendable {
    /// The key plus one; zero for a free slot.
    var mark: UInt64
    var result: Result
  }

  private var entries: [Entry]
  private var count = 0

  /// Creates an empty table.
  ///
  /// - Parameter unused: any result, for free slots.
  init(unused: Result) {
    entries = Array(repeating: Entry(mark: 0, result: unused), count: 1024)
  }

  /// The result for a key below the greatest number; nil if it is not known.
  @inline(__always)
  subscript(key: UInt64) -> Result? {
    let mark = key + 1
    var slot = firstSlot(of: mark)
    while true {
      let entry = entries[slot]
      if entry.mark == mark { return entry.result }
      if entry.mark == 0 { return nil }
      slot = (slot + 1) & (entries.count - 1)
    }
  }

  /// Stores the result for a key that is not known.
  mutating func set(_ key: UInt64, to result: Result) {
    if 2 * count >= entries.count { grow() }
    count += 1
    enter(Entry(mark: key + 1, result: result))
  }

  @inline(__always)
  private func firstSlot(of mark: UInt64) -> Int {
    Int(truncatingIfNeeded: (mark &* 0x9e37_79b9_7f4a_7c15) >> 32) & (entries.count - 1)
  }

  private mutating func enter(_ entry: Entry) {
    var slot = firstSlot(of: entry.mark)
    while entries[slot].mark != 0 { slot = (slot + 1) & (entries.count - 1) }
    entries[slot] = entry
  }

  private mutating func grow() {
    let old = entries
    let free = Entry(mark: 0, result: old[0].result)
    entries = Array(repeating: free, count: 2 * old.count)
    for entry in old where entry.mark != 0 { enter(entry) }
  }
}
