import Gems

/// A glob pattern of Ruby: `*`, `**/`, `?`, `[a-z]`, and `{a,b}`, which can be nested.
package struct RubyGlob: Sendable {
  /// The maximal number of patterns after expanding the braces.
  static let mostAlternatives = 256
  /// The longest pattern, in bytes.
  static let longest = 4_096

  /// The patterns after expanding the braces, each split at slashes.
  private let alternatives: [[[Part]]]

  /// A part of a pattern for a name.
  private enum Part: Equatable {
    case byte(UInt8)
    /// `?`.
    case any
    /// `*`.
    case many
    /// `[a-z]`, or `[^a-z]` if excluded.
    case set([ClosedRange<UInt8>], isExcluded: Bool)

    func matches(_ byte: UInt8) -> Bool {
      switch self {
      case .byte(let own): own == byte
      case .any: true
      case .many: false
      case .set(let ranges, let isExcluded):
        ranges.contains { $0.contains(byte) } != isExcluded
      }
    }
  }

  /// Returns nil for a pattern that is too long, whose braces expand to too many, or with an escape or
  /// a set that isn't closed, isn't in order, or isn't ASCII.
  package init?(_ pattern: String) {
    guard pattern.utf8.count <= Self.longest,
      let all = Self.expanded(Array(pattern.utf8))
    else { return nil }
    var alternatives: [[[Part]]] = []
    for pattern in all {
      var names: [[Part]] = []
      for name in pattern.split(separator: UInt8(ascii: "/")) {
        guard let parts = Self.parts(name) else { return nil }
        names.append(parts)
      }
      alternatives.append(names)
    }
    self.alternatives = alternatives
  }

  /// Splits the pattern of a name.
  private static func parts(_ name: ArraySlice<UInt8>) -> [Part]? {
    var rest = name
    var result: [Part] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"): result.append(.many)
      case UInt8(ascii: "?"): result.append(.any)
      case UInt8(ascii: "\\"): return nil
      case UInt8(ascii: "["):
        guard let set = set(&rest) else { return nil }
        result.append(set)
      default: result.append(.byte(byte))
      }
    }
    return result
  }

  /// Reads a set behind its bracket.
  private static func set(_ rest: inout ArraySlice<UInt8>) -> Part? {
    let isExcluded = rest.first == UInt8(ascii: "^") || rest.first == UInt8(ascii: "!")
    if isExcluded { rest.removeFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "]") { return .set(ranges, isExcluded: isExcluded) }
      var last = first
      if rest.first == UInt8(ascii: "-"), rest.dropFirst().first != UInt8(ascii: "]") {
        rest.removeFirst()
        guard let end = rest.popFirst() else { return nil }
        last = end
      }
      guard first <= last, last < 0x80, !"[\\".utf8.contains(first) else { return nil }
      ranges.append(first...last)
    }
    return nil
  }

  /// The number of steps of one comparison.
  package var cost: Int { alternatives.count }

  /// Returns whether a path matches; a wildcard doesn't match names that start with a dot.
  package func matches(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
    return alternatives.contains { Self.segments($0[...], parts[...]) }
  }

  /// Expands the braces, the first choice first; nil for too many patterns.
  private static func expanded(_ pattern: [UInt8]) -> [[UInt8]]? {
    var result: [[UInt8]] = []
    var open = [pattern]
    while let next = open.popLast() {
      guard let braces = Braces(in: next) else {
        result.append(next)
        continue
      }
      let choices = braces.choices.map { next[..<braces.start] + $0 + next[braces.end...] }
      open += choices.reversed().map { Array($0) }
      guard result.count + open.count <= mostAlternatives else { return nil }
    }
    return result
  }

  /// The first closed braces of a pattern.
  private struct Braces {
    let start: Int
    /// After the closing one.
    let end: Int
    let choices: [ArraySlice<UInt8>]

    init?(in pattern: [UInt8]) {
      guard let start = pattern.firstIndex(of: UInt8(ascii: "{")) else { return nil }
      var depth = 0
      var from = start + 1
      var choices: [ArraySlice<UInt8>] = []
      for position in start..<pattern.count {
        switch pattern[position] {
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ",") where depth == 1:
          choices.append(pattern[from..<position])
          from = position + 1
        case UInt8(ascii: "}") where depth == 1:
          (self.start, end) = (start, position + 1)
          self.choices = choices + [pattern[from..<position]]
          return
        case UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
      return nil
    }
  }

  private static let folders = [Part.many, .many]

  private static func segments(
    _ pattern: ArraySlice<[Part]>, _ path: ArraySlice<[UInt8]>
  ) -> Bool {
    wildcard(
      pattern, path, isMany: { $0 == folders }, takes: { $0.first != .dot },
      matches: { segment($0[...], $1[...]) })
  }

  private static func segment(_ pattern: ArraySlice<Part>, _ name: ArraySlice<UInt8>) -> Bool {
    if name.first == .dot, let first = pattern.first, first != .byte(.dot) { return false }
    return wildcard(
      pattern, name, isMany: { $0 == .many }, takes: { _ in true }, matches: { $0.matches($1) })
  }

  /// Matches from left to right; only the last wildcard for many ever takes one more, so that the
  /// time stays a product of both lengths.
  private static func wildcard<Pattern, Element>(
    _ pattern: ArraySlice<Pattern>, _ text: ArraySlice<Element>, isMany: (Pattern) -> Bool,
    takes: (Element) -> Bool, matches: (Pattern, Element) -> Bool
  ) -> Bool {
    var (position, start) = (pattern.startIndex, text.startIndex)
    var retry: (position: Int, start: Int)?
    while start < text.endIndex {
      if position < pattern.endIndex, isMany(pattern[position]) {
        position += 1
        retry = (position, start)
      } else if position < pattern.endIndex, matches(pattern[position], text[start]) {
        (position, start) = (position + 1, start + 1)
      } else if let last = retry, takes(text[last.start]) {
        (position, start) = (last.position, last.start + 1)
        retry = (position, start)
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy(isMany)
  }
}
