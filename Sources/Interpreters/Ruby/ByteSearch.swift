/// Finds substrings in time linear in the sum of both lengths.
enum ByteSearch {
  /// Returns the offsets of a text in another, without overlaps, in ascending order.
  static func offsets(of wanted: String, in text: String, most: Int = .max) -> [Int] {
    var text = text
    var wanted = wanted
    return text.withUTF8 { text in
      wanted.withUTF8 { wanted in offsets(of: wanted, in: text, most: most) }
    }
  }

  static func contains(_ text: String, _ wanted: String) -> Bool {
    wanted.isEmpty || !offsets(of: wanted, in: text, most: 1).isEmpty
  }

  /// The algorithm of Knuth, Morris and Pratt (1977), which reads each byte of the text once.
  private static func offsets(
    of wanted: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, most: Int
  ) -> [Int] {
    guard !wanted.isEmpty, wanted.count <= text.count else { return [] }
    let shifts = borders(of: wanted)
    var result: [Int] = []
    var matched = 0
    for offset in text.indices where result.count < most {
      while matched > 0, text[offset] != wanted[matched] { matched = shifts[matched - 1] }
      if text[offset] == wanted[matched] { matched += 1 }
      if matched == wanted.count {
        result.append(offset + 1 - matched)
        matched = 0
      }
    }
    return result
  }

  /// Returns for each prefix the length of its longest proper prefix that is also a suffix.
  private static func borders(of wanted: UnsafeBufferPointer<UInt8>) -> [Int] {
    var result = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for offset in wanted.indices.dropFirst() {
      while length > 0, wanted[offset] != wanted[length] { length = result[length - 1] }
      if wanted[offset] == wanted[length] { length += 1 }
      result[offset] = length
    }
    return result
  }

  /// Replaces all occurrences of a text.
  static func replacing(
    _ old: String, with new: String, in text: String, most: Int = .max
  ) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    for offset in offsets(of: old, in: text, most: most) {
      result += bytes[copied..<offset]
      result += new.utf8
      copied = offset + old.utf8.count
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// Splits a text at a separator.
  static func pieces(_ text: String, cutAt mark: String, most: Int) -> [String] {
    let bytes = Array(text.utf8)
    var result: [String] = []
    var start = 0
    for offset in offsets(of: mark, in: text, most: most) {
      result.append(String(decoding: bytes[start..<offset], as: UTF8.self))
      start = offset + mark.utf8.count
    }
    return result + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
