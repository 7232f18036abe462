internal import CSQLite
internal import Libc

extension Handle {
  /// Copies all pages to a file beside `path`, then renames it to `path`.
  func backup(to path: String) throws(DatabaseError) {
    let partial = path + ".partial"
    unlink(partial)
    do {
      try copyPages(to: partial)
    } catch {
      unlink(partial)
      throw error
    }
    guard rename(partial, path) == 0 else {
      let reason = strerror(errno).map { String(cString: $0) } ?? ""
      unlink(partial)
      throw DatabaseError(.inputOutput, message: "\(path): \(reason)")
    }
  }

  /// Uses SQLite's online backup, so that other connections can continue.
  private func copyPages(to path: String) throws(DatabaseError) {
    let copy = try Handle(path: path, busyTimeout: .seconds(5))
    guard let backup = sqlite3_backup_init(copy.pointer, "main", pointer, "main") else {
      throw .latest(sqlite3_errcode(copy.pointer), of: copy.pointer)
    }
    // Copy all pages in one step, for a consistent snapshot without restarts when another process
    // writes.
    let result = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE, finished == SQLITE_OK else {
      throw .latest(finished == SQLITE_OK ? result : finished, of: copy.pointer)
    }
  }
}
