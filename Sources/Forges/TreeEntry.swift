/// A file of a commit, with the name of its content.
package struct TreeEntry: Hashable, Sendable {
  /// From the root, with forward slashes.
  package var path: String
  /// Modes that git no longer writes, such as `100664`, count as regular.
  package var mode: FileMode
  /// Git's object name of the content, 40 hexadecimal digits.
  package var sha: String
  /// In bytes; nil if the forge doesn't report it.
  package var size: Int?

  /// Creates an entry.
  package init(path: String, mode: FileMode, sha: String, size: Int? = nil) {
    self.path = path
    self.mode = mode
    self.sha = sha
    self.size = size
  }
}

/// Git's kinds of files, without folders.
package enum FileMode: String, Hashable, Codable, Sendable {
  /// A file that can't be executed.
  case regular = "100644"
  /// A file that can be executed.
  case executable = "100755"
  /// A symbolic link: its content is the target's path.
  case link = "120000"
  /// A submodule: its object name is a commit of another repository.
  case submodule = "160000"
}
