import Ecosystem
import Text

/// Reads the words of Cartfiles from bytes, and skips white space before each.
struct LineScanner {
  let text: SourceText
  var position: Int
  /// The offset at which reading ends.
  let end: Int

  /// Whether only white space is left.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == end
  }

  /// Moves past a word, in any case; returns false and stays if something else comes next.
  mutating func consume(_ word: StaticString) -> Bool {
    skipSpace()
    let bytes = word.withUTF8Buffer(Array.init)
    guard position + bytes.count <= end,
      zip(text.bytes[position...], bytes).allSatisfy({ Self.lowercase($0) == $1 })
    else { return false }
    position += bytes.count
    return true
  }

  /// Reads text in double quotes, which can't be empty and has no escapes.
  ///
  /// - Throws: a failure with the place of what was found instead.
  mutating func quoted(_ what: String) throws(Problem) -> String {
    guard consume("\"") else { throw failure("expected \(what) in double quotes") }
    skipSpace()
    let start = position
    while position < end, text.bytes[position] != UInt8(ascii: "\"") { position += 1 }
    guard position < end else { throw failure("has no closing quote after \(what)", at: start) }
    defer { position += 1 }
    guard position > start else {
      throw failure("expected \(what), found an empty text", at: start)
    }
    return text[start..<position]
  }

  /// Reads one origin: `github "owner/repo"`.
  mutating func origin() throws(Problem) -> CarthageOrigin {
    skipSpace()
    let start = position
    guard let kind = kind() else {
      throw failure("expected github, git or binary", at: start)
    }
    let address = try quoted("a repository or an address")
    guard let origin = CarthageOrigin(kind, address) else {
      throw failure(
        "is not an address that Carthage accepts for \(kind.rawValue)", at: start, address)
    }
    return origin
  }

  private mutating func kind() -> CarthageOrigin.Kind? {
    if consume("github") { return .github }
    if consume("git") { return .git }
    return consume("binary") ? .binary : nil
  }

  /// Describes a syntax error.
  func failure(_ message: String, at offset: Int? = nil, _ subject: String? = nil) -> Problem {
    Problem(.failed, message, subject: subject, at: text.location(at: offset ?? position))
  }

  mutating func skipSpace() {
    while position < end, Self.isSpace(text.bytes[position]) { position += 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
