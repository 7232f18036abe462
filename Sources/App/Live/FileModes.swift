import Text
import Libc
import Time

/// The modes of new files: private ones, except for files of a working tree.
enum FileModes {
  /// The umask at the start of the program, which applies to files in a working tree.
  private static let inherited = umask(0o077)

  /// Makes all files that the program writes from now on unreadable to other users.
  static func keepPrivate() { _ = inherited }

  /// Uses the user's umask for new files, for bare repositories on disk that several users can
  /// share.
  static func shareAgain() { umask(inherited) }

  /// Makes a file or folder private; one of another user is not changed.
  static func tighten(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK,
      status.st_mode & 0o077 != 0, status.st_uid == geteuid()
    else { return }
    chmod(path, status.st_mode & 0o700)
  }

  /// The mode in the format of `chmod`, if other users can read, write or enter; otherwise nil.
  static func exposure(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
    return String(status.st_mode & 0o777, radix: 8)
  }

  /// Applies the user's umask to a mode.
  static func shared(_ mode: mode_t) -> mode_t { mode & ~inherited }

  /// Creates a folder of a working tree and its parents, with the user's umask.
  static func makeSharedFolder(_ path: String) {
    guard !path.isEmpty, access(path, F_OK) != 0 else { return }
    makeSharedFolder(path.slashParts().dropLast().map { "/" + $0 }.joined())
    if mkdir(path, 0o777) == 0 { chmod(path, shared(0o777)) }
  }
}
