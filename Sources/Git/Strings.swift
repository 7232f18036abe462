import CGit2

/// Converts arrays of strings to the C library's type.
enum Strings {
  /// Calls `body` with copies of `texts`, which are valid during the call.
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
