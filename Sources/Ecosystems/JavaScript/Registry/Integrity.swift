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

  /// Compares a file with the digests of the strongest algorithm in a list, as ssri does.
  ///
  /// - Returns: nil if no algorithm is known.
  package static func verify(_ bytes: [UInt8], _ digests: String) -> Bool? {
    let list = digests.split(whereSeparator: \.isWhitespace)
    let algorithms: [(String, Crypto.Digest.Algorithm)] = [
      ("sha512-", .sha512), ("sha256-", .sha256), ("sha1-", .sha1),
    ]
    for (prefix, algorithm) in algorithms {
      let known = list.filter { $0.hasPrefix(prefix) }
      if known.isEmpty { continue }
      let base64 = Crypto.Digest(algorithm, of: bytes).base64
      // Options after a question mark have no effect.
      return known.contains { $0.dropFirst(prefix.count).prefix { $0 != "?" } == base64 }
    }
    return nil
  }
}
