import FileAccess
import Libc
import Synchronization

/// A file that appears at its path only when it is complete and on the disk.
final class ArchiveFile: Sendable {
  private let path: String
  private let descriptor: Int32
  private let rest = Mutex<[UInt8]>([])
  private let bufferSize = 1 << 16

  private var partial: String { path + ".partial" }

  /// Creates a temporary file beside `path`, readable only by its owner.
  init(_ path: String) throws(ArchiveError) {
    self.path = path
    unlink(path + ".partial")
    descriptor = open(path + ".partial", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .latest(path) }
  }

  deinit {
    close(descriptor)
    // The temporary file no longer exists if it was kept.
    unlink(partial)
  }

  /// Adds a line.
  func write(_ line: String) throws(ArchiveError) {
    try add(Array((line + "\n").utf8), upTo: bufferSize)
  }

  /// Renames the temporary file to `path`, replacing an existing file.
  func keep() throws(ArchiveError) {
    try add([], upTo: 0)
    guard fsync(descriptor) == 0, rename(partial, path) == 0 else { throw .latest(path) }
  }

  private func add(_ bytes: [UInt8], upTo size: Int) throws(ArchiveError) {
    let isWritten = rest.withLock { rest in
      rest += bytes
      guard rest.count > size else { return true }
      defer { rest = [] }
      return writeAll(rest[...], to: descriptor)
    }
    guard isWritten else { throw .latest(path) }
  }
}

/// Copies a file; only the owner can read the copy.
func copy(_ path: String, to copy: String) throws(ArchiveError) {
  let source = open(path, O_RDONLY | O_CLOEXEC)
  guard source >= 0 else { throw .latest(path) }
  defer { close(source) }
  let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard target >= 0 else { throw .latest(copy) }
  defer { close(target) }
  var buffer = [UInt8](repeating: 0, count: 1 << 20)
  while case let count = read(source, &buffer, buffer.count), count != 0 {
    guard count > 0 else { throw .latest(path) }
    guard writeAll(buffer[..<count], to: target) else { throw .latest(copy) }
  }
}
