/// Expands the braces of a pattern like brace-expansion 2.
///
///     BraceExpansion.alternatives(of: "a{b,c}")    // ["ab", "ac"]
///     BraceExpansion.alternatives(of: "{08..10}")  // ["08", "09", "10"]
///
/// Braces that stay in the result, such as those of `{a}`, are not supported.
enum BraceExpansion {
  /// Alternatives of one pattern.
  private static let limit = 1_000
  /// Nested braces; real patterns have one or two levels.
  private static let deepest = 8
  /// Bytes of a pattern; paths are shorter.
  private static let longest = 4_096

  private typealias Scalars = Substring.UnicodeScalarView

  /// Returns the alternatives in order.
  ///
  /// - Returns: nil if the braces are neither lists nor ranges, or exceed a limit.
  static func alternatives(of pattern: String) -> [String]? {
    guard isShallow(pattern) else { return nil }
    return expand(pattern[...].unicodeScalars)
  }

  /// Whether a pattern is short and its braces are nested a few levels deep.
  ///
  /// Each level is parsed again, so the depth limits the work.
  private static func isShallow(_ pattern: String) -> Bool {
    var depth = 0
    for byte in pattern.utf8 {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth > deepest { return false }
    }
    return pattern.utf8.count <= longest
  }

  private static func expand(_ text: Scalars) -> [String]? {
    guard let open = text.firstIndex(of: "{") else {
      return text.contains("}") ? nil : [String(text)]
    }
    let before = text[..<open]
    guard !before.contains("}"), before.last != "$", let close = closing(of: open, in: text),
      let items = items(of: text[text.index(after: open)..<close]),
      let rest = expand(text[text.index(after: close)...]), items.count * rest.count <= limit
    else { return nil }
    return items.flatMap { item in rest.map { String(before) + item + $0 } }
  }

  private static func closing(of open: Scalars.Index, in text: Scalars) -> Scalars.Index? {
    var depth = 0
    for index in text[open...].indices {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Returns the alternatives of one pair of braces.
  private static func items(of body: Scalars) -> [String]? {
    let ends = body.split(separator: ".", omittingEmptySubsequences: false)
    if !body.contains(","), ends.count == 3 || ends.count == 5, ends[1].isEmpty,
      ends.count == 3 || ends[3].isEmpty
    {
      return range(from: ends[0], to: ends[2], by: ends.count == 5 ? ends[4] : nil)
    }
    let parts = parts(of: body)
    guard parts.count > 1 else { return nil }
    var result: [String] = []
    for part in parts {
      guard let alternatives = expand(part), result.count + alternatives.count <= limit else {
        return nil
      }
      result += alternatives
    }
    return result
  }

  /// Splits at commas outside of nested braces.
  private static func parts(of body: Scalars) -> [Scalars] {
    var parts: [Scalars] = []
    var start = body.startIndex
    var depth = 0
    for index in body.indices {
      if body[index] == "{" { depth += 1 }
      if body[index] == "}" { depth -= 1 }
      guard depth == 0, body[index] == "," else { continue }
      parts.append(body[start..<index])
      start = body.index(after: index)
    }
    return parts + [body[start...]]
  }

  private static func range(from first: Scalars, to last: Scalars, by step: Scalars?) -> [String]? {
    guard let step = step.map(number) ?? 1, step != 0 else { return nil }
    if let first = letter(first), let last = letter(last) {
      // The characters between `Z` and `a` have a meaning in patterns.
      guard (first < 97) == (last < 97) else { return nil }
      return steps(first, last, step).map { String(UnicodeScalar(UInt8($0))) }
    }
    guard let lower = number(first), let upper = number(last) else { return nil }
    let numbers = steps(lower, upper, step)
    guard numbers.count <= limit else { return nil }
    let isPadded = [first, last].contains(where: hasLeadingZero)
    return numbers.map { padded($0, to: isPadded ? max(first.count, last.count) : 0) }
  }

  private static func steps(_ first: Int, _ last: Int, _ step: Int) -> [Int] {
    Array(stride(from: first, through: last, by: first <= last ? abs(step) : -abs(step)))
  }

  private static func letter(_ text: Scalars) -> Int? {
    guard text.count == 1, let scalar = text.first, scalar.isASCII,
      scalar.properties.isAlphabetic
    else { return nil }
    return Int(scalar.value)
  }

  /// Parses a number of at most six digits with an optional sign.
  private static func number(_ text: Scalars) -> Int? {
    let digits = text.first == "-" ? text.dropFirst() : text
    guard (1...6).contains(digits.count), digits.allSatisfy({ "0"..."9" ~= $0 }) else {
      return nil
    }
    return Int(String(text))
  }

  private static func hasLeadingZero(_ text: Scalars) -> Bool {
    let digits = text.first == "-" ? text.dropFirst() : text
    return digits.count > 1 && digits.first == "0"
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let sign = number < 0 ? "-" : ""
    let digits = String(abs(number))
    let zeros = max(0, width - sign.count - digits.count)
    return sign + String(repeating: "0", count: zeros) + digits
  }
}
