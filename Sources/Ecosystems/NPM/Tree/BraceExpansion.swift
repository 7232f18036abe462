/// The alternatives that the braces of a pattern stand for, as brace-expansion 2 makes them:
/// `a{b,c}` is `ab` and `ac`, `{08..10}` is `08`, `09` and `10`.
///
/// Braces that would stay in a result, such as those of `{a}`, are not followed.
enum BraceExpansion {
  /// More alternatives than these are nobody's pattern.
  private static let limit = 1_000
  /// Braces inside each other; real patterns have one level or two.
  private static let deepest = 8
  /// Bytes of a pattern; paths are shorter than that.
  private static let longest = 4_096

  private typealias Scalars = Substring.UnicodeScalarView

  /// Every alternative, in order.
  ///
  /// - Returns: nil if the braces are anything else than lists and ranges, or are too many.
  static func alternatives(of pattern: String) -> [String]? {
    guard isShallow(pattern) else { return nil }
    return expand(pattern[...].unicodeScalars)
  }

  /// Whether a pattern is short and its braces are nested a few levels deep.
  ///
  /// Each level reads its text again, so the depth bounds the work.
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

  /// What one pair of braces stands for.
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

  /// Separates at the commas that stand in no further braces.
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
      // Between `Z` and `a` stand characters that mean something else in a pattern.
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

  /// A number of at most six digits, with its sign.
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
