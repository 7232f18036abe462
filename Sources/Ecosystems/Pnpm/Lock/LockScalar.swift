import Text

/// A text in a lock, in the style that js-yaml chooses for it.
struct LockScalar {
  private let text: String
  /// Whether line breaks need escapes: for keys, and for texts in a map on one line.
  private let isSingleLine: Bool
  /// Whether `,[]{}` need no quotes.
  private let isInBlock: Bool

  init(_ text: String, isSingleLine: Bool, isInBlock: Bool) {
    self.text = text
    self.isSingleLine = isSingleLine
    self.isInBlock = isInBlock
  }

  /// Appends the text with its quotes.
  ///
  /// - Parameters:
  ///   - level: as for `text(level:width:)`.
  ///   - width: as for `text(level:width:)`.
  ///   - bytes: the bytes to append to.
  func write(level: Int, width: Int?, to bytes: inout [UInt8]) {
    guard !text.isEmpty, isWord, width.map({ text.utf8.count <= $0 }) ?? true else {
      return bytes += text(level: level, width: width)
    }
    let isQuoted = ImplicitType.matches(text)
    if isQuoted { bytes += "'" }
    bytes += text
    if isQuoted { bytes += "'" }
  }

  /// Returns the text with its quotes.
  ///
  /// - Parameters:
  ///   - level: the depth of the value, by which further lines are indented.
  ///   - width: the longest line before the text is folded; nil if it never is.
  /// - Returns: YAML.
  func text(level: Int, width: Int?) -> String {
    if text.isEmpty { return "''" }
    if isWord, width.map({ text.utf8.count <= $0 }) ?? true {
      return ImplicitType.matches(text) ? "'\(text)'" : text
    }
    let scalars = Array(text.unicodeScalars)
    let indent = String(repeating: " ", count: 2 * max(level, 1))
    let hasBreak = scalars.contains("\n") && !isSingleLine
    let isPrintable = scalars.allSatisfy { $0.isPrintable || ($0 == "\n" && !isSingleLine) }
    guard isPrintable else { return doubleQuoted(scalars) }
    let isFoldable = width.map { Self.isFoldable(scalars, width: $0) } ?? false
    if hasBreak || isFoldable {
      if isFoldable, let width {
        return ">" + header + indented(FoldedText(width: width).fold(text), by: indent)
      }
      return "|" + header + indented(text, by: indent)
    }
    if isPlain(scalars), !ImplicitType.matches(text) { return text }
    // Few texts have a quote, and the search for them is slow.
    guard text.utf8.contains(UInt8(ascii: "'")) else { return "'\(text)'" }
    return "'" + text.replacing("'", with: "''") + "'"
  }

  /// Whether the text has no character that means anything in YAML, as nearly all in a lock.
  private var isWord: Bool {
    let bytes = text.utf8.span
    guard bytes.count > 0, bytes[0].isASCIIAlphanumeric else { return false }
    for index in 0..<bytes.count where !bytes[index].isPlainInWord { return false }
    return true
  }

  private func isPlain(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first, let last = scalars.last, first.isPlainStart, !last.isBlank,
      last != ":"
    else { return false }
    var previous: Unicode.Scalar?
    for scalar in scalars {
      if !scalar.isPlain(after: previous, isInBlock: isInBlock) { return false }
      previous = scalar
    }
    return true
  }

  /// Whether a line is longer than the width, and starts with something other than a blank.
  private static func isFoldable(_ scalars: [Unicode.Scalar], width: Int) -> Bool {
    scalars.split(separator: "\n", omittingEmptySubsequences: false).contains {
      $0.count > width && $0.first != " "
    }
  }

  /// The chomping indicator and the line break after `|` or `>`.
  private var header: String {
    let start = text.drop { $0 == "\n" }
    let indicator = start.hasPrefix(" ") ? "2" : ""
    guard text.hasSuffix("\n") else { return indicator + "-\n" }
    let keeps = text.hasSuffix("\n\n") || text == "\n"
    return indicator + (keeps ? "+\n" : "\n")
  }

  private func indented(_ text: String, by indent: String) -> String {
    let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
    return body.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
  }

  private func doubleQuoted(_ scalars: [Unicode.Scalar]) -> String {
    "\"" + scalars.map(\.escaped).joined() + "\""
  }
}

/// Folds long lines at blanks, as js-yaml does after `>`.
struct FoldedText {
  let width: Int

  /// Returns the text with line breaks; consecutive lines are joined by a blank when it is read.
  func fold(_ text: String) -> String {
    var result = ""
    var isPreviousMoreIndented = text.hasPrefix("\n") || text.hasPrefix(" ")
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let isMoreIndented = line.hasPrefix(" ")
      if index > 0 {
        let isExtra = !isPreviousMoreIndented && !isMoreIndented && !line.isEmpty
        result += isExtra ? "\n\n" : "\n"
      }
      result += fold(line: line)
      isPreviousMoreIndented = isMoreIndented
    }
    return result
  }

  private func fold(line: Substring) -> String {
    if line.isEmpty || line.hasPrefix(" ") { return String(line) }
    let characters = Array(line)
    var start = 0
    var current = 0
    var result = ""
    for next in characters.indices.dropFirst()
    where characters[next] == " " && next + 1 < characters.count && characters[next + 1] != " " {
      if next - start > width {
        let end = current > start ? current : next
        result += "\n" + String(characters[start..<end])
        start = end + 1
      }
      current = next
    }
    result += "\n"
    if characters.count - start > width, current > start {
      result += String(characters[start..<current]) + "\n" + String(characters[(current + 1)...])
    } else {
      result += String(characters[start...])
    }
    return String(result.dropFirst())
  }
}

extension UInt8 {
  /// Whether a text of such bytes needs no quotes, unless it looks like another type.
  fileprivate var isPlainInWord: Bool {
    switch self {
    case "_", ".", "/", "+", "^", "~", "(", ")", "@", "=", "-": true
    default: isASCIIAlphanumeric
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch value {
    case 0x20...0x7E: true
    case 0x2028, 0x2029, 0xFEFF: false
    case 0xA1...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  fileprivate var isBlank: Bool { self == " " || self == "\t" }

  fileprivate var isPlainStart: Bool {
    isPrintable && !isBlank && !"-?:,[]{}#&*!|=>'\"%@`".unicodeScalars.contains(self)
  }

  private var isVisible: Bool { isPrintable && !isBlank }

  fileprivate func isPlain(after previous: Unicode.Scalar?, isInBlock: Bool) -> Bool {
    if self == "#" { return previous?.isVisible ?? false }
    if previous == ":" { return isVisible }
    guard isPrintable || self == "\t" else { return false }
    return isInBlock || !",[]{}".unicodeScalars.contains(self)
  }

  fileprivate var escaped: String {
    let known: [Unicode.Scalar: String] = [
      "\0": "\\0", "\u{7}": "\\a", "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{B}": "\\v",
      "\u{C}": "\\f", "\r": "\\r", "\u{1B}": "\\e", "\"": "\\\"", "\\": "\\\\", "\u{85}": "\\N",
      "\u{A0}": "\\_", "\u{2028}": "\\L", "\u{2029}": "\\P",
    ]
    if let text = known[self] { return text }
    if isPrintable { return String(self) }
    let digits = String(value, radix: 16, uppercase: true)
    let (letter, size) = value <= 0xFF ? ("x", 2) : value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\" + letter + String(repeating: "0", count: size - digits.count) + digits
  }
}
