/// Translates martlet's texts for Azure DevOps.
///
/// Whether its Markdown hides HTML comments is not documented, so that markers are definitions of links
/// that no text uses, which Markdown doesn't show. `<details>` is not documented, either.
enum AzureText {
  /// The text that is sent.
  static func shown(_ text: String) -> String { HiddenMarkers.asDefinitions(text) }

  /// The text as martlet wrote it.
  static func read(_ text: String) -> String {
    HiddenMarkers.asComments(text.replacing("\r\n", with: "\n"))
  }

  /// A finished body for this host: nothing is folded.
  static func inert(_ text: String) -> String { HiddenMarkers.withoutFolding(text) }
}
