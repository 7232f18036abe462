import Patterns
import Text

/// Methods of `String` that search for a pattern.
extension RubyInterpreter {
  /// Backtracking steps of a search that cost one step of the budget, and their maximum.
  private static let cheapRetries: UInt = 2_000
  private static let mostRetries: UInt = 200_000
  /// The steps of the budget for a search with more backtracking.
  private static let dearSearch = 4_000

  func pattern(_ regex: RubyRegex, _ range: Range<Int>) throws(RubyStop) -> RubyPattern {
    if let known = patterns[regex] { return known }
    try charge(20 + regex.source.utf8.count / 16, range)
    do throws(RubyPattern.Failure) {
      let pattern = try RubyPattern(regex)
      patterns[regex] = pattern
      return pattern
    } catch {
      throw refusal("uses a pattern that is not evaluated", range)
    }
  }

  /// Finds a match; a search with much backtracking spends more steps.
  private func match(
    _ pattern: RubyPattern, _ text: [UInt8], from start: Int, _ range: Range<Int>
  ) throws(RubyStop) -> RubyPattern.Match? {
    try charge(1, range)
    do throws(RubyPattern.Failure) {
      return try pattern.match(in: text, from: start, retries: Self.cheapRetries)
    } catch {
      try charge(Self.dearSearch, range)
    }
    do throws(RubyPattern.Failure) {
      return try pattern.match(in: text, from: start, retries: Self.mostRetries)
    } catch {
      throw refusal("uses a pattern that takes too many steps", range)
    }
  }

  /// Spends the worst-case steps of searching a whole text, whatever the number of matches.
  ///
  /// A repetition can read the rest of the text from every position, even without backtracking.
  private func charge(
    search regex: RubyRegex, _ text: [UInt8], _ range: Range<Int>
  ) throws(RubyStop) {
    let source = regex.source.utf8
    let repeats = source.contains { "*+{".utf8.contains($0) }
    let crossesLines =
      regex.options.contains("m") || regex.source.contains("[^")
      || ["\\s", "\\S", "\\W", "\\D", "(?m"].contains { regex.source.contains($0) }
    let longest = text.split(separator: UInt8(ascii: "\n")).reduce(0) { max($0, $1.count) }
    let reach = !repeats ? source.count : crossesLines ? text.count : longest
    let (work, isHuge) = text.count.multipliedReportingOverflow(by: reach)
    let steps = isHuge ? RubyBudget.steps : work / Self.workOfStep
    try charge(text.count / 256 + 1 + steps, range)
  }

  /// The number of bytes read in one step.
  private static let workOfStep = 1 << 15

  /// Finds all matches in order, without overlaps, as `scan` and `gsub` do.
  private func matches(
    _ pattern: RubyPattern, _ text: [UInt8], _ range: Range<Int>
  ) throws(RubyStop) -> [RubyPattern.Match] {
    var result: [RubyPattern.Match] = []
    var start = 0
    var groups = 0
    while start <= text.count, let match = try match(pattern, text, from: start, range) {
      result.append(match)
      groups += match.groups.count
      try requireFew(groups, range)
      start = match.whole.upperBound
      if match.whole.isEmpty { start += Self.width(text, start) }
    }
    return result
  }

  /// Refuses a result with too many parts while it grows.
  private func requireFew(_ count: Int, _ range: Range<Int>) throws(RubyStop) {
    guard count < RubyBudget.weight else {
      throw refusal("makes a value that is too large", range)
    }
  }

  /// Returns the length of the character at an offset in bytes; 1 at the end.
  private static func width(_ text: [UInt8], _ offset: Int) -> Int {
    guard offset < text.count else { return 1 }
    var end = offset + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end - offset
  }

  /// Returns whether a pattern matches and stores the groups, as `===` does.
  func matches(
    _ regex: RubyRegex, _ value: RubyValue, _ range: Range<Int>
  ) throws(RubyStop) -> Bool {
    guard let name = value.name else { return false }
    let text = Array(name.utf8)
    try charge(search: regex, text, range)
    let found = try match(pattern(regex, range), text, from: 0, range)
    remember(found, text, isUnknown: value.isUnknown)
    return found != nil
  }

  func patternMethod(
    _ call: RubyInvocation, _ string: String, _ regex: RubyRegex, isUnknown: Bool
  ) throws(RubyStop) -> RubyValue? {
    let pattern = try pattern(regex, call.range)
    let text = Array(string.utf8)
    try charge(search: regex, text, call.range)
    switch call.name {
    case "match?": return .bool(try match(pattern, text, from: 0, call.range) != nil)
    case "start_with?":
      let found = try match(pattern, text, from: 0, call.range)
      return .bool(found?.whole.lowerBound == 0)
    case "=~", "match", "[]", "slice":
      let found = try match(pattern, text, from: 0, call.range)
      remember(found, text, isUnknown: isUnknown)
      return Self.answer(call, found, text)
    case "scan":
      let all = try matches(pattern, text, call.range)
      remember(all.last, text, isUnknown: isUnknown)
      guard call.block == nil else { return nil }
      return .list(all.map { Self.scanned($0, text) })
    case "sub", "gsub":
      let all =
        call.name == "gsub"
        ? try matches(pattern, text, call.range)
        : [try match(pattern, text, from: 0, call.range)].compactMap(\.self)
      return try replaced(call, text, all, isUnknown: isUnknown)
    case "split": return try split(call, text, pattern)
    default: return nil
    }
  }

