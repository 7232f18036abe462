/// Names in titles that GitLab reads as people or groups: `@types/node` notifies the group `types/node`.
enum TitleMentions {
  /// Separates the sign from the name with a zero-width space, which isn't visible.
  ///
  ///     TitleMentions.disarmed("Bump @types/node")  // "Bump @\u{200B}types/node"
  static func disarmed(_ title: String) -> String {
    guard title.utf8.contains(UInt8(ascii: "@")) else { return title }
    var result = String.UnicodeScalarView()
    var (last, before): (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
    for scalar in title.unicodeScalars {
      if last == "@", !before.isWord, scalar.isWord { result.append("\u{200B}") }
      result.append(scalar)
      (before, last) = (last, scalar)
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a name can begin or end with it.
  fileprivate var isWord: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "_" || self == "."
  }
}
