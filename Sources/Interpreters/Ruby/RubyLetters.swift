import Gems
import Text

/// Texts by Ruby's rules: characters are Unicode scalars, and white space is that of ASCII.
enum RubySpace {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || ("\t"..."\r").contains(scalar)
  }
}

extension String {
  /// The characters, each as a text.
  var letters: [String] { unicodeScalars.map { String($0) } }

  /// The lines with their terminators.
  var linesWithEnds: [String] {
    var result: [String] = []
    var line = ""
    for scalar in unicodeScalars {
      line.unicodeScalars.append(scalar)
      if scalar == "\n" {
        result.append(line)
        line = ""
      }
    }
    return line.isEmpty ? result : result + [line]
  }

  var endsInSpace: Bool { unicodeScalars.last.map(RubySpace.contains) ?? false }

  func ends(with other: String) -> Bool { utf8.reversed().starts(with: other.utf8.reversed()) }

  func dropping(first other: String) -> String {
    String(decoding: utf8.dropFirst(other.utf8.count), as: UTF8.self)
  }

  func dropping(last other: String) -> String {
    String(decoding: utf8.dropLast(other.utf8.count), as: UTF8.self)
  }

  /// The text without its last characters.
  func cut(_ count: Int) -> String { letters.dropLast(count).joined() }

  func trimmed(atStart: Bool, atEnd: Bool) -> String {
    var rest = unicodeScalars[...]
    if atStart { rest = rest.drop { RubySpace.contains($0) } }
    while atEnd, let last = rest.last, RubySpace.contains(last) || last == "\0" {
      rest.removeLast()
    }
    return String(rest)
  }
}

/// The number at the start of a text, as `to_i` and `to_f` parse it.
enum RubyNumber {
  /// Nil for a number that doesn't fit into 64 bits.
  static func integer(_ text: String) -> Int? {
    let digits = Self.digits(text.trimmed(atStart: true, atEnd: false)[...])
    return digits.isEmpty || digits == "-" ? 0 : Int(digits)
  }

  static func float(_ text: String) -> Double {
    let rest = text.trimmed(atStart: true, atEnd: false)
    let whole = digits(rest[...])
    var number = whole
    var tail = Array(rest.replacing("_", with: "").utf8.dropFirst(whole.utf8.count))
    if rest.hasPrefix("+") { tail.removeFirst() }
    if tail.first == UInt8(ascii: "."), tail.count > 1, tail[1].isASCIIDigit {
      let fraction = tail.dropFirst().prefix { $0.isASCIIDigit }
      number += "." + String(decoding: fraction, as: UTF8.self)
      tail.removeFirst(1 + fraction.count)
    }
    if tail.first.map({ $0 | 0x20 == UInt8(ascii: "e") }) == true, !whole.isEmpty {
      let sign = tail.dropFirst().prefix { "+-".utf8.contains($0) }.prefix(1)
      let exponent = tail.dropFirst(1 + sign.count).prefix { $0.isASCIIDigit }
      if !exponent.isEmpty {
        number += "e" + String(decoding: Array(sign) + Array(exponent), as: UTF8.self)
      }
    }
    return Double(number) ?? 0
  }

  /// Parses a sign and digits, which can be separated by single underscores.
  private static func digits(_ text: Substring) -> String {
    var result = ""
    var rest = text.utf8[...]
    if let sign = rest.first, "+-".utf8.contains(sign) {
      if sign == UInt8(ascii: "-") { result = "-" }
      rest = rest.dropFirst()
    }
    while let byte = rest.first {
      if byte == UInt8(ascii: "_"), result.last?.isNumber == true,
        rest.dropFirst().first?.isASCIIDigit == true
      {
        rest = rest.dropFirst()
        continue
      }
      guard byte.isASCIIDigit else { break }
      result.unicodeScalars.append(Unicode.Scalar(byte))
      rest = rest.dropFirst()
    }
    return result
  }
}

/// The character table of `tr`.
struct RubyTranslation {
  private var from: [Unicode.Scalar]
  private var to: [Unicode.Scalar]
  private var isNegated = false

  /// Returns nil for a descending range or an escape.
  init?(_ from: String, _ to: String) {
    isNegated = from.unicodeScalars.count > 1 && from.hasPrefix("^")
    guard let from = Self.expanded(isNegated ? String(from.dropFirst()) : from),
      let to = Self.expanded(to)
    else { return nil }
    (self.from, self.to) = (from, to)
  }

  func applied(to text: String) -> RubyValue {
    var result = ""
    for scalar in text.unicodeScalars {
      guard let position = index(of: scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if let new = position < to.count ? to[position] : to.last {
        result.unicodeScalars.append(new)
      }
    }
    return .text(result)
  }

  private func index(of scalar: Unicode.Scalar) -> Int? {
    let position = from.firstIndex(of: scalar)
    guard isNegated else { return position }
    return position == nil ? Int.max : nil
  }

  private static func expanded(_ set: String) -> [Unicode.Scalar]? {
    let scalars = Array(set.unicodeScalars)
    var result: [Unicode.Scalar] = []
    var position = 0
    while position < scalars.count {
      guard scalars[position] != "\\" else { return nil }
      guard position + 2 < scalars.count, scalars[position + 1] == "-" else {
        result.append(scalars[position])
        position += 1
        continue
      }
      let (first, last) = (scalars[position].value, scalars[position + 2].value)
      guard first <= last, last - first < 256 else { return nil }
      result += (first...last).compactMap(Unicode.Scalar.init)
      position += 3
    }
    return result
  }
}

/// Indexes of arrays and texts; negative ones count from the end.
enum RubyRange {
  static func index(_ index: Int, in count: Int) -> Int? {
    let position = index < 0 ? count + max(index, -count - 1) : index
    return position >= 0 && position < count ? position : nil
  }

  /// Evaluates `[index, length]`; nil if Ruby returns nil.
  static func stretch(_ index: Int, _ length: Int, in count: Int) -> Range<Int>? {
    let start = index < 0 ? count + max(index, -count - 1) : index
    guard start >= 0, start <= count, length >= 0 else { return nil }
    return start..<start + min(length, count - start)
  }

  /// Evaluates `[lower..upper]`; nil for bounds that aren't numbers, `.some(nil)` for Ruby's nil.
  static func indices(
    _ lower: RubyValue, _ upper: RubyValue, _ excludesEnd: Bool, in count: Int
  ) -> Range<Int>?? {
    guard lower.isNil || lower.integer != nil, upper.isNil || upper.integer != nil else {
      return .none
    }
    let from = lower.integer ?? 0
    let start = from < 0 ? count + max(from, -count - 1) : from
    guard start >= 0, start <= count else { return .some(.none) }
    var end = upper.integer ?? count
    if end < 0 { end = count + max(end, -count - 1) }
    if !excludesEnd || upper.isNil { end = min(end, count) + (upper.isNil ? 0 : 1) }
    return .some(start..<max(start, min(end, count)))
  }
}
