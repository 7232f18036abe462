internal import Glibc

/// Makes a database's files readable and writable by their owner alone.
///
/// SQLite would create them with what the umask leaves. Its log and its index of the log get the mode
/// of the database, so a new database is enough; old ones are tightened one by one. No existing file is
/// opened: to close it again would drop the locks that this process holds on it.
enum PrivateFile {
  static func prepare(_ path: String) {
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if made >= 0 { close(made) }
    for suffix in ["", "-wal", "-shm", "-journal"] { tighten(path + suffix) }
  }

  /// Leaves a file of somebody else as it is: `doctor` reports it.
  private static func tighten(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o077 != 0, status.st_uid == geteuid()
    else { return }
    chmod(path, status.st_mode & 0o700)
  }
}
