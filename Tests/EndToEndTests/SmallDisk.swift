import Foundation
import TestSupport
import Testing

/// A file system of one megabyte.
final class SmallDisk: Sendable {
  private let path: String

  init(at path: String) async throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let words = ["/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path]
    #expect(try await ChildProcess(words).end() == 0)
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  func fill(but room: Int) async throws {
    let filler = path + "/filler"
    _ = try await ChildProcess(["/bin/dd", "if=/dev/zero", "of=\(filler)"]).end()
    _ = try await ChildProcess(["/usr/bin/truncate", "-s", "-\(room)", filler]).end()
  }

  /// Forbids or allows writing.
  func freeze(_ isFrozen: Bool) async throws {
    let mode = isFrozen ? "remount,ro" : "remount,rw"
    #expect(try await ChildProcess(["/bin/mount", "-o", mode, path]).end() == 0)
  }

  func makeRoom() throws {
    try FileManager.default.removeItem(atPath: path + "/filler")
  }
}
