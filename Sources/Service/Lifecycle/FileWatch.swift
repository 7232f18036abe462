import Libc
import Time

/// Detects that a file was changed or replaced by an editor, a configuration tool or Kubernetes.
///
/// Checks the file at an interval, because it can be reached by symbolic links that are replaced.
package struct FileWatch: Sendable {
  /// Attributes that change with the content.
  struct Mark: Hashable, Sendable {
    var device: UInt
    var number: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    /// Nil if the file doesn't exist.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = Int(status.st_mtim.tv_sec)
      nanoseconds = Int(status.st_mtim.tv_nsec)
    }
  }

  let path: String
  let interval: Duration
  let clock: WallClock

  /// Calls `changed` for each change until the task is cancelled.
  ///
  /// A missing file is not a change.
  func run(_ changed: @Sendable () -> Void) async {
    var last = Mark(path)
    while (try? await clock.sleep(interval)) != nil {
      guard let mark = Mark(path), mark != last else { continue }
      last = mark
      changed()
    }
  }
}
