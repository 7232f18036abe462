internal import CCmark

extension Sanitiser {
  /// Makes a link absolute and harmless, or leaves only its words.
  ///
  /// Words that show an address at another host stay without the link, and the real address follows.
  static func cleanLink(_ node: MarkdownTree.Node, _ base: LinkBase) {
    guard MarkdownTree.kind(of: node) == "link" else { return }
    cmark_node_set_title(node, "")
    switch base.target(MarkdownTree.url(of: node)) {
    case .link(let url):
      cmark_node_set_url(node, url)
      switch LinkText(visibleText(at: node)).verdict(on: url) {
      case .honest: break
      case .unclear: showHost(of: url, behind: node)
      case .another: show(url, insteadOf: node)
      }
    case .shown(let url): show(url, insteadOf: node)
    case .none:
      unwrap(node)
      MarkdownTree.remove(node)
    }
  }

  /// Leaves the words of a link and shows its target as code.
  private static func show(_ url: String, insteadOf node: MarkdownTree.Node) {
    unwrap(node)
    MarkdownTree.replace(node, with: [MarkdownTree.text(" "), code(node: url)])
  }

  private static func showHost(of url: String, behind node: MarkdownTree.Node) {
    let host = LinkBase.authority(of: url) ?? url
    var previous = node
    for leaf in [MarkdownTree.text(" ("), code(node: host), MarkdownTree.text(")")] {
      guard let leaf else { continue }
      if cmark_node_insert_after(previous, leaf) == 0 { return cmark_node_free(leaf) }
      previous = leaf
    }
  }

  private static func code(node literal: String) -> MarkdownTree.Node? {
    let code = cmark_node_new(CMARK_NODE_CODE)
    cmark_node_set_literal(code, literal)
    return code
  }

  /// The visible words of a link, with the parts of words that touch it on both sides.
  private static func visibleText(at link: MarkdownTree.Node) -> String {
    let before = text(of: cmark_node_previous(link))
    let after = text(of: cmark_node_next(link))
    let head = before.reversed().prefix { !$0.isWhitespace }.reversed()
    let inner = children(of: link).map(text).joined()
    return String(head) + inner + after.prefix { !$0.isWhitespace }
  }

  /// The text of a leaf or of all leaves of a node; a line break is a space, and a link is left to
  /// itself.
  private static func text(of node: MarkdownTree.Node?) -> String {
    guard let node else { return "" }
    switch MarkdownTree.kind(of: node) {
    case "text", "code": return MarkdownTree.literal(of: node)
    case "link": return " "
    case "softbreak", "linebreak": return " "
    default: return children(of: node).map(text).joined()
    }
  }

  private static func children(of node: MarkdownTree.Node) -> [MarkdownTree.Node] {
    var result: [MarkdownTree.Node] = []
    var child = cmark_node_first_child(node)
    while let leaf = child {
      result.append(leaf)
      child = cmark_node_next(leaf)
    }
    return result
  }

  /// Moves what a node holds in front of it.
  private static func unwrap(_ node: MarkdownTree.Node) {
    while let child = cmark_node_first_child(node) {
      cmark_node_unlink(child)
      if cmark_node_insert_before(node, child) == 0 { return cmark_node_free(child) }
    }
  }
}
