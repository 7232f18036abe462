import Crypto

/// Tarball digests in npm's format: `sha512-` and the digest in Base64.
enum Integrity {
  /// Converts a registry's old `shasum`, 40 hexadecimal digits; nil if it is invalid.
  static func ofSHA1(_ hex: String) -> String? {
    guard let bytes = [UInt8](hexadecimal: hex), bytes.count == 20 else { return nil }
    return "sha1-" + Base64.encode(bytes)
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
