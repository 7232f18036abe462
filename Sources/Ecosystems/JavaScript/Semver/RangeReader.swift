import Text

/// Takes a range apart: at `||` into alternatives, at blanks into tokens, tokens into comparators.
///
/// The steps and their order are those of node-semver's `classes/range.js`: where that rewrites
/// text by an expression, the same bytes are moved here.
struct RangeReader {
  /// Longer texts aren't ranges; hostile ones would take long to compare.
  static let longestText = 1 << 14

  let loose: Bool
  let includePrerelease: Bool

  /// Parses all alternatives; nil if the range is invalid.
  func alternatives(in bytes: Span<UInt8>) -> [[Comparator]]? {
    guard bytes.count <= RangeReader.longestText else { return nil }
    var result: [[Comparator]] = []
    var start = 0
    while start <= bytes.count {
      let end = firstBar(in: bytes, from: start)
      let part = trimmed(start..<end, of: bytes)
      guard let comparators = comparators(in: bytes.extracting(part)) else { return nil }
      if !comparators.isEmpty { result.append(comparators) }
      start = end + 2
    }
    return result.isEmpty ? nil : result
  }

  private func firstBar(in bytes: Span<UInt8>, from start: Int) -> Int {
    let bar = UInt8(ascii: "|")
    var position = start
    while position < bytes.count - 1 {
      if bytes[position] == bar && bytes[position + 1] == bar { return position }
      position += 1
    }
    return bytes.count
  }

  /// Blanks are single by now, so there is at most one at either end.
  private func trimmed(_ range: Swift.Range<Int>, of bytes: Span<UInt8>) -> Swift.Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    if start < end, bytes[start].isASCIISpace { start += 1 }
    if start < end, bytes[end - 1].isASCIISpace { end -= 1 }
    return start..<end
  }

  /// Parses the text between two bars; nil if it makes the range invalid.
  private func comparators(in part: Span<UInt8>) -> [Comparator]? {
    guard part.indices.contains(where: { part[$0].isASCIISpace }) else { return collect(part) }
    let spelled = spelledHyphen(in: part) ?? part.withUnsafeBufferPointer(Array.init)
    return collect(TrimmingRule.tightened(spelled).span)
  }

  /// Reads tokens with blanks between them.
  private func collect(_ tokens: Span<UInt8>) -> [Comparator]? {
    var desugaring = Desugaring(loose: loose, includePrerelease: includePrerelease)
    var start = 0
    while start <= tokens.count {
      var end = start
      while end < tokens.count, !tokens[end].isASCIISpace { end += 1 }
      desugaring.add(tokens.extracting(start..<end))
      start = end + 1
    }
    return desugaring.comparators
  }
}

extension RangeReader {
  /// Rewrites `1.2 - 3.4` as `>=1.2.0 <3.5.0-0`; nil if the part isn't a hyphen range.
  private func spelledHyphen(in part: Span<UInt8>) -> [UInt8]? {
    guard let dash = separatingDash(in: part),
      let from = PartialVersion(part, from: 0, to: dash, loose: loose),
      let to = PartialVersion(part, from: dash + 3, to: part.count, loose: loose)
    else { return nil }
    let lower = lowerBound(from, String(ascii: part.extracting(0..<dash)))
    let upper = upperBound(to, String(ascii: part.extracting((dash + 3)...)), part)
    return Whitespace.collapsed("\(lower) \(upper)")
  }

  private func separatingDash(in part: Span<UInt8>) -> Int? {
    part.indices.dropLast(2).first {
      part[$0].isASCIISpace && part[$0 + 1] == UInt8(ascii: "-") && part[$0 + 2].isASCIISpace
    }
  }

  private func lowerBound(_ from: PartialVersion, _ text: String) -> String {
    let first = includePrerelease ? "-0" : ""
    if from.major.isAny { return "" }
    if from.minor.isAny { return ">=\(from.major.text).0.0\(first)" }
    if from.patch.isAny { return ">=\(from.major.text).\(from.minor.text).0\(first)" }
    return from.prerelease == nil ? ">=\(text)\(first)" : ">=\(text)"
  }

  private func upperBound(_ to: PartialVersion, _ text: String, _ part: Span<UInt8>) -> String {
    let (major, minor, patch) = (to.major, to.minor, to.patch)
    if major.isAny { return "" }
    if minor.isAny { return "<\(major.next.text).0.0-0" }
    if patch.isAny { return "<\(major.text).\(minor.next.text).0-0" }
    if let prerelease = to.prerelease {
      let identifiers = String(ascii: part.extracting(prerelease))
      return "<=\(major.text).\(minor.text).\(patch.text)-\(identifiers)"
    }
    if includePrerelease { return "<\(major.text).\(minor.text).\(patch.next.text)-0" }
    return "<=\(text)"
  }
}
