import Text
import Ecosystem
import FileAccess
import Libc
import Time

extension WorkingTree {
  /// Writes changed files: first all temporary files, which are then renamed one by one.
  ///
  /// Ctrl-C waits until this is finished, so that no temporary file remains and the manifest and
  /// the lock file match.
  ///
  /// - Throws: a `Problem` if a file cannot be written, or has changed since it was read.
  func apply(_ changes: [FileChange]) throws(Problem) {
    guard !changes.isEmpty else { return }
    let signals = [SIGINT, SIGTERM, SIGHUP].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in signals { signal(number, handler) } }
    var staged: [StagedFile] = []
    do throws(Problem) {
      for change in changes {
        guard let bytes = change.after else { continue }
        staged.append(
          try StagedFile(
            bytes, for: try resolvedPath(of: change.path), named: change.path,
            isNew: change.before == nil))
      }
      for change in changes { try requireUntouched(change) }
      while let file = staged.first {
        try file.replace()
        staged.removeFirst()
      }
    } catch {
      for file in staged { file.discard() }
      throw error
    }
    for change in changes where change.after == nil {
      guard unlink("\(root)/\(change.path)") == 0 || errno == ENOENT else {
        throw Problem(.failed, "cannot be removed: \(reason())", subject: change.path)
      }
    }
  }

  /// Refuses to replace a file that another process has changed or created since it was read.
  private func requireUntouched(_ change: FileChange) throws(Problem) {
    let file = try resolvedPath(of: change.path)
    guard let before = change.before else {
      var status = stat()
      // A folder with that name existed before, because only files are read.
      guard lstat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR else {
        throw taken(change.path, "created")
      }
      return
    }
    // If the file is unreadable or larger now, it has changed.
    let now = try? readFile(file, limit: before.count)
    guard let now, now.isSpelled(as: before) else { throw taken(change.path, "changed") }
  }

  private func taken(_ path: String, _ verb: String) -> Problem {
    Problem(
      .failed, "was \(verb) by another process during the update", subject: path,
      advice: "nothing was written; try again")
  }
}

/// The new contents of a file in a temporary file beside it.
private struct StagedFile {
  private let aside: String
  private let target: String
  private let path: String
  private let isNew: Bool

  /// Writes the bytes with the mode and owner of the file to be replaced, if it exists.
  init(_ bytes: [UInt8], for target: String, named path: String, isNew: Bool) throws(Problem) {
    self.target = target
    self.path = path
    self.isNew = isNew
    aside = target + Leftover.suffix
    let folder = target.slashParts().dropLast().map { "/" + $0 }.joined()
    // If the folder cannot be created, opening the file fails with the reason.
    FileModes.makeSharedFolder(folder)
    let descriptor = open(
      aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw failure("written") }
    defer { close(descriptor) }
    guard keepOwner(descriptor), writeAll(bytes[...], to: descriptor), fsync(descriptor) == 0 else {
      let problem = failure("written")
      discard()
      throw problem
    }
  }

  /// Copies the mode of the old file, and its owner if permitted; a new file gets the mode of the
  /// user's umask.
  private func keepOwner(_ descriptor: Int32) -> Bool {
    var old = stat()
    var new = stat()
    guard stat(target, &old) == 0, fstat(descriptor, &new) == 0 else {
      return fchmod(descriptor, FileModes.shared(0o644)) == 0
    }
    if old.st_uid != new.st_uid || old.st_gid != new.st_gid {
      // Only root can change the owner; other users own the files that they write.
      _ = fchown(descriptor, old.st_uid, old.st_gid)
    }
    return fchmod(descriptor, old.st_mode & 0o7777) == 0
  }

  /// Renames the temporary file; a new file only if no other process has created it.
  func replace() throws(Problem) {
    if isNew {
      if link(aside, target) == 0 { return discard() }
      guard errno != EEXIST else { throw failure("created") }
      // Some file systems do not support hard links.
    }
    guard rename(aside, target) == 0 else { throw failure("replaced") }
  }

  func discard() { unlink(aside) }

  private func failure(_ verb: String) -> Problem {
    Problem(.failed, "cannot be \(verb): \(reason())", subject: path)
  }
}

extension [UInt8] {
  /// Returns whether the bytes are the same, with a fast comparison.
  fileprivate func isSpelled(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { mine in
      other.withUnsafeBytes { its in
        mine.baseAddress.map { memcmp($0, its.baseAddress ?? $0, mine.count) == 0 } ?? true
      }
    }
  }
}
