package import Ecosystem
package import Text

/// The files of a repository that a manifest can read, under the root `/repository`.
package struct RubyFiles: Sendable {
  /// The files of the repository.
  package let listing: TreeListing
  /// The files read so far; the value is nil for a file that isn't text.
  package var texts: [String: SourceText?]
  /// The folder that relative paths start from, without a slash at the end; empty for the root.
  package var directory: String

  /// The root of the repository in absolute paths.
  static let root = "/repository"

  /// Lists the files of a repository, with the texts of those that were read.
  package init(
    listing: TreeListing, texts: [String: SourceText?] = [:], directory: String = ""
  ) {
    self.listing = listing
    self.texts = texts
    self.directory = directory
  }

  /// Converts a relative or absolute path of the manifest to one of the repository; nil outside.
  package func resolve(_ path: String, from directory: String? = nil) -> String? {
    let base = Self.root + "/" + (directory ?? self.directory)
    let absolute = path.utf8.first == UInt8(ascii: "/") ? path : base + "/" + path
    var parts: [Substring] = []
    for part in TreePath.parts(of: absolute) where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    guard parts.first.map(String.init) == String(Self.root.dropFirst()) else { return nil }
    return parts.dropFirst().joined(separator: "/")
  }

  /// Converts a path of the repository to an absolute one.
  package func absolute(_ path: String) -> String {
    path.isEmpty ? Self.root : Self.root + "/" + path
  }

  /// Whether there is a file or a folder.
  func exists(_ path: String) -> Bool {
    listing.contains(path) || isDirectory(path)
  }

  func isDirectory(_ path: String) -> Bool {
    listing.holdsFolder(path)
  }

  /// Returns a file's text; nil if there is no such file.
  ///
  /// - Throws: `RubyStop.needs` if it wasn't read yet.
  package func text(_ path: String) throws(RubyStop) -> SourceText? {
    if let known = texts[path] { return known }
    if listing.contains(path) { throw .needs(path: path) }
    return nil
  }

  /// Returns the folder of a path, empty for the root.
  package static func folder(of path: String) -> String {
    TreePath.folder(of: path)
  }
}
