import Libc

/// Reads a text file of any size by lines.
struct LineFile: ~Copyable {
  private let stream: UnsafeMutablePointer<FILE>
  private let path: String
  private var buffer: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  init(_ path: String) throws(ArchiveError) {
    guard let stream = fopen(path, "re") else { throw .latest(path) }
    self.stream = stream
    self.path = path
  }

  deinit {
    fclose(stream)
    free(buffer)
  }

  /// Returns the next line without its newline; nil at the end.
  mutating func next() throws(ArchiveError) -> [UInt8]? {
    let count = getline(&buffer, &capacity, stream)
    guard count >= 0 else {
      if ferror(stream) != 0 { throw .latest(path) }
      return nil
    }
    var line = Array(UnsafeRawBufferPointer(start: buffer, count: count))
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    return line
  }
}

extension ArchiveError {
  /// The error of the last system call.
  static func latest(_ path: String) -> ArchiveError {
    .file(path: path, reason: strerror(errno).map { String(cString: $0) } ?? "")
  }
}
