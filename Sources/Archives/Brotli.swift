internal import CBrotli

/// Decompression of the format of RFC 7932.
package enum Brotli {
  /// Decompresses a stream as a whole.
  ///
  /// - Parameters:
  ///   - bytes: the stream.
  ///   - limit: the largest result in bytes.
  /// - Returns: nil if the stream is malformed or its content is larger than the limit.
  package static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var isComplete = false
    let content = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var size = limit
      let result = BrotliDecoderDecompress(bytes.count, bytes, &size, buffer.baseAddress)
      isComplete = result == BROTLI_DECODER_RESULT_SUCCESS
      count = isComplete ? size : 0
    }
    // The buffer has the size of the limit.
    return isComplete ? Array(content[...]) : nil
  }
}
