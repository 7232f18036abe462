private import Libc

/// Reads a whole file; also a pipe, such as that of a shell's `<(…)`.
///
/// - Parameters:
///   - path: an absolute path, or one relative to the current folder.
///   - limit: the maximum number of bytes.
/// - Returns: all bytes.
/// - Throws: `FileError`, also if the file is larger than `limit`.
package func readFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .latest }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .latest }
  guard status.st_size <= limit else { throw .tooLarge }
  var bytes: [UInt8] = []
  // One byte more than the file has: a short read shows the end without another call.
  var size = max(Int(status.st_size) + 1, 4096)
  while true {
    let more = try readBytes(of: descriptor, size)
    bytes = bytes.isEmpty ? more : bytes + more
    guard bytes.count <= limit else { throw .tooLarge }
    if more.count < size { return bytes }
    size = 64 << 10
  }
}

/// Reads up to `size` bytes; fewer only at the end of the file.
private func readBytes(of descriptor: Int32, _ size: Int) throws(FileError) -> [UInt8] {
  var failure: FileError?
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
