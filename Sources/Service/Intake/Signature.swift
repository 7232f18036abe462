import Crypto
package import Logging

/// The proof that a delivery comes from who shares a secret with us.
package enum Signature {
  /// Whether a header can be a signature at all: `sha256=` and 64 hexadecimal digits.
  package static func isWellFormed(_ header: String?) -> Bool { claim(in: header) != nil }

  private static func claim(in header: String?) -> [UInt8]? {
    guard let header, header.hasPrefix("sha256=") else { return nil }
    return [UInt8](hexadecimal: header.dropFirst("sha256=".count)).flatMap {
      $0.count == 32 ? $0 : nil
    }
  }

  /// Compares `X-Hub-Signature-256` with the HMAC-SHA256 of the bytes, in constant time.
  ///
  /// - Parameters:
  ///   - header: `sha256=` and 64 hexadecimal digits; nil where none was sent.
  ///   - body: as it came, before anything is read from it.
  ///   - secret: what the webhook was configured with; an empty one proves nothing.
  /// - Returns: whether the header belongs to the body.
  package static func proves(_ header: String?, _ body: [UInt8], _ secret: Secret) -> Bool {
    let key = Array(secret.reveal().utf8)
    guard !key.isEmpty, let claimed = claim(in: header) else { return false }
    return equalInConstantTime(claimed, Digest.hmac(.sha256, of: body, key: key).bytes)
  }
}
