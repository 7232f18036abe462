/// A number of any length in decimal digits.
struct Digits: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Without leading zeros; `0` for zero.
  let description: String

  /// Takes a text of digits only.
  init(_ text: String) {
    let trimmed = text.drop { $0 == "0" }
    description = trimmed.isEmpty ? "0" : String(trimmed)
  }

  static func < (left: Digits, right: Digits) -> Bool {
    let (first, second) = (left.description.utf8, right.description.utf8)
    return first.count == second.count
      ? first.lexicographicallyPrecedes(second) : first.count < second.count
  }

  /// The next number.
  var successor: Digits {
    var bytes = Array(description.utf8)
    for index in bytes.indices.reversed() {
      guard bytes[index] == UInt8(ascii: "9") else {
        bytes[index] += 1
        return Digits(String(decoding: bytes, as: UTF8.self))
      }
      bytes[index] = UInt8(ascii: "0")
    }
    return Digits("1" + String(decoding: bytes, as: UTF8.self))
  }
}

extension UInt8 {
  var isPodDigit: Bool { (0x30...0x39).contains(self) }
  var isPodLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isPodSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension String {
  /// Compares the bytes of UTF-8, as Ruby compares strings.
  func isByteLess(than other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

  /// Without white space at both ends.
  func trimmingPodSpace() -> String {
    let start = utf8.firstIndex { !$0.isPodSpace } ?? utf8.endIndex
    let end = utf8.lastIndex { !$0.isPodSpace }.map { utf8.index(after: $0) } ?? start
    return String(self[start..<end])
  }
}

extension Sequence<String> {
  /// Sorted by their bytes.
  func sortedByBytes() -> [String] { sorted { $0.isByteLess(than: $1) } }
}
