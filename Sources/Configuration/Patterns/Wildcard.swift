/// Matches `*` against any run of bytes, in time proportional to the product of the lengths.
///
/// - Parameters:
///   - pattern: text in which `*` and, if `question` is set, `?` are wildcards.
///   - text: the whole text to match.
///   - question: whether `?` matches one byte.
///   - barrier: a byte that a wildcard never matches.
/// - Returns: whether all of the text matches.
func wildcardMatches(
  _ pattern: [UInt8], _ text: [UInt8], question: Bool = false, barrier: UInt8? = nil
) -> Bool {
  var (place, index) = (0, 0)
  var star: (place: Int, index: Int)?
  while index < text.count {
    if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
      star = (place, index)
      place += 1
    } else if place < pattern.count,
      pattern[place] == text[index]
        || (question && pattern[place] == UInt8(ascii: "?") && text[index] != barrier)
    {
      place += 1
      index += 1
    } else if let last = star, text[last.index] != barrier {
      star = (last.place, last.index + 1)
      (place, index) = (last.place + 1, last.index + 1)
    } else {
      return false
    }
  }
  return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
}
