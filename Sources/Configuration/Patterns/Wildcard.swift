/// Matches `*` against any run of bytes, in time proportional to the product of the lengths.
///
/// - Parameters:
///   - pattern: text in which `*` and, if `question` is set, `?` are wildcards.
///   - text: the whole text to match.
///   - question: whether `?` matches one byte.
///   - barrier: a byte that a wildcard never matches.
/// - Returns: whether all of the text matches.
package func wildcardMatches(
  _ pattern: [UInt8], _ text: [UInt8], question: Bool = false, barrier: UInt8? = nil
) -> Bool {
  var (position, index) = (0, 0)
  var star: (position: Int, index: Int)?
  while index < text.count {
    if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
      star = (position, index)
      position += 1
    } else if position < pattern.count,
      pattern[position] == text[index]
        || (question && pattern[position] == UInt8(ascii: "?") && text[index] != barrier)
    {
      position += 1
      index += 1
    } else if let last = star, text[last.index] != barrier {
      star = (last.position, last.index + 1)
      (position, index) = (last.position + 1, last.index + 1)
    } else {
      return false
    }
  }
  return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
}
