/// A line of the notes that a reviewer should read first.
package struct Highlight: Codable, Hashable, Sendable {
  /// The reason for the highlight.
  ///
  /// Highlights are shown in the order of the cases.
  package enum Kind: Int, CaseIterable, Codable, Hashable, Sendable {
    case security
    case breaking
    case deprecation
    case upgradeGuide
  }

  /// The kind, from the words of the line or of its heading.
  package var kind: Kind
  /// The sanitised line: Markdown without a newline.
  package var text: String
  /// The page with the line, with a line anchor if the host supports it.
  package var page: String

  /// Creates a highlight.
  package init(_ kind: Kind, _ text: String, page: String) {
    self.kind = kind
    self.text = text
    self.page = page
  }
}
