internal import CZlib

/// Compression by zlib.
enum Gzip {
  /// The size of a step in bytes.
  private static let step = 1 << 16

  /// Decompresses a gzip file, which can consist of several members, piece by piece.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limit: the largest result in bytes.
  ///   - receive: called with each piece.
  /// - Throws: `ArchiveFailure` if the file is malformed, truncated, or expands beyond the limit.
  static func decompress(
    _ bytes: [UInt8], limit: Int, _ receive: (ArraySlice<UInt8>) throws(ArchiveFailure) -> Void
  ) throws(ArchiveFailure) {
    var stream = z_stream()
    guard martlet_inflate_init_gzip(&stream) == Z_OK else { throw .noMemory }
    defer { inflateEnd(&stream) }
    try bytes.withUnsafeBufferPointer { (input) throws(ArchiveFailure) in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      var left = limit
      var buffer = [UInt8](repeating: 0, count: step)
      while true {
        let state = buffer.withUnsafeMutableBufferPointer { output -> Int32 in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        let count = step - Int(stream.avail_out)
        guard count <= left else { throw .tooLarge }
        left -= count
        try receive(buffer[..<count])
        switch state {
        case Z_OK where stream.avail_in > 0 || stream.avail_out == 0: continue
        case Z_STREAM_END where stream.avail_in == 0: return
        case Z_STREAM_END:
          // Bytes that aren't a further member are ignored, as gunzip does.
          guard stream.next_in[0] == 0x1F else { return }
          guard inflateReset(&stream) == Z_OK else { throw .noMemory }
        default: throw .malformed
        }
      }
    }
  }

  /// Compresses bytes without header at level 9, with the largest memory.
  ///
  /// - Returns: nil if zlib has no memory.
  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard martlet_deflate_init_raw(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 16)
    let size = bytes.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int? in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
        return output.count - Int(stream.avail_out)
      }
    }
    return size.map { Array(output.prefix($0)) }
  }

  /// The checksum of ZIP files.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(crc32(0, $0.baseAddress, UInt32(clamping: $0.count))) }
  }
}
