/// Translates martlet's texts for Bitbucket Data Center, whose Markdown shows HTML as text.
enum BitbucketText {
  /// The text that is sent: markers are definitions.
  static func shown(_ text: String) -> String { HiddenMarkers.asDefinitions(text) }

  /// The text as martlet wrote it.
  static func read(_ text: String) -> String { HiddenMarkers.asComments(text) }

  /// A finished body for this host: nothing is folded, and no key of an issue is live.
  static func inert(_ text: String) -> String {
    var isFenced = false
    return lines(HiddenMarkers.withoutFolding(text)).map { line in
      guard line.hasPrefix(">") else { return String(line) }
      if line.drop(while: { "> ".contains($0) }).hasPrefix("```") { isFenced.toggle() }
      return isFenced ? String(line) : JiraKeys.replaced(in: line)
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
