/// A file of a commit: its place, its kind, and the name of its content.
package struct TreeEntry: Hashable, Sendable {
  /// From the root, with forward slashes.
  package var path: String
  /// What git itself no longer writes, such as `100664`, counts as a regular file.
  package var mode: FileMode
  /// Git's object name of the content, 40 hexadecimal digits.
  package var sha: String
  /// In bytes, where the forge says.
  package var size: Int?

  /// Lists a file.
  package init(path: String, mode: FileMode, sha: String, size: Int? = nil) {
    self.path = path
    self.mode = mode
    self.sha = sha
    self.size = size
  }
}

/// Git's kinds of files; folders are no entries of their own.
package enum FileMode: String, Hashable, Sendable {
  /// A file that is only read.
  case regular = "100644"
  /// A file that may be run.
  case executable = "100755"
  /// Its content is the path that it points to.
  case link = "120000"
  /// Its object name is a commit of another repository.
  case submodule = "160000"
}
