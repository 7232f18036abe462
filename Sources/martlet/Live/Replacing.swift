import Ecosystem
import FoundationEssentials
import Glibc

extension WorkingTree {
  /// Puts changed files in place: all are written aside first, then renamed one by one.
  ///
  /// A person's Ctrl-C waits for the end of it, so that nothing is left aside and no manifest
  /// stands beside the lock of another.
  ///
  /// - Throws: a `Problem` where a file cannot be written, or is not any more what was read.
  func apply(_ changes: [FileChange]) throws(Problem) {
    guard !changes.isEmpty else { return }
    let signals = [SIGINT, SIGTERM, SIGHUP].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in signals { signal(number, handler) } }
    var staged: [StagedFile] = []
    do throws(Problem) {
      for change in changes {
        guard let bytes = change.after else { continue }
        staged.append(
          try StagedFile(bytes, for: try place(of: change.path), named: change.path))
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

  /// A file that somebody changed since it was read is theirs.
  private func requireUntouched(_ change: FileChange) throws(Problem) {
    guard let before = change.before else { return }
    // What cannot be read, or has grown, is not what was read either.
    let now = try? readFile(try place(of: change.path), limit: before.count)
    guard now == before else {
      throw Problem(
        .failed, "was changed by somebody else meanwhile", subject: change.path,
        advice: "nothing was written; try again")
    }
  }
}

/// A file's new bytes, on the disk beside the file that they will replace.
private struct StagedFile {
  private let aside: String
  private let target: String
  private let path: String

  /// Writes the bytes, with the mode and the owner of what they will replace.
  init(_ bytes: [UInt8], for target: String, named path: String) throws(Problem) {
    self.target = target
    self.path = path
    aside = "\(target).martlet-\(getpid())"
    let folder = target.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    // Where the folder cannot be made, the file in it cannot be opened, and the system says why.
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(
      aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw failure("written") }
    defer { close(descriptor) }
    guard keepOwner(descriptor), write(bytes, to: descriptor), fsync(descriptor) == 0 else {
      let problem = failure("written")
      discard()
      throw problem
    }
  }

  /// Gives the new file the mode of the old one, and where that is allowed its owner.
  private func keepOwner(_ descriptor: Int32) -> Bool {
    var old = stat()
    var new = stat()
    guard stat(target, &old) == 0, fstat(descriptor, &new) == 0 else { return true }
    if old.st_uid != new.st_uid || old.st_gid != new.st_gid {
      // Only root may give files away; whoever else may write the folder owns what they write.
      _ = fchown(descriptor, old.st_uid, old.st_gid)
    }
    return fchmod(descriptor, old.st_mode & 0o7777) == 0
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func replace() throws(Problem) {
    guard rename(aside, target) == 0 else { throw failure("replaced") }
  }

  func discard() { unlink(aside) }

  private func failure(_ verb: String) -> Problem {
    Problem(.failed, "cannot be \(verb): \(reason())", subject: path)
  }
}
