import Glibc

/// What modes new files get: private ones, unless they are a person's own.
enum FileModes {
  /// The umask that the program was started with, which counts for files in a working tree.
  private static let inherited = umask(0o077)

  /// Makes all that the program writes from now on unreadable to other users.
  static func keepPrivate() { _ = inherited }

  /// Gives new files the modes that the user's umask leaves, as bare repositories on disk need it,
  /// which several users may share.
  static func shareAgain() { umask(inherited) }

  /// Takes a file or folder away from other users; one of somebody else stays as it is.
  static func tighten(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK,
      status.st_mode & 0o077 != 0, status.st_uid == geteuid()
    else { return }
    chmod(path, status.st_mode & 0o700)
  }

  /// The mode of what other users may read, write or enter, as `chmod` writes it; nil if they may not.
  static func exposure(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
    return String(status.st_mode & 0o777, radix: 8)
  }

  /// What the user's umask leaves of a mode.
  static func shared(_ mode: mode_t) -> mode_t { mode & ~inherited }

  /// Makes a folder of a working tree and those above it, with the modes that the user's umask leaves.
  static func makeSharedFolder(_ path: String) {
    guard !path.isEmpty, access(path, F_OK) != 0 else { return }
    makeSharedFolder(path.split(separator: "/").dropLast().map { "/" + $0 }.joined())
    if mkdir(path, 0o777) == 0 { chmod(path, shared(0o777)) }
  }
}
