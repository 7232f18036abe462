/// A pattern for the names of checks, in the grammar that Gitea's branch protection uses
/// (github.com/gobwas/glob without separators).
///
/// `*` and `**` match any text, `?` one character, `[a-c]` and `[!a-c]` one of a set or one outside of
/// it, `{a,b}` one of several patterns. A backslash escapes the next character.
///
///     CheckPattern("ci/*").matches("ci/build / test (push)")
struct CheckPattern: Hashable, Sendable {
  /// Nil if the pattern is invalid: it matches nothing, as on the host.
  private let parts: [Part]?

  private indirect enum Part: Hashable, Sendable {
    case text(Character)
    case any
    case one
    case set(Set, isNegated: Bool)
    case choice([[Part]])
  }

  private struct Set: Hashable, Sendable {
    var singles: [Character] = []
    var ranges: [ClosedRange<Character>] = []

    func contains(_ character: Character) -> Bool {
      singles.contains(character) || ranges.contains { $0.contains(character) }
    }
  }

  /// Parses a pattern; an invalid one matches nothing.
  init(_ pattern: String) {
    var rest = Substring(pattern)
    parts = Self.parts(&rest, isChoice: false, depth: 0).flatMap { rest.isEmpty ? $0 : nil }
  }

  /// Whether a text has a character with a meaning in patterns.
  static func isPattern(_ text: String) -> Bool {
    text.contains { "*?[{\\".contains($0) }
  }

  /// Whether the complete name matches.
  func matches(_ name: String) -> Bool {
    guard let parts else { return false }
    var budget = 100_000
    return Self.matches(parts[...], Array(name)[...], &budget)
  }

  // MARK: Parsing

  private static func parts(_ rest: inout Substring, isChoice: Bool, depth: Int) -> [Part]? {
    var parts: [Part] = []
    while let next = rest.first {
      if isChoice, next == "," || next == "}" { return parts }
      rest.removeFirst()
      switch next {
      case "*": if parts.last != .any { parts.append(.any) }
      case "?": parts.append(.one)
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        parts.append(.text(escaped))
      case "[":
        guard let set = set(&rest) else { return nil }
        parts.append(set)
      case "{":
        guard depth < 8, let choice = choice(&rest, depth: depth + 1) else { return nil }
        parts.append(choice)
      default: parts.append(.text(next))
      }
    }
    return isChoice ? nil : parts
  }

  private static func choice(_ rest: inout Substring, depth: Int) -> Part? {
    var choices: [[Part]] = []
    while let choice = parts(&rest, isChoice: true, depth: depth) {
      choices.append(choice)
      if rest.popFirst() == "}" { return .choice(choices) }
    }
    return nil
  }

  private static func set(_ rest: inout Substring) -> Part? {
    let isNegated = rest.first == "!"
    if isNegated { rest.removeFirst() }
    var set = Set()
    while let next = rest.popFirst() {
      if next == "]" { return set == Set() ? nil : .set(set, isNegated: isNegated) }
      guard rest.first == "-", let end = rest.dropFirst().first, end != "]" else {
        set.singles.append(next)
        continue
      }
      guard next <= end else { return nil }
      set.ranges.append(next...end)
      rest.removeFirst(2)
    }
    return nil
  }

  // MARK: Matching

  /// Backtracks, at most `budget` times: a pattern that takes longer matches nothing.
  private static func matches(
    _ parts: ArraySlice<Part>, _ name: ArraySlice<Character>, _ budget: inout Int
  ) -> Bool {
    budget -= 1
    guard budget > 0 else { return false }
    guard let part = parts.first else { return name.isEmpty }
    let (rest, tail) = (parts.dropFirst(), name.dropFirst())
    switch part {
    case .any:
      for start in name.startIndex...name.endIndex
      where matches(rest, name[start...], &budget) { return true }
      return false
    case .choice(let choices):
      for choice in choices where matches((choice + rest)[...], name, &budget) { return true }
      return false
    case .one: return !name.isEmpty && matches(rest, tail, &budget)
    case .text(let character):
      return name.first == character && matches(rest, tail, &budget)
    case .set(let set, let isNegated):
      guard let first = name.first, set.contains(first) != isNegated else { return false }
      return matches(rest, tail, &budget)
    }
  }
}
