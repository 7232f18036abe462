internal import CZlib

/// Decompresses a gzip file piece by piece, so that a large one never is in memory as a whole.
///
/// The file can consist of several members. Bytes after the last one are ignored, as `gunzip` does.
enum Gunzip {
  /// The size of a piece in bytes.
  private static let step = 1 << 16

  /// Decompresses a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limit: the largest result in bytes.
  ///   - consume: receives each piece.
  /// - Returns: false if the file is malformed, truncated, or expands beyond the limit.
  /// - Throws: what `consume` throws, which ends the decompression.
  static func decompress<Failure: Error>(
    _ bytes: [UInt8], limit: Int, _ consume: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var stream = z_stream()
    guard martlet_inflate_init_gzip(&stream) == Z_OK else { return false }
    defer { inflateEnd(&stream) }
    var buffer = [UInt8](repeating: 0, count: step)
    var read = 0
    var written = 0
    while true {
      let (state, count) = next(&stream, bytes, &read, &buffer)
      written += count
      guard written <= limit else { return false }
      try consume(buffer[..<count])
      switch state {
      case Z_OK where read < bytes.count || count == step: continue
      case Z_STREAM_END where read < bytes.count && bytes[read] == 0x1F:
        guard inflateReset(&stream) == Z_OK else { return false }
      case Z_STREAM_END: return true
      default: return false
      }
    }
  }

  /// Fills the buffer once.
  private static func next(
    _ stream: inout z_stream, _ bytes: [UInt8], _ read: inout Int, _ buffer: inout [UInt8]
  ) -> (state: Int32, count: Int) {
    let start = read
    let state = bytes.withUnsafeBufferPointer { input in
      buffer.withUnsafeMutableBufferPointer { output -> Int32 in
        let rest = UnsafeBufferPointer(rebasing: input[start...])
        stream.next_in = UnsafeMutablePointer(mutating: rest.baseAddress)
        stream.avail_in = UInt32(clamping: rest.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_NO_FLUSH)
      }
    }
    read = bytes.count - Int(stream.avail_in)
    return (state, step - Int(stream.avail_out))
  }
}
