/// Methods of strings and symbols.
extension RubyInterpreter {
  func stringMethod(
    _ call: RubyInvocation, _ string: RubyString
  ) throws(RubyStop) -> RubyValue? {
    let text = string.text
    let first = call.positional.first
    switch call.name {
    case "+", "<<", "concat": return first?.printed.map { .text(text + $0) }
    case "strip": return .text(text.trimmed)
    case "chomp", "chop", "rstrip": return .text(Self.withoutEnd(text, first?.name))
    case "lstrip": return .text(String(text.drop { $0.isWhitespace }))
    case "downcase": return .text(text.lowercased())
    case "upcase": return .text(text.uppercased())
    case "capitalize": return .text(text.prefix(1).uppercased() + text.dropFirst().lowercased())
    case "to_s", "to_str", "to_path", "dup", "freeze", "-@", "+@", "itself", "b", "encode", "scrub":
      return .string(string)
    case "to_sym", "intern": return .symbol(text)
    case "to_i": return .integer(Int(text.trimmed.prefix { $0.isNumber }) ?? 0)
    case "to_f": return .float(Self.number(text))
    case "length", "size": return .integer(text.count)
    case "empty?": return .bool(text.isEmpty)
    case "start_with?":
      return .bool(call.positional.contains { $0.name.map(text.hasPrefix) ?? false })
    case "end_with?":
      return .bool(call.positional.contains { $0.name.map(text.hasSuffix) ?? false })
    case "include?": return .bool(first?.name.map(text.contains) ?? false)
    case "delete_prefix": return .text(Self.without(prefix: first?.name, text))
    case "delete_suffix": return .text(Self.without(suffix: first?.name, text))
    case "lines", "each_line", "readlines":
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\n" }
      return try arrayMethod(
        RubyInvocation(
          name: call.block == nil ? "to_a" : "each", block: call.block, range: call.range),
        lines.dropLast(text.hasSuffix("\n") || text.isEmpty ? 1 : 0).map { .text(String($0)) })
    case "tr": return Self.translated(text, call.positional)
    case "split": return try split(text, call)
    case "=~", "match", "match?", "scan", "[]", "slice", "sub", "gsub", "===":
      return try patternMethod(call, text)
    default: return try pathMethod(call, text)
    }
  }

  private static func withoutEnd(_ text: String, _ end: String?) -> String {
    if let end { return without(suffix: end, text) }
    return String(text.reversed().drop { $0.isNewline || $0 == " " }.reversed())
  }

  private static func without(prefix: String?, _ text: String) -> String {
    prefix.map { text.hasPrefix($0) ? String(text.dropFirst($0.count)) : text } ?? text
  }

  private static func without(suffix: String?, _ text: String) -> String {
    suffix.map { text.hasSuffix($0) ? String(text.dropLast($0.count)) : text } ?? text
  }

  private static func number(_ text: String) -> Double {
    var seenDot = false
    let digits = text.trimmed.prefix { character in
      if character == ".", !seenDot {
        seenDot = true
        return true
      }
      return character.isNumber
    }
    return Double(digits.hasSuffix(".") ? digits.dropLast() : digits) ?? 0
  }

  private static func translated(_ text: String, _ arguments: [RubyValue]) -> RubyValue? {
    guard let from = arguments.first?.name, let to = arguments.last?.name, from.count == to.count
    else { return nil }
    let table = Dictionary(zip(from, to)) { first, _ in first }
    return .text(String(text.map { table[$0] ?? $0 }))
  }

  private func split(_ text: String, _ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    if case .regex = call.positional.first?.assumed { return nil }
    let most = call.positional.dropFirst().first.flatMap { value -> Int? in
      if case .integer(let count) = value.assumed { count - 1 } else { nil }
    }
    guard let separator = call.positional.first?.name, separator != " " else {
      return .array(
        text.split(maxSplits: most ?? .max) { $0.isWhitespace }.map { .text(String($0)) })
    }
    var parts = text.split(
      separator: separator, maxSplits: most ?? .max, omittingEmptySubsequences: separator.isEmpty)
    while most == nil, parts.last?.isEmpty == true { parts.removeLast() }
    return .array(parts.map { .text(String($0)) })
  }

  private func patternMethod(
    _ call: RubyInvocation, _ text: String
  ) throws(RubyStop) -> RubyValue? {
    guard case .regex(let source) = call.positional.first?.assumed else {
      return plainPatternMethod(call, text)
    }
    let pattern = try RubyPattern(source, self, call.range)
    switch call.name {
    case "match?": return .bool(pattern.matches(text))
    case "=~", "match":
      let groups = pattern.groups(text)
      remember(groups)
      return groups.map { groups in .array(groups.map { $0.map(RubyValue.text) ?? .nil }) } ?? .nil
    case "[]", "slice":
      var index = 0
      if case .integer(let wanted) = call.positional.dropFirst().first?.assumed { index = wanted }
      guard let groups = pattern.groups(text), groups.indices.contains(index) else { return .nil }
      return groups[index].map(RubyValue.text) ?? .nil
    case "scan":
      return .array(pattern.all(in: text).map { .text($0) })
    case "sub", "gsub":
      guard let other = call.positional.dropFirst().first?.name, !other.contains("\\") else {
        return nil
      }
      return .text(pattern.replacing(in: text, with: other, all: call.name == "gsub"))
    default: return nil
    }
  }

  /// Sets `$1` and the like.
  private func remember(_ groups: [String?]?) {
    for index in 1..<10 {
      let group = groups.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      scope.set("$\(index)", group.map(RubyValue.text) ?? .nil)
    }
  }

  private func plainPatternMethod(_ call: RubyInvocation, _ text: String) -> RubyValue? {
    let first = call.positional.first?.assumed
    switch (call.name, first) {
    case ("[]", .string(let part)): return text.contains(part.text) ? .string(part) : .nil
    case ("[]", .integer(let index)):
      let characters = Array(text)
      let place = index < 0 ? characters.count + index : index
      return characters.indices.contains(place) ? .text(String(characters[place])) : .nil
    case ("[]", .range(let lower, let upper, let excludesEnd)):
      return Self.slice(Array(text), lower, upper, excludesEnd).map { .text(String($0)) }
    case ("sub", .string(let part)), ("gsub", .string(let part)):
      guard let other = call.positional.dropFirst().first?.name, !other.contains("\\") else {
        return nil
      }
      return .text(
        text.replacing(part.text, with: other, maxReplacements: call.name == "sub" ? 1 : .max))
    default: return nil
    }
  }

  /// The elements of a range of places, which count from the end where negative.
  static func slice<Element>(
    _ values: [Element], _ lower: RubyValue, _ upper: RubyValue, _ excludesEnd: Bool
  ) -> [Element]? {
    let from = place(lower, values.count) ?? 0
    var to = place(upper, values.count) ?? values.count - 1
    if excludesEnd, !upper.isNil { to -= 1 }
    guard from >= 0, from <= values.count else { return nil }
    return from <= to ? Array(values[from...min(to, values.count - 1)]) : []
  }

  private static func place(_ value: RubyValue, _ count: Int) -> Int? {
    guard case .integer(let index) = value.assumed else { return nil }
    return index < 0 ? count + max(index, -count) : min(index, count)
  }
}
