/// Translates texts for hosts whose Markdown has no HTML.
///
/// A marker of martlet's is an HTML comment on a line of its own. On such a host it becomes the
/// definition of a link that no text uses, which Markdown does not show (CommonMark 0.31, section 4.7):
///
///     <!-- martlet-ci -->    becomes    [//]: # (martlet-ci)
enum HiddenMarkers {
  private static let comment = (start: "<!-- martlet", end: " -->")
  private static let definition = (start: "[//]: # (martlet", end: ")")

  /// Writes markers as definitions.
  static func asDefinitions(_ text: String) -> String {
    replacing(comment, by: definition, in: text)
  }

  /// Writes markers as comments.
  static func asComments(_ text: String) -> String { replacing(definition, by: comment, in: text) }

  private static func replacing(
    _ old: (start: String, end: String), by new: (start: String, end: String), in text: String
  ) -> String {
    guard text.contains(old.start) else { return text }
    return lines(text).map { line in
      guard line.hasPrefix(old.start), line.hasSuffix(old.end) else { return String(line) }
      return new.start + line.dropFirst(old.start.count).dropLast(old.end.count) + new.end
    }.joined(separator: "\n")
  }

  /// Shows what martlet folds with `<details>` under a bold title.
  ///
  /// Only lines of martlet's own are changed: quoted release notes begin with `>`.
  ///
  ///     HiddenMarkers.withoutFolding("<details>\n<summary>Commits</summary>\n") == "**Commits**\n"
  static func withoutFolding(_ text: String) -> String {
    guard text.contains("<details>") else { return text }
    return lines(text).compactMap { line -> String? in
      if line == "<details>" || line == "</details>" { return nil }
      let tag = (start: "<summary>", end: "</summary>")
      guard line.hasPrefix(tag.start), line.hasSuffix(tag.end) else { return String(line) }
      return "**\(line.dropFirst(tag.start.count).dropLast(tag.end.count))**"
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
