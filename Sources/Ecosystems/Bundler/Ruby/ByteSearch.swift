/// Finds bytes in bytes in a time that grows with their lengths added, not multiplied.
enum ByteSearch {
  /// Where a text starts in another, none overlapping, in order.
  static func places(of wanted: String, in text: String, most: Int = .max) -> [Int] {
    var text = text
    var wanted = wanted
    return text.withUTF8 { text in
      wanted.withUTF8 { wanted in places(of: wanted, in: text, most: most) }
    }
  }

  static func contains(_ text: String, _ wanted: String) -> Bool {
    wanted.isEmpty || !places(of: wanted, in: text, most: 1).isEmpty
  }

  /// Knuth, Morris and Pratt's search (1977): no byte of the text is read twice.
  private static func places(
    of wanted: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, most: Int
  ) -> [Int] {
    guard !wanted.isEmpty, wanted.count <= text.count else { return [] }
    let shifts = borders(of: wanted)
    var result: [Int] = []
    var matched = 0
    for place in text.indices where result.count < most {
      while matched > 0, text[place] != wanted[matched] { matched = shifts[matched - 1] }
      if text[place] == wanted[matched] { matched += 1 }
      if matched == wanted.count {
        result.append(place + 1 - matched)
        matched = 0
      }
    }
    return result
  }

  /// For each beginning the length of the longest shorter one that it ends with.
  private static func borders(of wanted: UnsafeBufferPointer<UInt8>) -> [Int] {
    var result = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for place in wanted.indices.dropFirst() {
      while length > 0, wanted[place] != wanted[length] { length = result[length - 1] }
      if wanted[place] == wanted[length] { length += 1 }
      result[place] = length
    }
    return result
  }

  /// Puts another text in the place of each one that is found.
  static func replacing(
    _ old: String, with new: String, in text: String, most: Int = .max
  ) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var copied = 0
    for place in places(of: old, in: text, most: most) {
      result += bytes[copied..<place]
      result += new.utf8
      copied = place + old.utf8.count
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  /// The pieces between the places of a mark.
  static func pieces(_ text: String, cutAt mark: String, most: Int) -> [String] {
    let bytes = Array(text.utf8)
    var result: [String] = []
    var start = 0
    for place in places(of: mark, in: text, most: most) {
      result.append(String(decoding: bytes[start..<place], as: UTF8.self))
      start = place + mark.utf8.count
    }
    return result + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
