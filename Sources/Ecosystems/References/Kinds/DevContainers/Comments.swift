extension [UInt8] {
  /// JSON with comments and final commas (`jsonc`), with spaces in their place.
  ///
  /// All other bytes keep their positions: `{"a": 1, /* b */}` becomes `{"a": 1           }`.
  var withoutComments: [UInt8] {
    var result = self
    var index = 0
    var comma: Int?
    while index < count {
      switch self[index] {
      case UInt8(ascii: "\""):
        comma = nil
        index = endOfString(from: index)
        continue
      case UInt8(ascii: "/"):
        let end = endOfComment(from: index)
        for offset in index..<end where self[offset] != UInt8(ascii: "\n") {
          result[offset] = UInt8(ascii: " ")
        }
        if end > index {
          index = end
          continue
        }
        comma = nil
      case UInt8(ascii: ","): comma = index
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma { result[comma] = UInt8(ascii: " ") }
        comma = nil
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): break
      default: comma = nil
      }
      index += 1
    }
    return result
  }

  /// The index after the string that starts at an index.
  private func endOfString(from start: Int) -> Int {
    var index = start + 1
    while index < count {
      if self[index] == UInt8(ascii: "\"") { return index + 1 }
      index += self[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return count
  }

  /// The index after the comment that starts at an index; the index itself if none does.
  ///
  /// A block without an end is left unchanged, so that the parser reports it.
  private func endOfComment(from start: Int) -> Int {
    guard start + 1 < count else { return start }
    if self[start + 1] == UInt8(ascii: "/") {
      return self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? count
    }
    guard self[start + 1] == UInt8(ascii: "*") else { return start }
    var index = start + 2
    while index + 1 < count {
      if self[index] == UInt8(ascii: "*"), self[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return start
  }
}
