/// Replaces known secrets wherever they turn up in text, as a second line of defence.
///
/// `Secret` keeps its value out of descriptions; this catches the text that a server or a library
/// echoes. Values shorter than six characters are left alone: they would black out ordinary words.
package struct Redaction: Sendable {
  private let values: [String]

  /// Knows the secrets to look for.
  package init(_ secrets: [Secret] = []) {
    values = secrets.map { $0.reveal() }.filter { $0.utf8.count >= 6 }
      .sorted { $0.utf8.count > $1.utf8.count }
  }

  /// Masks every known secret in `text`.
  package func callAsFunction(_ text: String) -> String {
    values.reduce(text) { masked, value in
      masked.split(separator: value, omittingEmptySubsequences: false).joined(separator: "***")
    }
  }
}
