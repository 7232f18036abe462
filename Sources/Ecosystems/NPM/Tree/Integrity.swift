/// Digests of tarballs as npm writes them: `sha512-` and the digest in base64.
enum Integrity {
  /// Turns a registry's old `shasum`, forty hexadecimal digits, into the form of locks.
  static func ofSHA1(_ hex: String) -> String? {
    let digits = hex.utf8.compactMap(\.hexadecimal)
    guard digits.count == hex.utf8.count, digits.count == 40 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return "sha1-" + base64(bytes)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let word = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for place in 0..<4 {
        let letter = letters[word >> (18 - 6 * place) & 63]
        result.append(place <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

extension Integrity {
  /// Whether two lists of digests have one in common, or none of the same algorithm.
  static func agree(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    let mine = left.split(separator: " ")
    let theirs = right.split(separator: " ")
    if mine.contains(where: theirs.contains) { return true }
    let algorithm = { (digest: Substring) in digest.prefix { $0 != "-" } }
    return !mine.contains { one in theirs.contains { algorithm($0) == algorithm(one) } }
  }
}
