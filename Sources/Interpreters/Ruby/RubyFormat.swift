/// Evaluates `format` and `String#%` with `%s`, `%d`, `%x`, `%o`, `%b`, `%<name>s` and `%{name}`.
///
/// Fractions, `%c`, `%p` and arguments by number aren't evaluated.
struct RubyFormat {
  /// A directive such as `%-5s`.
  struct Directive {
    var flags: Set<Character> = []
    var width = 0
    var precision: Int?
    var name: String?
    var kind: Character
  }

  /// A text to copy, or a directive.
  enum Piece {
    case text(String)
    case directive(Directive)
  }

  let pieces: [Piece]
  /// The greatest width that is evaluated.
  private static let widthLimit = 10_000

  /// Parses a format; nil for one that isn't evaluated, or that Ruby rejects.
  init?(_ format: String) {
    var pieces: [Piece] = []
    var text = String.UnicodeScalarView()
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        text.append(scalar)
        continue
      }
      guard let directive = Self.directive(&rest) else { return nil }
      guard directive.kind != "%" else {
        text.append("%")
        continue
      }
      pieces += [.text(String(text)), .directive(directive)]
      text = String.UnicodeScalarView()
    }
    self.pieces = pieces + [.text(String(text))]
    let names = self.pieces.compactMap(\.directive).filter { $0.name != nil }.count
    guard names == 0 || names == self.pieces.count / 2 else { return nil }
  }

  private static func directive(_ rest: inout Substring.UnicodeScalarView) -> Directive? {
    if rest.first == "%" {
      rest.removeFirst()
      return Directive(kind: "%")
    }
    var result = Directive(kind: "s")
    result.flags = flags(&rest)
    if rest.first == "<" {
      rest.removeFirst()
      result.name = name(&rest, until: ">")
      if result.name == nil { return nil }
      result.flags.formUnion(flags(&rest))
    }
    guard let width = number(&rest) else { return nil }
    result.width = width
    if rest.first == "." {
      rest.removeFirst()
      result.precision = number(&rest)
    }
    if rest.first == "{", result.name == nil, result.flags.isEmpty, width == 0 {
      rest.removeFirst()
      result.name = name(&rest, until: "}")
      return result.name == nil || result.precision != nil ? nil : result
    }
    guard let kind = rest.popFirst() else { return nil }
    result.kind = Character(kind)
    return result.isEvaluated ? result : nil
  }

  private static func flags(_ rest: inout Substring.UnicodeScalarView) -> Set<Character> {
    var result: Set<Character> = []
    while let flag = rest.first, "-+ 0".unicodeScalars.contains(flag) {
      result.insert(Character(flag))
      rest.removeFirst()
    }
    return result
  }

  private static func name(
    _ rest: inout Substring.UnicodeScalarView, until end: Unicode.Scalar
  ) -> String? {
    guard let index = rest.firstIndex(of: end) else { return nil }
    defer { rest = rest[rest.index(after: index)...] }
    return String(rest[..<index])
  }

  /// The digits that follow, 0 without digits; nil if the number is too large.
  private static func number(_ rest: inout Substring.UnicodeScalarView) -> Int? {
    var result = 0
    while let digit = rest.first, ("0"..."9").contains(digit) {
      result = result * 10 + Int(digit.value - 48)
      guard result <= widthLimit else { return nil }
      rest.removeFirst()
    }
    return result
  }
}

extension RubyFormat.Directive {
  fileprivate var isEvaluated: Bool {
    switch kind {
    case "s": flags.isDisjoint(with: ["+", " "])
    case "d", "i": precision == nil
    case "x", "X", "o", "b": precision == nil && flags.isDisjoint(with: ["+", " "])
    default: false
    }
  }

  /// The text of a value; nil for a value that Ruby would convert.
  fileprivate func text(of value: RubyValue) -> String? {
    guard kind != "s" else {
      guard let text = value.printed else { return nil }
      guard let precision else { return padded(text, zeros: false, sign: "") }
      let part = String.UnicodeScalarView(text.unicodeScalars.prefix(precision))
      return padded(String(part), zeros: false, sign: "")
    }
    guard case .integer(let number) = value else { return nil }
    let bases: [Character: Int] = ["x": 16, "X": 16, "o": 8, "b": 2]
    if let base = bases[kind] {
      guard number >= 0 else { return nil }
      let digits = String(number, radix: base, uppercase: kind == "X")
      return padded(digits, zeros: flags.contains("0"), sign: "")
    }
    let sign = number < 0 ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : ""
    return padded(String(number.magnitude), zeros: flags.contains("0"), sign: sign)
  }

  private func padded(_ text: String, zeros: Bool, sign: String) -> String {
    let missing = max(0, width - text.unicodeScalars.count - sign.unicodeScalars.count)
    if flags.contains("-") { return sign + text + String(repeating: " ", count: missing) }
    if zeros { return sign + String(repeating: "0", count: missing) + text }
    return String(repeating: " ", count: missing) + sign + text
  }
}

extension RubyFormat.Piece {
  var directive: RubyFormat.Directive? {
    if case .directive(let directive) = self { directive } else { nil }
  }
}

extension RubyInterpreter {
  /// Evaluates a format with its arguments; nil for what isn't evaluated.
  func formatted(
    _ format: String, _ values: [RubyValue], _ range: Range<Int>
  ) throws(RubyStop) -> RubyValue? {
    try charge(format.utf8.count / 32, range)
    guard let pieces = RubyFormat(format)?.pieces else { return nil }
    var rest = values[...]
    var result = ""
    for piece in pieces {
      try charge(1, range)
      let part: String
      switch piece {
      case .text(let text): part = text
      case .directive(let directive):
        let found =
          directive.name.map { argument(named: $0, in: values) } ?? rest.popFirst()
        guard let value = found, !value.isUnknown else { return nil }
        try reserve(text: directive.width + (value.string?.text.utf8.count ?? 0), range)
        guard let text = directive.text(of: value) else { return nil }
        part = text
      }
      try reserve(text: result.utf8.count + part.utf8.count, range)
      result += part
    }
    return .text(result)
  }

  private func argument(named name: String, in values: [RubyValue]) -> RubyValue? {
    guard values.count == 1, let pairs = values[0].pairs else { return nil }
    return pairs.first { pair in
      if case .symbol(let key) = pair.key { key == name } else { false }
    }?.value
  }
}
