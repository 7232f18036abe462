/// Finds active parts of a Markdown text by parsing it in the same way as a forge.
package enum Inspection {
  /// An active part, which a cleaned text must not have.
  package enum Finding: Hashable, Sendable {
    /// Unsafe block or inline HTML in its original form.
    case rawHTML(String)
    /// An image, which would be fetched from its URL.
    case image(String)
    /// Text that the forge converts to a mention, a reference or a link.
    case liveText(String)
    /// A link target that is relative, has an active scheme, or creates a back-reference.
    case target(String)
    /// A fence's language that the forge renders instead of highlighting it.
    case language(String)
    /// Deeper nesting than any cleaned text has.
    case tooDeep
    /// cmark-gfm cannot parse the text.
    case unreadable
  }

  /// Lists everything live, in order; empty for a cleaned text.
  package static func findings(in markdown: String) -> [Finding] {
    guard let tree = MarkdownTree(markdown) else { return [.unreadable] }
    if tree.depth() > 60 { return [.tooDeep] }
    tree.joinTexts()
    return tree.nodes().compactMap(finding)
  }

  private static func finding(_ node: MarkdownTree.Node) -> Finding? {
    let literal = MarkdownTree.literal(of: node)
    switch MarkdownTree.kind(of: node) {
    case "html_block", "html_inline": return .rawHTML(literal)
    case "image": return .image(MarkdownTree.url(of: node))
    case "text": return LiveText.isLive(literal) ? .liveText(literal) : nil
    case "link":
      let url = MarkdownTree.url(of: node)
      return isHarmless(url) ? nil : .target(url)
    case "code_block":
      let info = MarkdownTree.fence(of: node)
      return isPlainLanguage(info) ? nil : .language(info)
    default: return nil
    }
  }

  /// Whether a target is absolute, of a plain scheme, and leaves no trace where it leads.
  private static func isHarmless(_ url: String) -> Bool {
    LinkBase(page: "https://invalid.invalid/").target(url) == .link(url)
  }

  /// Whether the word behind a fence only colours code.
  static func isPlainLanguage(_ info: String) -> Bool {
    let active: Set<String> = [
      "mermaid", "geojson", "topojson", "stl", "math", "suggestion", "plantuml", "kroki", "include",
    ]
    let isWord = info.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x5F: true
      default: false
      }
    }
    return isWord && info.utf8.count <= 20 && !active.contains(info.lowercased())
  }
}
