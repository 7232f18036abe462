import Gems
import Text

/// Methods of `String` and `Symbol`.
extension RubyInterpreter {
  func stringMethod(
    _ call: RubyInvocation, _ cell: RubyCell<RubyString>, isUnknown: Bool
  ) throws(RubyStop) -> RubyValue? {
    try reserve(for: call, cell.content.text)
    if let change = try changed(call, cell, isUnknown: isUnknown) { return change }
    guard RubySignatures.string[call.name]?.admits(call) == true else { return nil }
    let text = cell.content.text
    if let regex = call.positional.first?.regex {
      return try patternMethod(call, text, regex, isUnknown: isUnknown)
    }
    switch call.name {
    case "to_str", "to_path", "-@", "b", "scrub", "encode": return .string(cell)
    case "+@": return .string(RubyCell(cell.content))
    case "to_sym", "intern": return .symbol(text)
    case "to_i": return RubyNumber.integer(text).map { .integer($0) }
    case "to_f": return .float(RubyNumber.float(text))
    case "lines", "readlines", "each_line": return try lines(call, text, chomped: false)
    case "split": return Self.split(text, call)
    case "%":
      let value = call.positional[0].assumed
      return try formatted(text, value.list ?? [value], call.range)
    default: return Self.plain(call, text)
    }
  }

