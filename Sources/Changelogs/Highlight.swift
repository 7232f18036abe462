/// A line of the notes that a reviewer should read first.
package struct Highlight: Codable, Hashable, Sendable {
  /// Why it stands out; in the order in which they are shown.
  package enum Kind: Int, CaseIterable, Codable, Hashable, Sendable {
    case security
    case breaking
    case deprecation
    case upgradeGuide
  }

  /// By the line's own words, or else by the heading that it stands under.
  package var kind: Kind
  /// The line, cleaned: Markdown without a newline.
  package var text: String
  /// Where it stands, down to the line where the host's pages have lines.
  package var page: String

  /// Points to a line.
  package init(_ kind: Kind, _ text: String, page: String) {
    self.kind = kind
    self.text = text
    self.page = page
  }
}
