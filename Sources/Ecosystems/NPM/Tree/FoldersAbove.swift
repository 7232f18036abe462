import JavaScript

/// The folders that a node lies in, from its own upwards, by their locations: the way from a root.
struct FoldersAbove {
  private let root: String
  /// Below the root the location of the last one, which is all that is needed there.
  private var below: String?
  /// Elsewhere its absolute path; nil behind the last.
  private var folder: String?

  init(of node: Node, below root: String) {
    self.root = root
    // What begins with dots may lie above the root or beside it.
    if let first = node.location.utf8.first, first != UInt8(ascii: ".") {
      below = node.location
    } else {
      folder = node.path
    }
  }

  mutating func next() -> String? {
    if let location = below {
      let parent = Paths.folder(of: location)
      below = parent
      return parent
    }
    guard let path = folder, path != "/" else { return nil }
    let parent = Paths.dirname(path)
    folder = parent
    return Paths.relative(root, parent)
  }
}
