/// Lines that GitLab carries out as commands, with the rights of the author: `/merge`, `/close`,
/// `/label ~bug`.
///
/// GitLab skips code, quotes and HTML, in a way that differs between versions. So every line counts
/// that begins with a slash and a letter, wherever it is.
enum QuickActions {
  /// Separates the slash from the word with a zero-width space, so that no line is a command.
  ///
  ///     QuickActions.disarmed("/merge\n")  // "/\u{200B}merge\n"
  static func disarmed(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
    var result = String.UnicodeScalarView()
    var isAtStart = true
    var isAfterSlash = false
    for scalar in text.unicodeScalars {
      if isAfterSlash, scalar.properties.isAlphabetic || scalar == "_" {
        result.append("\u{200B}")
      }
      result.append(scalar)
      isAfterSlash = isAtStart && scalar == "/"
      isAtStart = scalar.isLineBreak || isAtStart && scalar.properties.isWhitespace
    }
    return String(result)
  }
}

/// Texts with parts of other people, as they are sent to GitLab.
enum GitLabText {
  /// No line is a command, and no sentence closes an issue.
  static func inert(_ text: String) -> String {
    ClosingKeywords.disarmed(QuickActions.disarmed(text))
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
