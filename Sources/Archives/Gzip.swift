internal import CZlib

/// Compression by zlib.
package enum Gzip {
  /// How a decompression ended.
  package enum Outcome: Hashable, Sendable {
    /// At the end of the file.
    case complete
    /// At a malformed or missing part.
    case malformed
    /// At the limit.
    case tooLarge
    /// zlib has no memory.
    case noMemory
  }

  /// Returns the size of the pieces in bytes: less for a small file, since the buffer is cleared.
  private static func step(_ bytes: [UInt8]) -> Int { min(max(bytes.count * 4, 1 << 12), 1 << 16) }

  /// Decompresses a gzip file piece by piece, so that a large one never is in memory as a whole.
  ///
  /// The file can consist of several members. Bytes after the last one are ignored, as `gunzip`
  /// does.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limit: the largest result in bytes.
  ///   - consume: receives each piece.
  /// - Returns: how it ended.
  /// - Throws: what `consume` throws, which ends the decompression.
  package static func decompress<Failure: Error>(
    _ bytes: [UInt8], limit: Int, _ consume: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> Outcome {
    var stream = z_stream()
    guard martlet_inflate_init_gzip(&stream) == Z_OK else { return .noMemory }
    defer { inflateEnd(&stream) }
    var buffer = [UInt8](repeating: 0, count: step(bytes))
    var read = 0
    var written = 0
    while true {
      let (state, count) = next(&stream, bytes, &read, &buffer)
      written += count
      guard written <= limit else { return .tooLarge }
      try consume(buffer[..<count])
      switch state {
      case Z_OK where read < bytes.count || count == buffer.count: continue
      case Z_STREAM_END where read < bytes.count && bytes[read] == 0x1F:
        guard inflateReset(&stream) == Z_OK else { return .noMemory }
      case Z_STREAM_END: return .complete
      default: return .malformed
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
    return (state, buffer.count - Int(stream.avail_out))
  }

  /// Compresses bytes without header, with the largest memory.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - level: from 1 to 9.
  /// - Returns: nil if zlib has no memory.
  package static func deflated(_ bytes: [UInt8], level: Int = 9) -> [UInt8]? {
    var stream = z_stream()
    guard martlet_deflate_init_raw(&stream, Int32(level)) == Z_OK else { return nil }
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
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(crc32(0, $0.baseAddress, UInt32(clamping: $0.count))) }
  }
}
