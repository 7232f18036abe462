import Text

/// The files that evaluation may look at: those of the repository, under a made-up root.
struct RubyFiles: Sendable {
  /// All paths of the tree.
  var listing: Set<String>
  /// Those read so far; nil for what could not be read.
  var texts: [String: SourceText?]
  /// The folder that relative paths start from, without a slash at the end; empty for the root.
  var directory: String

  /// Stands for the root of the tree in absolute paths.
  static let root = "/repository"

  /// The path in the tree that Ruby's path names; nil outside the tree.
  func resolve(_ path: String, from directory: String? = nil) -> String? {
    let base = Self.root + "/" + (directory ?? self.directory)
    let absolute = path.hasPrefix("/") ? path : base + "/" + path
    var parts: [Substring] = []
    for part in absolute.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    guard parts.first.map(String.init) == String(Self.root.dropFirst()) else { return nil }
    return parts.dropFirst().joined(separator: "/")
  }

  /// A tree's path as Ruby sees it.
  func absolute(_ path: String) -> String {
    path.isEmpty ? Self.root : Self.root + "/" + path
  }

  /// Whether a file or a folder stands there.
  func exists(_ path: String) -> Bool {
    listing.contains(path) || isDirectory(path)
  }

  func isDirectory(_ path: String) -> Bool {
    path.isEmpty || listing.contains { $0.hasPrefix(path + "/") }
  }

  /// A file's text; stops to have it read if it was not yet.
  func text(_ path: String) throws(RubyStop) -> SourceText? {
    guard listing.contains(path) else { return nil }
    guard let known = texts[path] else { throw .needs(path: path) }
    return known
  }
}
