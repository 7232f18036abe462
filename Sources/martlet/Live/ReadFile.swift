import Glibc

/// Why a file of this machine was not read.
enum FileFailure: Error {
  /// It has more bytes than are let in.
  case tooLarge
  /// The C library's words, such as `Permission denied`.
  case unreadable(String)
}

/// Reads a file of this machine whole; pipes, too, such as those of a shell's `<(…)`.
///
/// - Parameters:
///   - path: from the current folder, or absolute.
///   - limit: how many bytes are let in.
/// - Returns: all bytes.
/// - Throws: `FileFailure`, also for what is larger.
func readFile(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .latest }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .latest }
  guard status.st_size <= limit else { throw .tooLarge }
  var bytes: [UInt8] = []
  // One byte more than there should be shows the end without another round.
  var size = max(Int(status.st_size) + 1, 4096)
  while true {
    let more = try part(of: descriptor, size)
    bytes = bytes.isEmpty ? more : bytes + more
    guard bytes.count <= limit else { throw .tooLarge }
    if more.count < size { return bytes }
    size = 64 << 10
  }
}

/// Reads up to a number of bytes; fewer only at the end.
private func part(of descriptor: Int32, _ size: Int) throws(FileFailure) -> [UInt8] {
  var failure: FileFailure?
  let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
    while filled < size {
      let count = read(descriptor, buffer.baseAddress.map { $0 + filled }, size - filled)
      if count < 0, errno == EINTR { continue }
      if count < 0 { failure = .latest }
      if count <= 0 { return }
      filled += count
    }
  }
  if let failure { throw failure }
  return bytes
}

extension FileFailure {
  fileprivate static var latest: FileFailure { .unreadable(String(cString: strerror(errno))) }
}
