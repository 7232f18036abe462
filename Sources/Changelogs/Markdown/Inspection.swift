/// What a forge would still act on in a Markdown text, found by parsing it as the forge does.
package enum Inspection {
  /// Something that must not be in a cleaned text.
  package enum Finding: Hashable, Sendable {
    /// A block or a tag that the forge would pass on; as it stands.
    case rawHTML(String)
    /// A picture, which would be fetched from its address.
    case image(String)
    /// Text that the forge makes a mention, a reference or a link of.
    case liveText(String)
    /// A link's address that is relative, of an active scheme, or leaves a trace where it leads.
    case target(String)
    /// A fence's word by which the forge draws or acts instead of colouring code.
    case language(String)
    /// Nodes inside each other beyond what any cleaned text has.
    case tooDeep
    /// cmark-gfm has no tree for it.
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
