import Ecosystem
import JSON
import Text

extension ClassicLock {
  /// Parses a lock.
  ///
  /// - Throws: a refusal with its location for everything that Yarn's own writer doesn't produce.
  init(_ source: SourceText) throws(Problem) {
    var reader = ClassicLockReader(source)
    while let (patterns, entry) = try reader.next() { add(patterns, entry) }
  }
}

/// Reads entry by entry; the indentation shows what a line belongs to.
private struct ClassicLockReader {
  private let source: SourceText
  private var position = 0

  init(_ source: SourceText) {
    self.source = source
    if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Returns the next entry; nil at the end.
  mutating func next() throws(Problem) -> (patterns: [String], entry: ClassicLock.Entry)? {
    guard let head = try line() else { return nil }
    guard head.indent == 0, head.hasColon, !head.words.isEmpty else {
      throw refusal("is not the start of an entry", head)
    }
    if head.words == ["__metadata"] { throw refusal("is of a newer Yarn", head) }
    var entry = ClassicLock.Entry(version: "")
    var hasVersion = false
    while let field = try peek(), field.indent > 0 {
      position = field.end
      guard field.indent == 2, let key = field.words.first else {
        throw refusal("is not a field of an entry", field)
      }
      if field.hasColon, field.words.count == 1 {
        try readSection(key, field, into: &entry)
      } else {
        guard field.words.count == 2, !field.hasColon else {
          throw refusal("is not a field of an entry", field)
        }
        try set(key, field.words[1], field, in: &entry)
        if key == "version" { hasVersion = true }
      }
    }
    guard hasVersion else { throw refusal("has no version", head) }
    return (head.words, entry)
  }

  private func set(
    _ key: String, _ value: String, _ line: Line, in entry: inout ClassicLock.Entry
  ) throws(Problem) {
    switch key {
    case "name": entry.name = value
    case "version": entry.version = value
    case "uid": entry.uid = value
    case "resolved": entry.resolved = value
    case "integrity": entry.integrity = value
    case "registry": entry.registry = value
    default: throw refusal("is an unknown field of an entry", line)
    }
  }

  private mutating func readSection(
    _ key: String, _ head: Line, into entry: inout ClassicLock.Entry
  ) throws(Problem) {
    var members: [Pattern] = []
    while let member = try peek(), member.indent > 2 {
      position = member.end
      guard member.indent == 4, member.words.count == 2, !member.hasColon else {
        throw refusal("is not a member of \(key)", member)
      }
      members.append(Pattern(name: member.words[0], range: member.words[1]))
    }
    switch key {
    case "dependencies": entry.dependencies = members
    case "optionalDependencies": entry.optionalDependencies = members
    case "prebuiltVariants": entry.prebuiltVariants = members
    case "permissions":
      for member in members { entry.permissions[member.name] = member.range == "true" }
    default: throw refusal("is an unknown section of an entry", head)
    }
  }

  private func refusal(_ message: String, _ line: Line) -> Problem {
    Problem(
      .refused, message, subject: line.words.first ?? "yarn.lock",
      at: source.location(at: line.start))
  }
}

extension ClassicLockReader {
  /// A line with its tokens.
  private struct Line {
    var indent: Int
    /// The offset of the first token.
    var start: Int
    /// The offset after the line break.
    var end: Int
    var words: [String] = []
    /// Whether the line ends with a colon.
    var hasColon = false
  }

  private mutating func line() throws(Problem) -> Line? {
    guard let line = try peek() else { return nil }
    position = line.end
    return line
  }

  /// Returns the next line that isn't empty or a comment, without moving on.
  private mutating func peek() throws(Problem) -> Line? {
    let bytes = source.bytes
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var last = end
      if last > position, bytes[last - 1] == UInt8(ascii: "\r") { last -= 1 }
      let indent = bytes[position..<last].prefix { $0 == UInt8(ascii: " ") }.count
      let start = position + indent
      if start == last || bytes[start] == UInt8(ascii: "#") {
        position = min(end + 1, bytes.count)
        continue
      }
      var line = Line(indent: indent, start: start, end: min(end + 1, bytes.count))
      try split(bytes[start..<last], into: &line)
      return line
    }
    return nil
  }

  /// Splits a line into words: quoted texts in JSON's syntax, and plain ones.
  private func split(_ bytes: ArraySlice<UInt8>, into line: inout Line) throws(Problem) {
    var rest = bytes
    while let first = rest.first {
      switch first {
      case UInt8(ascii: " "): rest = rest.dropFirst()
      case UInt8(ascii: ","):
        guard line.indent == 0 else { throw refusal("has an unexpected comma", line) }
        rest = rest.dropFirst()
      case UInt8(ascii: ":"):
        guard rest.count == 1 else { throw refusal("has an unexpected colon", line) }
        line.hasColon = true
        rest = rest.dropFirst()
      case UInt8(ascii: "\""):
        let length = quotedLength(rest)
        guard let word = Self.text(rest.prefix(length)) else {
          throw refusal("has an unterminated text", line)
        }
        line.words.append(word)
        rest = rest.dropFirst(length)
      default:
        let word = rest.prefix { !" :,".utf8.contains($0) }
        guard isPlain(word) else { throw refusal("has an unquoted text", line) }
        line.words.append(String(decoding: word, as: UTF8.self))
        rest = rest.dropFirst(word.count)
      }
    }
  }

  private func quotedLength(_ bytes: ArraySlice<UInt8>) -> Int {
    var isEscaped = false
    for (offset, byte) in bytes.enumerated().dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return offset + 1
      }
    }
    return bytes.count
  }

  private static func text(_ quoted: ArraySlice<UInt8>) -> String? {
    // Most texts have no escapes.
    if quoted.count > 1, quoted.last == UInt8(ascii: "\""),
      !quoted.contains(UInt8(ascii: "\\"))
    {
      return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    }
    return (try? Document(Array(quoted), named: "text"))?.root.string
  }

  /// Whether Yarn reads the bytes as a text; in `permissions`, as a boolean.
  private func isPlain(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return false }
    return first.isASCIILetter || "/.-".utf8.contains(first)
  }
}
