internal import Libc

/// Makes a database's files readable and writable only by their owner.
///
/// SQLite would create them with the umask. Its log and the index of the log get the mode of the
/// database, so a new database is sufficient; the modes of existing files are changed. No existing
/// file is opened, because closing it would release the locks of this process.
enum PrivateFile {
  static func prepare(_ path: String) {
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if made >= 0 { close(made) }
    for suffix in ["", "-wal", "-shm", "-journal"] { tighten(path + suffix) }
  }

  /// Does not change a file of another user; `doctor` reports it.
  private static func tighten(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o077 != 0, status.st_uid == geteuid()
    else { return }
    chmod(path, status.st_mode & 0o700)
  }
}
