import Text
import YAML

extension SyntaxError {
  /// What a person has to change, and where, instead of the words of the parser.
  ///
  ///     updates: [        →  1:10: the '[' is never closed: add a ']'
  ///
  /// - Parameter source: the text with the error.
  /// - Returns: the message and its location.
  func plain(in source: SourceText) -> (message: String, location: Location) {
    guard case .malformed(let problem, let context) = reason else { return (message, location) }
    if context?.contains("flow") == true || problem.contains("end of stream"),
      let open = OpenBracket(in: source.bytes)
    {
      let words = "the '\(open.sign)' is never closed: add a '\(open.closing)'"
      return (words, source.location(at: open.offset))
    }
    return (Self.sentences.first { problem.contains($0.key) }?.value ?? message, location)
  }

  /// The problems of libyaml, each with a sentence that says what to do.
  private static let sentences: KeyValuePairs<String, String> = [
    "did not find expected node content":
      "a value is expected here: inside of brackets, quote a text that starts with a sign",
    "did not find expected ',' or ']'":
      "expected ',' or ']': separate the items by commas, and close the list",
    "did not find expected ',' or '}'":
      "expected ',' or '}': separate the pairs by commas, and close the mapping",
    "did not find expected key":
      "expected a key such as 'interval:': the keys of one mapping start in the same column",
    "did not find expected '-' indicator":
      "expected '- ': the items of one list start in the same column",
    "mapping values are not allowed in this context":
      "a ':' is not allowed here: indent the line like its neighbours, or quote a text with ': '",
    "could not find expected ':'":
      "expected ':' after a key: write 'key: value', with a space",
    "found character that cannot start any token":
      "a value can't start with this character: indent with spaces instead of tabs, or quote the text",
    "found a tab character": "a tab can't indent a line: use spaces",
    "found unexpected end of stream": "a quote is opened and never closed: add it",
    "block sequence entries are not allowed in this context":
      "a list can't start here: write its '- ' in a line of its own",
    "did not find expected <document start>":
      "something else follows the end of the value: indent it like the lines before, or remove it",
  ]
}

/// A bracket that no other one closes.
private struct OpenBracket {
  /// `[` or `{`.
  let sign: Character
  /// Its byte in the text.
  let offset: Int

  var closing: Character { sign == "[" ? "]" : "}" }

  /// Finds the innermost open bracket; nil if all are closed, or if a quote is never closed.
  ///
  /// Quotes and comments are left out. Brackets in plain texts and block scalars count as YAML's own, as
  /// far as they begin a value.
  init?(in bytes: [UInt8]) {
    var open: [(sign: UInt8, offset: Int)] = []
    var quote: UInt8?
    var isStart = true
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let mark = quote {
        if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") { index += 1 }
        if byte == mark { quote = nil }
      } else if isStart, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if isStart, byte == UInt8(ascii: "#") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      } else if isStart, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        open.append((byte, index))
      } else if let last = open.last, byte == (last.sign == UInt8(ascii: "[") ? 0x5D : 0x7D) {
        open.removeLast()
      }
      isStart = " \t\n[{,:-".utf8.contains(byte)
      index += 1
    }
    guard quote == nil, let last = open.last else { return nil }
    sign = Character(UnicodeScalar(last.sign))
    offset = last.offset
  }
}
