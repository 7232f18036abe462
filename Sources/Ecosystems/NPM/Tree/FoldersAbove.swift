import JavaScript

/// The locations of the folders above a node, from its own upwards.
struct FoldersAbove {
  private let root: String
  /// The location of the last folder, if it is below the root.
  private var below: String?
  /// The absolute path of the last folder outside the root; nil after the last one.
  private var folder: String?

  init(of node: Node, below root: String) {
    self.root = root
    // A location that starts with dots may be above the root or beside it.
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
