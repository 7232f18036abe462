/// A pattern whose wildcards cross slashes, as Ruby's `File.fnmatch` has it without flags.
struct Glob: Hashable, Sendable {
  private enum Part: Hashable {
    case any
    case anyRun
    case one(Unicode.Scalar)
    case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .any, .anyRun: true
      case .one(let own): own == scalar
      case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
      }
    }
  }

  private var parts: [Part] = []

  /// Parses a pattern without choices in braces; nil if a set isn't closed.
  init?(_ text: String) {
    var rest = Substring.UnicodeScalarView(text.unicodeScalars)
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": parts.append(.anyRun)
      case "?": parts.append(.any)
      case "[":
        guard let set = Self.set(&rest) else { return nil }
        parts.append(set)
      case "\\": parts.append(.one(rest.popFirst() ?? scalar))
      default: parts.append(.one(scalar))
      }
    }
  }

  /// Parses a set behind its opening bracket: `a-c]`, `!x]`.
  private static func set(_ rest: inout Substring.UnicodeScalarView) -> Part? {
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    // A bracket that comes first belongs to the set.
    guard let end = rest.dropFirst().firstIndex(of: "]") else { return nil }
    var content = rest[..<end]
    rest = rest[rest.index(after: end)...]
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let low = content.popFirst() {
      var high = low
      if content.first == "-", content.count > 1, let last = content.dropFirst().first {
        content = content.dropFirst(2)
        high = last
      }
      if low <= high { ranges.append(low...high) }
    }
    return .set(ranges, isNegated: isNegated)
  }

  /// Whether all of a text matches, in time proportional to the product of the lengths.
  func matches(_ text: [Unicode.Scalar]) -> Bool {
    var (position, index) = (0, 0)
    var run: (position: Int, index: Int)?
    while index < text.count {
      if position < parts.count, parts[position] == .anyRun {
        run = (position, index)
        position += 1
      } else if position < parts.count, parts[position].matches(text[index]) {
        position += 1
        index += 1
      } else if let last = run {
        run = (last.position, last.index + 1)
        (position, index) = (last.position + 1, last.index + 1)
      } else {
        return false
      }
    }
    return parts[position...].allSatisfy { $0 == .anyRun }
  }
}

extension Glob {
  /// The number of patterns that one with braces may stand for.
  private static let limit = 100

  /// Expands braces: `a/{b,c}` becomes `a/b` and `a/c`.
  ///
  /// - Parameter text: a pattern.
  /// - Returns: the patterns; nil if a brace isn't closed, or if there are more than 100.
  static func choices(of text: String) -> [String]? {
    var open = [text]
    var done: [String] = []
    while let next = open.popLast() {
      guard let braces = braces(in: next) else {
        guard !next.contains("{") || next.contains("\\{") else { return nil }
        done.append(next)
        continue
      }
      open += braces.parts.reversed().map { String(braces.before + $0 + braces.after) }
      if open.count + done.count > limit { return nil }
    }
    return done
  }

  /// Returns the first closed pair of braces without others inside; nil without one.
  private static func braces(
    in text: String
  ) -> (before: Substring, parts: [Substring], after: Substring)? {
    var start: String.Index?
    var isEscaped = false
    for index in text.indices {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch text[index] {
      case "\\": isEscaped = true
      case "{": start = index
      case "}":
        guard let start else { continue }
        let inside = text[text.index(after: start)..<index]
        return (
          text[..<start], inside.split(separator: ",", omittingEmptySubsequences: false),
          text[text.index(after: index)...]
        )
      default: break
      }
    }
    return nil
  }
}
