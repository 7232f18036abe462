import Ecosystem
import Glibc

/// A file that was written aside and never put in place, since its process was killed.
struct Leftover {
  /// What this process adds to the names of files that it writes aside.
  static let suffix = "\(mark)\(getpid())"
  private static let mark = ".martlet-"
  /// Seconds after which a file is old, whoever has the process's number by now.
  private static let age = 3_600

  private let process: pid_t

  /// Reads a file's name; nil if it is another file's.
  init?(_ name: String) {
    guard let place = name.utf8.lastIndex(of: UInt8(ascii: ".")), place > name.startIndex,
      name[place...].hasPrefix(Self.mark),
      let process = pid_t(name[place...].dropFirst(Self.mark.count)), process > 0
    else { return nil }
    self.process = process
  }

  /// Whether no process will put the file in place.
  fileprivate func isOver(_ status: stat) -> Bool {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { return false }
    let isDead = kill(process, 0) != 0 && errno == ESRCH
    return isDead || process == getpid() || status.st_mtim.tv_sec < time(nil) - Self.age
  }
}

extension WorkingTree {
  /// Removes what killed processes have left aside in the tree; what cannot be removed stays.
  func sweep(_ source: SourceTree) {
    for path in source.paths {
      guard let leftover = Leftover(path) else { continue }
      var status = stat()
      let file = "\(root)/\(path)"
      if lstat(file, &status) == 0, leftover.isOver(status) { unlink(file) }
    }
  }
}
