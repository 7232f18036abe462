/// Text that a forge would act on: mentions, references to issues and commits, commands, bare URLs.
///
/// A zero-width space behind the character that makes it live leaves it readable and dead. GitLab's
/// and Gitea's references are taken in as well as GitHub's, since notes of one host are read on
/// another.
enum LiveText {
  private static let space: Unicode.Scalar = "\u{200B}"

  /// The words before references such as `[vulnerability:7]` and `*iteration:7`.
  private static let kinds = [
    "vulnerability", "iteration", "cadence", "issue", "epic", "contact", "feature_flag",
    "work_item",
  ]

  /// Breaks everything live in a text that is shown.
  static func neutralised(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars).filter { !isDangerous($0) }
    var result = String.UnicodeScalarView()
    for index in scalars.indices {
      result.append(scalars[index])
      if isLive(scalars, index) { result.append(space) }
    }
    return String(result)
  }

  /// Whether anything in a text is live.
  static func isLive(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.contains { isLive(scalars, $0) }
  }

  /// Whether a reference begins with the character at a place.
  private static func isLive(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index + 1 < text.count else { return false }
    let next = text[index + 1]
    switch text[index] {
    case "@": return !next.properties.isWhitespace && next != space
    case "#", "!", "$", "&": return isDigit(next)
    // A label or a milestone, by number or by name.
    case "~", "%": return isDigit(next) || isLetter(next) || next == "\""
    case "^": return isLetter(next) || next == "\""
    case "-": return isDigit(next) && ["gh", "gl"].contains { follows($0, text, index) }
    case ":" where isDigit(next) || next == "\"":
      return kinds.contains { follows($0, text, index) }
    case "/" where index == 0: return isLetter(next)
    case ":": return next == "/" && (follows("http", text, index) || follows("https", text, index))
    case ".": return !next.properties.isWhitespace && next != space && follows("www", text, index)
    default: return false
    }
  }

  /// Whether a word directly precedes a position, case-insensitively and not as the end of a longer
  /// word.
  private static func follows(_ word: String, _ text: [Unicode.Scalar], _ index: Int) -> Bool {
    let letters = Array(word.unicodeScalars)
    guard index >= letters.count else { return false }
    for (offset, letter) in letters.enumerated() {
      let found = text[index - letters.count + offset]
      guard found.properties.lowercaseMapping == String(letter) else { return false }
    }
    return index == letters.count || !isLetter(text[index - letters.count - 1])
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Whether a character reorders or hides the text after it, or is not text at all.
  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case ..<0x20, 0x7F..<0xA0: true
    case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0xFEFF, 0xE0000...0xE007F: true
    default: false
    }
  }
}
