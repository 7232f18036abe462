/// Compares texts like `localeCompare(_, "en")`: ICU's root collation, for ASCII.
///
/// Punctuation is significant and precedes digits, digits precede letters; case decides last, lower
/// case first. The order of other characters is unknown: call `covers` before sorting.
package enum Collation {
  /// Whether the order of a text is known.
  package static func covers(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      ranks.withUnsafeBufferPointer { ranks in
        bytes.allSatisfy { $0 < 0x80 && ranks[Int($0)] != 0 }
      }
    }
  }

  /// Whether `left` precedes `right`.
  package static func precedes(_ left: String, _ right: String) -> Bool { compare(left, right) < 0 }

  /// Returns a negative number, zero or a positive number, like JavaScript's comparators.
  package static func compare(_ left: String, _ right: String) -> Int {
    var left = left
    var right = right
    return left.withUTF8 { a in right.withUTF8 { b in compare(a, b) } }
  }

  private static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let shared = min(left.count, right.count)
    var byCase = 0
    return ranks.withUnsafeBufferPointer { ranks in
      for index in 0..<shared where left[index] != right[index] {
        let difference = Int(ranks[Int(left[index] & 0x7F)]) - Int(ranks[Int(right[index] & 0x7F)])
        if difference != 0 { return difference }
        if byCase == 0 { byCase = left[index] > right[index] ? -1 : 1 }
      }
      return left.count == right.count ? byCase : left.count - right.count
    }
  }

  private static let ranks: [UInt8] = {
    var ranks = [UInt8](repeating: 0, count: 128)
    let order = "\t\n\u{0B}\u{0C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789"
    for (rank, byte) in order.utf8.enumerated() { ranks[Int(byte)] = UInt8(rank + 1) }
    for letter in 0..<26 {
      ranks[97 + letter] = UInt8(100 + letter)
      ranks[65 + letter] = UInt8(100 + letter)
    }
    return ranks
  }()
}
