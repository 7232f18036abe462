import Crypto

/// Digests of tarballs in the form of Subresource Integrity: `sha512-` and the digest in Base64.
package enum Integrity {
  /// Converts a registry's `shasum`, 40 hexadecimal digits, to `sha1-` and Base64; nil if malformed.
  package static func ofSHA1(_ hex: String) -> String? {
    guard let bytes = [UInt8](hexadecimal: hex), bytes.count == 20 else { return nil }
    return "sha1-" + Base64.encode(bytes)
  }

  /// Whether two lists of digests share one, or have no algorithm in common.
  package static func agree(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    let mine = left.split(separator: " ")
    let theirs = right.split(separator: " ")
    if mine.contains(where: theirs.contains) { return true }
    let algorithm = { (digest: Substring) in digest.prefix { $0 != "-" } }
    return !mine.contains { one in theirs.contains { algorithm($0) == algorithm(one) } }
  }
}
