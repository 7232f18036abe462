internal import CCmark
private import Synchronization

/// A parsed Markdown document of GitHub's flavour, owned by libcmark-gfm.
///
/// Nodes are valid as long as the tree is; none leaves the functions of this folder.
struct MarkdownTree: ~Copyable {
  typealias Node = OpaquePointer

  let root: Node

  /// Registered once for the process, since the library's own flag is not safe across threads.
  private static let isRegistered: Bool = {
    cmark_gfm_core_extensions_ensure_registered()
    return true
  }()

  /// One parser at a time: while it works, the library keeps the characters that its extensions
  /// look for (`~`, `:`) in tables of the process, and takes them out again afterwards.
  private static let parsing = Mutex(())

  /// Parses a text; nil if memory is exhausted.
  init?(_ text: String) {
    // As a number, since a mutex hands out no pointers.
    let address = Self.parsing.withLock { _ in UInt(bitPattern: Self.parse(text)) }
    guard let root = Node(bitPattern: address) else { return nil }
    self.root = root
  }

  private static func parse(_ text: String) -> Node? {
    guard isRegistered, let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return nil }
    defer { cmark_parser_free(parser) }
    for name in ["table", "strikethrough", "autolink", "tasklist"] {
      guard let found = cmark_find_syntax_extension(name) else { continue }
      cmark_parser_attach_syntax_extension(parser, found)
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cmark_parser_feed(parser, $0.baseAddress, $0.count)
      }
    }
    return cmark_parser_finish(parser)
  }

  deinit { cmark_node_free(root) }

  /// All nodes in document order; they may be changed afterwards, since none is visited any more.
  func nodes() -> [Node] {
    var nodes: [Node] = []
    guard let walk = cmark_iter_new(root) else { return [] }
    defer { cmark_iter_free(walk) }
    while true {
      switch cmark_iter_next(walk) {
      case CMARK_EVENT_DONE: return nodes
      case CMARK_EVENT_ENTER: if let node = cmark_iter_get_node(walk) { nodes.append(node) }
      default: break
      }
    }
  }

  /// The depth of the deepest node.
  func depth() -> Int {
    var depth = 0
    var deepest = 0
    guard let walk = cmark_iter_new(root) else { return 0 }
    defer { cmark_iter_free(walk) }
    while true {
      switch cmark_iter_next(walk) {
      case CMARK_EVENT_DONE: return deepest
      case CMARK_EVENT_ENTER:
        guard let node = cmark_iter_get_node(walk), !isLeaf(node) else { continue }
        depth += 1
        deepest = max(deepest, depth)
      default: depth -= 1
      }
    }
  }

  /// Whether the walk enters a node without leaving it.
  private func isLeaf(_ node: Node) -> Bool {
    [
      "text", "softbreak", "linebreak", "code", "html_inline", "thematic_break", "code_block",
      "html_block", "custom_block",
    ].contains(Self.kind(of: node))
  }

  /// Joins neighbouring texts, so that nothing hides in the seam between two.
  func joinTexts() { cmark_consolidate_text_nodes(root) }

  /// Writes the tree as Markdown.
  func markdown() -> String {
    guard let text = cmark_render_commonmark(root, CMARK_OPT_DEFAULT, 0) else { return "" }
    defer { cmark_get_default_mem_allocator().pointee.free(text) }
    return String(cString: text)
  }

  /// The library's name of a node's type, extensions included: `text`, `table_row`.
  static func kind(of node: Node) -> String { String(cString: cmark_node_get_type_string(node)) }

  /// The text of a leaf.
  static func literal(of node: Node) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  /// The target of a link or an image.
  static func url(of node: Node) -> String {
    cmark_node_get_url(node).map { String(cString: $0) } ?? ""
  }

  /// The words behind the fence of a code block.
  static func fence(of node: Node) -> String {
    cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
  }

  /// Makes a leaf of text.
  static func text(_ literal: String) -> Node? {
    let node = cmark_node_new(CMARK_NODE_TEXT)
    cmark_node_set_literal(node, literal)
    return node
  }

  /// Takes a node out with all below it.
  static func remove(_ node: Node) {
    cmark_node_unlink(node)
    cmark_node_free(node)
  }

  /// Puts other nodes in the place of one.
  static func replace(_ node: Node, with others: [Node?]) {
    for case let other? in others where cmark_node_insert_before(node, other) == 0 {
      cmark_node_free(other)
    }
    remove(node)
  }
}
