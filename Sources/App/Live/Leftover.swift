import Ecosystem
import Libc

/// A temporary file of a process that was killed before it renamed the file.
struct Leftover {
  /// The suffix of this process's temporary files.
  static let suffix = "\(mark)\(getpid())"
  private static let mark = ".martlet-"
  /// After this number of seconds a file is old, even if another process has the same number.
  private static let age = 3_600

  private let process: pid_t

  /// Parses a file name; nil for other files.
  init?(_ name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
      name[dot...].hasPrefix(Self.mark),
      let process = pid_t(name[dot...].dropFirst(Self.mark.count)), process > 0
    else { return nil }
    self.process = process
  }

  /// Whether no process will rename the file.
  fileprivate func isOver(_ status: stat) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { return false }
    let isDead = kill(process, 0) != 0 && errno == ESRCH
    return isDead || process == getpid() || status.st_mtim.tv_sec < time(nil) - Self.age
  }
}

extension WorkingTree {
  /// Removes temporary files of killed processes from the tree, if possible.
  func sweep(_ source: SourceTree) {
    for path in source.paths {
      guard let leftover = Leftover(path) else { continue }
      var status = stat()
      let file = "\(root)/\(path)"
      if lstat(file, &status) == 0, leftover.isOver(status) { unlink(file) }
    }
  }
}
