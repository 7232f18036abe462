import Glibc

/// Sees when a file is changed or replaced, as editors, configuration tools and Kubernetes do it.
///
/// Looks at the file now and then: what it leads to may stand behind links that are exchanged.
package struct FileWatch: Sendable {
  /// What tells one content from another without reading it.
  struct Mark: Hashable, Sendable {
    var device: UInt
    var number: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    /// Nil where there is no such file.
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
  let clock: ServiceClock

  /// Calls `changed` for each change until its task is cancelled; a file that is gone for a moment
  /// is no change.
  func run(_ changed: @Sendable () -> Void) async {
    var last = Mark(path)
    while (try? await clock.sleep(interval)) != nil {
      guard let mark = Mark(path), mark != last else { continue }
      last = mark
      changed()
    }
  }
}
