import CGit2

/// Lists of texts as the C library takes them.
enum Strings {
  /// Runs `body` with copies of `texts` that live that long.
  static func withArray<Value>(
    _ texts: [String], _ body: (UnsafePointer<git_strarray>) -> Value
  ) -> Value {
    var bytes: [CChar] = []
    for text in texts { bytes += text.utf8.map { CChar(bitPattern: $0) } + [0] }
    return bytes.withUnsafeMutableBufferPointer { buffer in
      var pointers: [UnsafeMutablePointer<CChar>?] = []
      var offset = 0
      for text in texts {
        let start: UnsafeMutablePointer<CChar>? = buffer.baseAddress.map { $0 + offset }
        pointers.append(start)
        offset += text.utf8.count + 1
      }
      return pointers.withUnsafeMutableBufferPointer { list in
        var array = git_strarray(strings: list.baseAddress, count: list.count)
        return body(&array)
      }
    }
  }
}
