import Text

/// Recognizes texts that YAML reads as another type than a text, by js-yaml's default schema.
enum ImplicitType {
  private static let words: Set<String> = [
    "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE", "<<", ".inf",
    ".Inf", ".INF", "-.inf", "-.Inf", "-.INF", "+.inf", "+.Inf", "+.INF", ".nan", ".NaN", ".NAN",
  ]

  /// Whether a plain text is a null, a boolean, a number, a date or a merge key.
  static func matches(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    let startsNumber = first.isASCIIDigit || first == "." || first == "+" || first == "-"
    guard startsNumber || contains("~nNtTfF<", first) else { return false }
    // Hashing is slow, and most texts are longer than the words.
    if text.utf8.count <= 5, words.contains(text) { return true }
    guard startsNumber, !hasTwoDots(text) else { return false }
    return isInteger(text) || isFloat(text) || isDate(text)
  }

  /// Whether a text has more than one dot, as most versions, and as no number and no date.
  private static func hasTwoDots(_ text: String) -> Bool {
    let bytes = text.utf8.span
    var count = 0
    for index in bytes.indices where bytes[index] == "." { count += 1 }
    return count > 1
  }

  private static func isInteger(_ text: String) -> Bool {
    var digits = text.utf8[...]
    if digits.first.map("+-".utf8.contains) == true { digits = digits.dropFirst() }
    if digits.elementsEqual("0".utf8) { return true }
    if digits.starts(with: "0b".utf8) { return isRun(digits.dropFirst(2)) { $0 == 48 || $0 == 49 } }
    if digits.starts(with: "0o".utf8) {
      return isRun(digits.dropFirst(2)) { (48...55).contains($0) }
    }
    if digits.starts(with: "0x".utf8) {
      return isRun(digits.dropFirst(2)) { Character(Unicode.Scalar($0)).isHexDigit }
    }
    return digits.first != UInt8(ascii: "_") && isRun(digits, \.isASCIIDigit)
  }

  private static func isRun(_ digits: Substring.UTF8View, _ isDigit: (UInt8) -> Bool) -> Bool {
    let underscore = UInt8(ascii: "_")
    return digits.contains(where: isDigit) && digits.last != underscore
      && digits.allSatisfy { $0 == underscore || isDigit($0) }
  }

  /// Whether a text is a decimal number such as `-1_000.5e3` or `.5`.
  private static func isFloat(_ text: String) -> Bool {
    if text.hasSuffix("_") { return false }
    var rest = text.utf8[...]
    let isSigned = skip("+-", &rest) > 0
    if rest.first?.isASCIIDigit == true {
      skipAll("0123456789_", &rest)
      if skip(".", &rest) > 0 { skipAll("0123456789_", &rest) }
    } else {
      guard !isSigned, skip(".", &rest) > 0, skipAll("0123456789_", &rest) > 0 else { return false }
    }
    if skip("eE", &rest) > 0 {
      skip("+-", &rest)
      guard skipAll("0123456789", &rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Skips one byte if it is among some; returns the number of skipped bytes.
  @discardableResult
  private static func skip(_ bytes: StaticString, _ rest: inout Substring.UTF8View) -> Int {
    guard let first = rest.first, contains(bytes, first) else { return 0 }
    rest = rest.dropFirst()
    return 1
  }

  /// Skips all bytes that are among some; returns the number of skipped bytes.
  @discardableResult
  private static func skipAll(_ bytes: StaticString, _ rest: inout Substring.UTF8View) -> Int {
    var count = 0
    while skip(bytes, &rest) > 0 { count += 1 }
    return count
  }

  private static func contains(_ bytes: StaticString, _ byte: UInt8) -> Bool {
    bytes.withUTF8Buffer { $0.contains(byte) }
  }

  private static func isDate(_ text: String) -> Bool {
    guard text.utf8.prefix(4).allSatisfy(\.isASCIIDigit), text.utf8.dropFirst(4).first == 0x2D
    else {
      return false
    }
    if text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil { return true }
    return text.wholeMatch(
      of:
        /[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?/
    ) != nil
  }
}
