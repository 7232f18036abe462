/// Writes strings as CocoaPods' own writer of YAML does.
///
///     1.0.0        1.0.0
///     1.0          '1.0'          which YAML would read as a number
///     A+B (1.0)    "A+B (1.0)"
enum YAMLText {
  /// Returns the scalar for a string.
  static func written(_ text: String) -> String {
    if isResolved(text) { return "'\(text)'" }
    let bytes = Array(text.utf8)
    let isBlank = bytes.allSatisfy(\.isPodSpace)
    let startsIndicator = bytes.first.map { indicators.contains($0) } ?? false
    if isBlank || startsIndicator || bytes.last == UInt8(ascii: ":") { return inspected(text) }
    return isPlain(bytes) ? text.trimmingPodSpace() : inspected(text)
  }

  private static let indicators = Array("-?:,[]{}#&*!|>'\"%@`".utf8)
  private static let marks = Array("_/ ()~<>=.:`,-".utf8)

  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, isWord(first) else { return false }
    return bytes.dropFirst().allSatisfy { isWord($0) || marks.contains($0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isPodDigit || byte.isPodLetter || byte == UInt8(ascii: "_")
  }

  /// Quotes a string as Ruby's `inspect` does.
  private static func inspected(_ text: String) -> String {
    var result = "\""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "#" where ["{", "$", "@"].contains(next): result += "\\#"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{7}": result += "\\a"
      case "\u{8}": result += "\\b"
      case "\u{B}": result += "\\v"
      case "\u{C}": result += "\\f"
      case "\u{1B}": result += "\\e"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension YAMLText {
  private static let words: Set = [
    "", "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE", "yes",
    "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF", ".nan", ".NaN", ".NAN",
  ]

  /// Whether YAML 1.1 reads a plain scalar as something other than a string.
  private static func isResolved(_ text: String) -> Bool {
    if words.contains(text) { return true }
    let bytes = Array(text.utf8)
    var signed = bytes[...]
    if let sign = signed.first, "+-".utf8.contains(sign) { signed.removeFirst() }
    if [".inf", ".Inf", ".INF"].contains(String(decoding: signed, as: UTF8.self)) { return true }
    if bytes.starts(with: "0x".utf8), bytes.count > 2 {
      return bytes.dropFirst(2).allSatisfy(isHexadecimal)
    }
    return isNumber(signed) || isDate(bytes)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isPodDigit || (0x61...0x66).contains(byte | 0x20)
  }

  /// An integer or a floating-point number without its sign.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    let whole = consumeDigits(&rest)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = consumeDigits(&rest)
      if whole == 0, fraction == 0 { return false }
    }
    guard whole + fraction > 0 else { return false }
    if let mark = rest.first, "eE".utf8.contains(mark) {
      rest.removeFirst()
      if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
      guard consumeDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func consumeDigits(_ rest: inout ArraySlice<UInt8>, atMost limit: Int = .max)
    -> Int
  {
    let count = min(limit, rest.prefix(while: \.isPodDigit).count)
    rest.removeFirst(count)
    return count
  }

  /// `2024-01-02`, or a date with a time.
  private static func isDate(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    func consume(_ mark: String) -> Bool {
      guard let first = rest.first, mark.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    guard consumeDigits(&rest, atMost: 4) == 4, consume("-") else { return false }
    let month = consumeDigits(&rest, atMost: 2)
    guard month > 0, consume("-") else { return false }
    let day = consumeDigits(&rest, atMost: 2)
    guard day > 0 else { return false }
    if rest.isEmpty { return month == 2 && day == 2 }
    if !consume("Tt") {
      guard consume(" \t") else { return false }
      while consume(" \t") {}
    }
    guard consumeDigits(&rest, atMost: 2) > 0, consume(":"), consumeDigits(&rest, atMost: 2) == 2,
      consume(":"),
      consumeDigits(&rest, atMost: 2) == 2
    else { return false }
    if consume(".") { _ = consumeDigits(&rest) }
    if rest.isEmpty { return true }
    while consume(" \t") {}
    if consume("Z") { return rest.isEmpty }
    guard consume("+-"), consumeDigits(&rest, atMost: 2) > 0 else { return false }
    if rest.isEmpty { return true }
    return consume(":") && consumeDigits(&rest, atMost: 2) == 2 && rest.isEmpty
  }
}
