/// Text of strangers on terminals and in logs.
///
/// A name, a version or an error can contain control characters: `\u{1B}]0;owned\u{7}` sets the title of a
/// terminal, `\u{202E}` shows the rest of a line backwards (CVE-2021-42574), and U+200B hides in a name.
extension String {
  /// The text with visible escapes in place of characters that control how a terminal shows it.
  ///
  ///     "a\u{1B}[31mb\n".printable  // "a\\u{1b}[31mb\n"
  ///
  /// Line feeds and tabs stay.
  package var printable: String { escaping { !$0.isLineFeedOrTab } }

  /// The text on one line: `printable`, also without line feeds and tabs.
  package var printableLine: String { escaping { _ in true } }

  private func escaping(_ isEscaped: @escaping (Unicode.Scalar) -> Bool) -> String {
    let isDangerous = { (scalar: Unicode.Scalar) in scalar.controlsText && isEscaped(scalar) }
    // Most texts are plain, and many are long.
    guard unicodeScalars.contains(where: isDangerous) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if isDangerous(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isLineFeedOrTab: Bool { self == "\n" || self == "\t" }

  /// Whether a terminal or an editor acts on the character instead of showing it.
  ///
  /// The joiners of U+200C and U+200D stay, because emoji and some scripts need them.
  fileprivate var controlsText: Bool {
    if value < 0x7F { return value < 0x20 }
    if value == 0x200C || value == 0x200D { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
      return true
    default: return properties.isNoncharacterCodePoint
    }
  }
}