  func symbolMethod(
    _ call: RubyInvocation, _ name: String, isUnknown: Bool
  ) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "to_sym" where call.positional.isEmpty: return .symbol(name)
    case "name", "id2name":
      return call.positional.isEmpty ? .text(name) : nil
    case "length", "size", "empty?", "start_with?", "end_with?", "[]", "=~", "match", "match?":
      return try stringMethod(call, RubyCell(RubyString(name)), isUnknown: isUnknown)
    case "upcase", "downcase", "capitalize", "succ":
      let text = try stringMethod(call, RubyCell(RubyString(name)), isUnknown: isUnknown)
      return text?.name.map { .symbol($0) }
    default: return nil
    }
  }

  /// Methods that change the receiver; those with `!` return nil if nothing changes.
  private func changed(
    _ call: RubyInvocation, _ cell: RubyCell<RubyString>, isUnknown: Bool
  ) throws(RubyStop) -> RubyValue? {
    let texts = call.positional.map { $0.string?.text }
    let known = texts.compactMap(\.self)
    switch call.name {
    case "<<", "concat", "prepend", "replace":
      guard known.count == texts.count, call.block == nil, call.options.isEmpty,
        call.name != "replace" && call.name != "<<" || known.count == 1
      else { return nil }
      let text = cell.content.text
      let new =
        switch call.name {
        case "prepend": known.joined() + text
        case "replace": known[0]
        default: text + known.joined()
        }
      cell.content = RubyString(new)
      return .string(cell)
    case let name where name.hasSuffix("!") && RubySignatures.string[Self.pure(name)] != nil:
      var copy = call
      copy.name = Self.pure(name)
      let result = try stringMethod(copy, RubyCell(cell.content), isUnknown: isUnknown)
      guard let new = result?.string?.text else { return nil }
      guard new != cell.content.text else { return .nil }
      cell.content = RubyString(new)
      return .string(cell)
    default: return nil
    }
  }

  /// The name of a method without its `!`.
  static func pure(_ name: String) -> String { String(name.dropLast()) }

  private static func plain(_ call: RubyInvocation, _ text: String) -> RubyValue? {
    let texts = call.positional.map { $0.string?.text }
    let known = texts.compactMap(\.self)
    let other = known.first
    switch call.name {
    case "strip": return .text(text.trimmed(atStart: true, atEnd: true))
    case "lstrip": return .text(text.trimmed(atStart: true, atEnd: false))
    case "rstrip": return .text(text.trimmed(atStart: false, atEnd: true))
    case "chop": return .text(text.hasSuffix("\r\n") ? text.cut(2) : text.cut(1))
    case "chomp": return chomped(call, text)
    case "downcase": return .text(text.lowercased())
    case "upcase": return .text(text.uppercased())
    case "capitalize": return .text(text.prefix(1).uppercased() + text.dropFirst().lowercased())
    case "reverse": return .text(text.letters.reversed().joined())
    case "length", "size": return .integer(text.unicodeScalars.count)
    case "empty?": return .bool(text.isEmpty)
    case "chars": return .list(text.letters.map { .text($0) })
    case "tr":
      return known.count == 2 ? RubyTranslation(known[0], known[1])?.applied(to: text) : nil
    case "*": return call.positional[0].integer.flatMap { repeated(text, $0) }
    case "ljust", "rjust", "center": return padded(call, text)
    case "[]", "slice": return element(call, text)
    default: break
    }
    guard known.count == texts.count else { return nil }
    switch call.name {
    case "start_with?": return .bool(known.contains { text.utf8.starts(with: $0.utf8) })
    case "end_with?": return .bool(known.contains { text.ends(with: $0) })
    default: return other.flatMap { plain(call, text, $0) }
    }
  }

  private static func plain(
    _ call: RubyInvocation, _ text: String, _ other: String
  ) -> RubyValue? {
    switch call.name {
    case "+": return .text(text + other)
    case "include?": return .bool(ByteSearch.contains(text, other))
    case "casecmp?": return .bool(text.lowercased() == other.lowercased())
    case "delete_prefix":
      return .text(text.utf8.starts(with: other.utf8) ? text.dropping(first: other) : text)
    case "delete_suffix": return .text(text.ends(with: other) ? text.dropping(last: other) : text)
    case "sub", "gsub":
      guard call.block == nil, let new = call.positional.last?.string?.text, !other.isEmpty,
        call.positional.count == 2, !new.utf8.contains(UInt8(ascii: "\\"))
      else { return nil }
      return .text(
        ByteSearch.replacing(other, with: new, in: text, most: call.name == "sub" ? 1 : .max))
    case "partition", "rpartition":
      guard !other.isEmpty else { return nil }
      return .list(parted(text, other, last: call.name == "rpartition").map { .text($0) })
    default: return nil
    }
  }

  private static func chomped(_ call: RubyInvocation, _ text: String) -> RubyValue? {
    if let end = call.positional.first {
      guard let end = end.string?.text, !end.isEmpty, end != "\n" else { return nil }
      return .text(text.ends(with: end) ? text.dropping(last: end) : text)
    }
    let isEnded = text.hasSuffix("\r\n") || text.hasSuffix("\n") || text.hasSuffix("\r")
    return .text(isEnded ? String(text.dropLast()) : text)
  }

  private static func repeated(_ text: String, _ count: Int) -> RubyValue? {
    guard count >= 0, count == 0 || text.utf8.count <= (1 << 20) / count else { return nil }
    return .text(String(repeating: text, count: count))
  }

  private static func parted(_ text: String, _ other: String, last: Bool) -> [String] {
    let offsets = ByteSearch.offsets(of: other, in: text, most: last ? .max : 1)
    guard let offset = offsets.last else { return last ? ["", "", text] : [text, "", ""] }
    let bytes = Array(text.utf8)
    return [
      String(decoding: bytes[..<offset], as: UTF8.self), other,
      String(decoding: bytes[(offset + other.utf8.count)...], as: UTF8.self),
    ]
  }

  private static func element(_ call: RubyInvocation, _ text: String) -> RubyValue? {
    let first = call.positional[0].assumed
    if case .string(let part) = first {
      guard call.positional.count == 1 else { return nil }
      return ByteSearch.contains(text, part.content.text) ? .text(part.content.text) : .nil
    }
    let letters = text.letters
    if case .range(let lower, let upper, let excludesEnd) = first, call.positional.count == 1 {
      guard let range = RubyRange.indices(lower, upper, excludesEnd, in: letters.count) else {
        return nil
      }
      return range.map { .text(letters[$0].joined()) } ?? .nil
    }
    guard let index = first.integer else { return nil }
    guard call.positional.count == 2 else {
      return RubyRange.index(index, in: letters.count).map { .text(letters[$0]) } ?? .nil
    }
    guard let count = call.positional[1].integer else { return nil }
    return RubyRange.stretch(index, count, in: letters.count).map {
      .text(letters[$0].joined())
    } ?? .nil
  }

  /// Evaluates `lines(chomp: true)`; returns nil for other calls.
  func lines(
    _ call: RubyInvocation, _ cell: RubyCell<RubyString>
  ) throws(RubyStop) -> RubyValue? {
    guard ["lines", "readlines", "each_line"].contains(call.name), call.positional.isEmpty,
      call.options.count == 1, let chomp = call["chomp"]
    else { return nil }
    return try lines(call, cell.content.text, chomped: chomp.isTruthy)
  }

  private func lines(
    _ call: RubyInvocation, _ text: String, chomped: Bool
  ) throws(RubyStop) -> RubyValue? {
    let lines = text.linesWithEnds.map { line in
      RubyValue.text(chomped && line.hasSuffix("\n") ? String(line.dropLast()) : line)
    }
    guard let block = call.block else { return .list(lines) }
    for line in lines { _ = try invoke(block, [line]) }
    return .text(text)
  }

  /// Splits at a text; without one, or at a blank, splits at white space.
  private static func split(_ text: String, _ call: RubyInvocation) -> RubyValue? {
    guard let limit = splitLimit(call) else { return nil }
    let separator = call.positional.first ?? .nil
    guard separator.isNil || separator.string != nil else { return nil }
    if limit == 1 { return .list(text.isEmpty ? [] : [.text(text)]) }
    let most = limit > 0 ? limit - 1 : Int.max
    guard let cut = separator.string?.text, cut != " " else {
      let words = words(text, most)
      let hasEnd = limit != 0 && text.endsInSpace && words.count <= most
      return .list((words + (hasEnd ? [""] : [])).map { .text($0) })
    }
    if text.isEmpty { return .list([]) }
    let parts =
      cut.isEmpty
      ? letters(text, most, limit)
      : ByteSearch.pieces(text, cutAt: cut, most: most)
    return .list(withoutTrailingEmpties(parts.map { .text($0) }, limit))
  }

  private static func words(_ text: String, _ most: Int) -> [String] {
    var words: [String] = []
    var rest = text.unicodeScalars[...]
    while true {
      rest = rest.drop { RubySpace.contains($0) }
      guard !rest.isEmpty else { return words }
      guard words.count < most else { return words + [String(rest)] }
      let word = rest.prefix { !RubySpace.contains($0) }
      words.append(String(word))
      rest = rest[word.endIndex...]
    }
  }

  private static func letters(_ text: String, _ most: Int, _ limit: Int) -> [String] {
    let all = text.letters
    guard all.count > most else { return all + (limit == 0 ? [] : [""]) }
    return Array(all[..<most]) + [all[most...].joined()]
  }
}
