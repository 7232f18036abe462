internal import CCmark

/// Makes untrusted Markdown harmless: the result is well-formed and inactive.
///
/// The text is parsed, its tree is changed, and Markdown is generated from the tree. Therefore no
/// unusual syntax survives, and a text that was cut in a table or fence becomes well-formed. The
/// result is parsed and inspected again. If it still has active parts, the text is shown as code, in
/// which mentions and references are broken, too, in case that a forge reads them from the source.
package enum Sanitiser {
  /// The largest text that is parsed, in bytes; more is cut at the end of a line.
  package static let inputLimit = 24_000
  /// The maximum nesting; real texts have less.
  private static let depthLimit = 40

  /// Larger tables are not parsed, because each cell needs about 200 bytes.
  private static let cellLimit = 50_000

  /// Cleans a text.
  ///
  ///     Sanitiser.clean("Thanks @ann! Fixes #1", base: LinkBase(page: "https://acme.dev/x/y"))
  ///
  /// - Parameters:
  ///   - text: Markdown of any origin.
  ///   - base: the base of relative links.
  /// - Returns: Markdown without raw HTML, images, mentions and references.
  package static func clean(_ text: String, base: LinkBase) -> String {
    let text = bounded(text)
    guard cells(in: text) <= cellLimit, let tree = MarkdownTree(text), tree.depth() <= depthLimit
    else { return code(text) }
    for node in tree.nodes() where isImageParent(node) { cleanImage(node, base) }
    for node in tree.nodes() { cleanHTML(node, base) }
    for node in tree.nodes() { cleanLink(node, base) }
    tree.joinTexts()
    for node in tree.nodes() { cleanLeaf(node) }
    let result = withoutBlankLines(tree.markdown())
    return Inspection.findings(in: result).isEmpty ? result : code(text)
  }

  /// Cleans one line for use inside other text.
  ///
  /// Block markup is removed. If the result is still active, or code, the line becomes inline code.
  package static func line(_ text: String, base: LinkBase) -> String {
    let cleaned = clean(text, base: base)
    let lines = cleaned.split(whereSeparator: \.isNewline)
      .map(unmarked).filter { !$0.allSatisfy { "-*_".contains($0) } }
    let result = lines.joined(separator: " ")
    let isPlain = !cleaned.contains("```") && Inspection.findings(in: result).isEmpty
    return isPlain ? result : inlineCode(text)
  }

  /// A line without the signs of headings, quotations and lists; `**` in front is the text's own.
  private static func unmarked(_ line: Substring) -> Substring {
    var rest = line
    while let first = rest.first {
      let isBullet = "-*+".contains(first) && rest.dropFirst().first == " "
      guard isBullet || "#>| ".contains(first) else { break }
      rest.removeFirst()
    }
    return rest
  }

  private static func inlineCode(_ text: String) -> String {
    let words = text.replacing("`", with: "").split(whereSeparator: \.isWhitespace)
    let plain = inert(words.joined(separator: " "))
    return plain.isEmpty ? "" : "`\(plain)`"
  }

  /// Shows a text as code, in a fence that it cannot close.
  static func code(_ text: String) -> String {
    let text = inert(text)
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\n\(withoutBlankLines(text))\n\(fence)"
  }

  /// A text without mentions, references and comments, in which martlet keeps its own marks.
  private static func inert(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { LiveText.neutralised(String($0)) }.joined(separator: "\n")
      .replacing("<!--", with: "<\u{200B}!--")
  }

  private static func bounded(_ text: String) -> String {
    guard text.utf8.count > inputLimit else { return text }
    let head = String(decoding: text.utf8.prefix(inputLimit), as: UTF8.self)
    return head.lastIndex(where: \.isNewline).map { String(head[..<$0]) } ?? head
  }

  /// How many cells the text can become at most: cmark-gfm fills each row of a table up to the width
  /// of its head, so that two short lines and many of one character take gigabytes.
  private static func cells(in text: String) -> Int {
    var (lines, pipes, widest) = (1, 0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "|") { pipes += 1 }
      widest = max(widest, pipes)
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
      lines += 1
      pipes = 0
    }
    return lines * widest
  }

  private static func withoutBlankLines(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let first = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? lines.endIndex
    let last = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? first - 1
    return first > last ? "" : lines[first...last].joined(separator: "\n")
  }

  private static func isImageParent(_ node: MarkdownTree.Node) -> Bool {
    MarkdownTree.kind(of: node) == "image"
  }

  /// Puts a link to an image in its place; inside a link, its words.
  private static func cleanImage(_ node: MarkdownTree.Node, _ base: LinkBase) {
    var alternative = ""
    var child = cmark_node_first_child(node)
    while let leaf = child {
      alternative += MarkdownTree.literal(of: leaf)
      child = cmark_node_next(leaf)
    }
    let text = alternative.isEmpty ? "image" : alternative
    let isLinked = ancestor(of: node, ofKind: "link")
    if isLinked || ancestor(of: node, ofKind: "image") {
      return MarkdownTree.replace(node, with: [MarkdownTree.text(text)])
    }
    MarkdownTree.replace(node, with: [link(MarkdownTree.url(of: node), text: text)])
  }

  static func ancestor(of node: MarkdownTree.Node, ofKind kind: String) -> Bool {
    var parent = cmark_node_parent(node)
    while let above = parent {
      if MarkdownTree.kind(of: above) == kind { return true }
      parent = cmark_node_parent(above)
    }
    return false
  }

  private static func link(_ url: String, text: String) -> MarkdownTree.Node? {
    let link = cmark_node_new(CMARK_NODE_LINK)
    cmark_node_set_url(link, url)
    cmark_node_append_child(link, MarkdownTree.text(text))
    return link
  }

  /// Puts the text of raw HTML in its place.
  private static func cleanHTML(_ node: MarkdownTree.Node, _ base: LinkBase) {
    let kind = MarkdownTree.kind(of: node)
    guard kind == "html_block" || kind == "html_inline" else { return }
    let pieces = RawHTML.pieces(of: MarkdownTree.literal(of: node))
    let isLinked = ancestor(of: node, ofKind: "link")
    let leaves = pieces.map { piece -> MarkdownTree.Node? in
      switch piece {
      case .text(let text): MarkdownTree.text(text)
      case .link(let url, let text): isLinked ? MarkdownTree.text(text) : link(url, text: text)
      case .lineBreak: cmark_node_new(CMARK_NODE_SOFTBREAK)
      }
    }
    guard kind == "html_block" else { return MarkdownTree.replace(node, with: leaves) }
    let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH)
    for case let leaf? in leaves { cmark_node_append_child(paragraph, leaf) }
    MarkdownTree.replace(node, with: [paragraph])
  }

  /// Breaks what is live in a text, and languages of code that forges run.
  private static func cleanLeaf(_ node: MarkdownTree.Node) {
    switch MarkdownTree.kind(of: node) {
    case "text":
      cmark_node_set_literal(node, LiveText.neutralised(MarkdownTree.literal(of: node)))
    case "code", "code_block":
      let literal = MarkdownTree.literal(of: node).unicodeScalars
      let plain = literal.filter { !LiveText.isDangerous($0) }
      cmark_node_set_literal(node, String(String.UnicodeScalarView(plain)))
      cleanFence(node)
    default: break
    }
  }

  private static func cleanFence(_ node: MarkdownTree.Node) {
    guard MarkdownTree.kind(of: node) == "code_block" else { return }
    if !Inspection.isPlainLanguage(MarkdownTree.fence(of: node)) {
      cmark_node_set_fence_info(node, "")
    }
  }
}