  private static func answer(
    _ call: RubyInvocation, _ found: RubyPattern.Match?, _ text: [UInt8]
  ) -> RubyValue? {
    let rest = call.positional.dropFirst()
    switch call.name {
    case "=~":
      return found.map { .integer(String(text[..<$0.whole.lowerBound]).unicodeScalars.count) }
        ?? .nil
    case "match":
      // Ruby returns a `MatchData`; its groups by number are enough.
      guard rest.isEmpty else { return nil }
      guard let found else { return .nil }
      let groups = RubyCell(groups(found, text))
      groups.isMatch = true
      return .array(groups)
    default:
      guard let wanted = rest.isEmpty ? 0 : rest.first?.integer, wanted >= 0 else { return nil }
      guard let found, wanted < found.groups.count else { return .nil }
      return groups(found, text)[wanted]
    }
  }

  private static func groups(_ match: RubyPattern.Match, _ text: [UInt8]) -> [RubyValue] {
    match.groups.map { $0.map { .text(String(text[$0])) } ?? .nil }
  }

  /// The groups, or the whole match if there are none.
  private static func scanned(_ match: RubyPattern.Match, _ text: [UInt8]) -> RubyValue {
    let all = groups(match, text)
    return all.count == 1 ? all[0] : .list(Array(all.dropFirst()))
  }

  /// Replaces matches by a text or by the result of a block.
  private func replaced(
    _ call: RubyInvocation, _ text: [UInt8], _ matches: [RubyPattern.Match], isUnknown: Bool
  ) throws(RubyStop) -> RubyValue? {
    let other = call.positional.dropFirst().first
    guard (other == nil) == (call.block != nil) else { return nil }
    var result = ""
    var copied = 0
    for match in matches {
      result += String(text[copied..<match.whole.lowerBound])
      copied = match.whole.upperBound
      remember(match, text, isUnknown: isUnknown)
      guard let new = try replacement(call, other, match, text) else { return nil }
      try requireRoom(text: result.utf8.count + new.utf8.count + text.count - copied, call.range)
      result += new
      try charge(new.utf8.count / 64, call.range)
    }
    if matches.isEmpty { remember(nil, text, isUnknown: isUnknown) }
    return .text(result + String(text[copied...]))
  }

  private func replacement(
    _ call: RubyInvocation, _ other: RubyValue?, _ match: RubyPattern.Match, _ text: [UInt8]
  ) throws(RubyStop) -> String? {
    let whole = String(text[match.whole])
    if let block = call.block { return try invoke(block, [.text(whole)]).printed }
    if let pairs = other?.pairs { return (pairs.value(for: .text(whole)) ?? .nil).printed }
    guard let template = other?.string?.text else { return nil }
    return try filled(template, match, text, call.range)
  }

  /// Expands `\1` and the like; returns nil for other escapes.
  private func filled(
    _ template: String, _ match: RubyPattern.Match, _ text: [UInt8], _ call: Range<Int>
  ) throws(RubyStop) -> String? {
    guard template.utf8.contains(UInt8(ascii: "\\")) else { return template }
    var result: [UInt8] = []
    var bytes = template.utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let next = bytes.next() else { return nil }
      if next == UInt8(ascii: "\\") {
        result.append(next)
      } else if next.isASCIIDigit {
        let group = Int(next - UInt8(ascii: "0"))
        if group < match.groups.count, let range = match.groups[group] {
          try requireRoom(text: result.count + range.count, call)
          result += text[range]
        }
      } else {
        return nil
      }
    }
    return String(result[...])
  }

  /// Sets `$1` and the like.
  private func remember(_ match: RubyPattern.Match?, _ text: [UInt8], isUnknown: Bool) {
    let groups = match.map { Self.groups($0, text) } ?? []
    for index in 1..<10 {
      let group = index < groups.count ? groups[index] : .nil
      scope.outermost.declare("$\(index)", isUnknown ? .unknown(group) : group)
    }
  }

  /// Splits at matches, as Ruby's `split`: an empty match splits after each character.
  private func split(
    _ call: RubyInvocation, _ text: [UInt8], _ pattern: RubyPattern
  ) throws(RubyStop) -> RubyValue? {
    guard call.block == nil, let limit = Self.splitLimit(call) else { return nil }
    var fields: [RubyValue] = []
    var (field, start, cuts, wasEmpty) = (0, 0, 1, false)
    while !text.isEmpty, start <= text.count, limit <= 0 || cuts < limit,
      let match = try match(pattern, text, from: start, call.range)
    {
      if match.whole.isEmpty, match.whole.lowerBound == start {
        if !wasEmpty {
          start += Self.width(text, start)
          wasEmpty = true
          continue
        }
        fields.append(.text(String(text[field..<field + Self.width(text, field)])))
        field = start
      } else {
        fields.append(.text(String(text[field..<match.whole.lowerBound])))
        (field, start) = (match.whole.upperBound, match.whole.upperBound)
      }
      wasEmpty = false
      fields += Self.groups(match, text).dropFirst().filter { !$0.isNil }
      try requireFew(fields.count, call.range)
      cuts += 1
    }
    if !text.isEmpty, limit != 0 || field < text.count {
      fields.append(.text(String(text[field...])))
    }
    return .list(Self.withoutTrailingEmpties(fields, limit))
  }

  /// The maximal number of fields; 0 without an argument, nil if it isn't a number.
  static func splitLimit(_ call: RubyInvocation) -> Int? {
    guard call.positional.count > 1 else { return 0 }
    return call.positional[1].integer
  }

  static func withoutTrailingEmpties(_ fields: [RubyValue], _ limit: Int) -> [RubyValue] {
    guard limit == 0 else { return fields }
    let end = fields.lastIndex { $0.string?.text.isEmpty == false }
    return Array(fields[..<(end.map { $0 + 1 } ?? 0)])
  }
}

extension String {
  /// Converts bytes that begin and end between characters to a text.
  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
  }
}
