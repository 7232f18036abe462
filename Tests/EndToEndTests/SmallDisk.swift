import Foundation
import TestSupport
import Testing

/// A disk of a megabyte.
final class SmallDisk: Sendable {
  private let path: String

  init(at path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let words = ["/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path]
    #expect(try ChildProcess(words).wait() == 0)
  }

  deinit { _ = try? ChildProcess(["/bin/umount", "-l", path]).wait() }

  func fill(but room: Int) throws {
    let filler = path + "/filler"
    _ = try ChildProcess(["/bin/dd", "if=/dev/zero", "of=\(filler)"]).wait()
    _ = try ChildProcess(["/usr/bin/truncate", "-s", "-\(room)", filler]).wait()
  }

  /// Lets nobody write any more, or again.
  func freeze(_ isFrozen: Bool) throws {
    let mode = isFrozen ? "remount,ro" : "remount,rw"
    #expect(try ChildProcess(["/bin/mount", "-o", mode, path]).wait() == 0)
  }

  func makeRoom() throws {
    try FileManager.default.removeItem(atPath: path + "/filler")
  }
}
