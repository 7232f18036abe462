/// Functions for paths in a tree, relative to its root and with forward slashes.
///
/// A slash is a byte, as for file systems and servers; see `slashParts`.
package enum TreePath {
  private static let slash = UInt8(ascii: "/")

  /// Splits a path at its slashes, without empty parts.
  package static func parts(of path: some StringProtocol) -> [Substring] {
    Substring(path).slashParts()
  }

  /// Returns the last part of a path.
  package static func name(of path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// Returns the folder of a path; empty for the root.
  package static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[..<$0]) } ?? ""
  }

  /// Returns the folder of a path in the format of `dependabot.yml`: `/` or `/web`.
  package static func directory(of path: String) -> String { "/" + folder(of: path) }

  /// Returns whether a path is a file directly in a directory such as `/` or `/web`.
  ///
  /// It is fast, because some ecosystems ask it for each path of a tree and each of their directories.
  package static func isDirectly(_ path: String, in directory: String) -> Bool {
    var rest = path.utf8[...]
    let folder = directory.utf8.dropFirst()
    if !folder.isEmpty {
      guard rest.starts(with: folder) else { return false }
      rest = rest.dropFirst(folder.count)
      guard rest.popFirst() == UInt8(ascii: "/") else { return false }
    }
    return !rest.contains(UInt8(ascii: "/"))
  }

  /// Returns the path of another file in the same folder.
  package static func sibling(of path: String, named name: String) -> String {
    join(folder(of: path), name)
  }

  /// Joins a folder, which can be empty, and a name.
  package static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// Resolves `.` and `..` of a path relative to a folder; nil if the path leaves the tree.
  package static func normalized(_ path: String, in folder: String) -> String? {
    guard path.utf8.first != slash, !path.hasPrefix("~") else { return nil }
    var parts = Self.parts(of: folder)
    for part in Self.parts(of: path) where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }
}
