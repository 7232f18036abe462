/// Finds the messages in Swift sources: the literals in calls of `language` and `Message`, or those of
/// labels in calls of `label` and `LabelText`.
///
/// It knows literals in one line and in several, interpolations that contain literals, sums and
/// choices of literals, and comments at the beginning of lines.
struct MessageScanner {
  private let text: [Character]
  private let calls: [String]
  private var index = 0
  private var found: [String] = []

  /// Returns the identities of all messages of a file.
  static func messages(
    in source: String, of calls: [String] = ["language(", "Message("]
  ) -> [String] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    var scanner = MessageScanner(text: Array(code.joined(separator: "\n")), calls: calls)
    scanner.scan()
    return scanner.found
  }

  private init(text: [Character], calls: [String]) {
    (self.text, self.calls) = (text, calls)
  }

  private func starts(_ word: String, at index: Int) -> Bool {
    let end = index + word.count
    return end <= text.count && text[index..<end].elementsEqual(word)
  }

  private mutating func scan() {
    while index < text.count {
      if let call = calls.first(where: { starts($0, at: index) }),
        index == 0 || !(text[index - 1].isLetter || text[index - 1].isNumber)
      {
        index += call.count
        arguments()
      } else {
        index += 1
      }
    }
  }

  /// Reads the arguments of a call, up to its closing parenthesis.
  private mutating func arguments() {
    var (depth, current, isSum) = (1, [String]?.none, false)
    while depth > 0, index < text.count {
      let character = text[index]
      if character == "\"" {
        let pieces = literal()
        guard depth == 1 else { continue }
        if let known = current, isSum {
          current = known.dropLast() + [(known.last ?? "") + pieces[0]] + pieces.dropFirst()
        } else {
          add(current)
          current = pieces
        }
        isSum = false
        continue
      }
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if depth == 1, !character.isWhitespace {
        isSum = character == "+"
        if !isSum {
          add(current)
          current = nil
        }
      }
      index += 1
    }
    add(current)
  }

  private mutating func add(_ pieces: [String]?) {
    guard let pieces else { return }
    let rest = pieces.dropFirst().enumerated().map { "{\($0.offset + 1)}\($0.element)" }
    found.append(pieces[0] + rest.joined())
  }

  /// Reads a literal; returns the pieces between its interpolations.
  private mutating func literal() -> [String] {
    let isLong = starts("\"\"\"", at: index)
    index += isLong ? 4 : 1
    let end = isLong ? "\"\"\"" : "\""
    var pieces = [""]
    while index < text.count, !starts(end, at: index) {
      guard text[index] == "\\" else {
        pieces[pieces.count - 1].append(text[index])
        index += 1
        continue
      }
      let escaped = text[index + 1]
      index += 2
      if escaped == "(" {
        interpolation()
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(escaped == "n" ? "\n" : escaped)
      }
    }
    index += end.count
    return pieces
  }

  /// Reads an interpolation, up to its closing parenthesis; it can contain messages.
  private mutating func interpolation() {
    var depth = 1
    while depth > 0, index < text.count {
      if text[index] == "\"" {
        _ = literal()
      } else if let call = calls.first(where: { starts($0, at: index) }) {
        index += call.count
        arguments()
      } else {
        depth += text[index] == "(" ? 1 : text[index] == ")" ? -1 : 0
        index += 1
      }
    }
  }
}
