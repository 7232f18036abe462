private import Libc

/// Creates a folder and the folders above it that are missing.
///
/// - Throws: `FileError`, for example if a file has the name of a folder.
package func createFolder(_ path: String) throws(FileError) {
  guard mkdir(path, 0o777) != 0 else { return }
  var error = FileError.latest
  if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
    try createFolder(String(path[..<slash]))
    guard mkdir(path, 0o777) != 0 else { return }
    error = .latest
  }
  var information = stat()
  guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { throw error }
}
