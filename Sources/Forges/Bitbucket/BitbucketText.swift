/// Translates martlet's texts for Bitbucket Data Center, whose Markdown shows HTML as text.
///
/// A marker of martlet's is an HTML comment on a line of its own. On this host it becomes the
/// definition of a link that no text uses, which Markdown does not show (CommonMark 0.31, section 4.7):
///
///     <!-- martlet-ci -->    becomes    [//]: # (martlet-ci)
enum BitbucketText {
  private static let comment = (start: "<!-- martlet", end: " -->")
  private static let definition = (start: "[//]: # (martlet", end: ")")

  /// The text that is sent: markers are definitions.
  static func shown(_ text: String) -> String { replacing(comment, by: definition, in: text) }

  /// The text as martlet wrote it.
  static func read(_ text: String) -> String { replacing(definition, by: comment, in: text) }

  private static func replacing(
    _ old: (start: String, end: String), by new: (start: String, end: String), in text: String
  ) -> String {
    guard text.contains(old.start) else { return text }
    return lines(text).map { line in
      guard line.hasPrefix(old.start), line.hasSuffix(old.end) else { return String(line) }
      return new.start + line.dropFirst(old.start.count).dropLast(old.end.count) + new.end
    }.joined(separator: "\n")
  }

  /// A finished body for this host: nothing is folded, and no key of an issue is live.
  static func inert(_ text: String) -> String {
    var isFenced = false
    return lines(withoutFolding(text)).map { line in
      guard line.hasPrefix(">") else { return String(line) }
      if line.drop(while: { "> ".contains($0) }).hasPrefix("```") { isFenced.toggle() }
      return isFenced ? String(line) : JiraKeys.replaced(in: line)
    }.joined(separator: "\n")
  }

  /// Shows what martlet folds with `<details>` under a bold title.
  ///
  /// Only lines of martlet's own are changed: quoted release notes begin with `>`.
  ///
  ///     BitbucketText.withoutFolding("<details>\n<summary>Commits</summary>\n") == "**Commits**\n"
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
