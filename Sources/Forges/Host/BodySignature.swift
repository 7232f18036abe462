import Crypto
package import Logging

/// The HMAC-SHA256 of a webhook's body, in a header in hexadecimal.
package struct BodySignature: Sendable {
  /// The text before the digits, such as `sha256=`.
  private let prefix: String

  /// Expects a prefix before the digits.
  package init(prefix: String) { self.prefix = prefix }

  /// Whether a header has the form of a signature: the prefix and 64 digits.
  package func isWellFormed(_ header: String?) -> Bool { claim(in: header) != nil }

  private func claim(in header: String?) -> [UInt8]? {
    guard let header, header.hasPrefix(prefix) else { return nil }
    return [UInt8](hexadecimal: header.dropFirst(prefix.count)).flatMap {
      $0.count == 32 ? $0 : nil
    }
  }

  /// Compares a header with the signature of the body in constant time; an empty secret is never
  /// right.
  package func matches(_ header: String?, _ body: [UInt8], _ secret: Secret) -> Bool {
    let key = Array(secret.reveal().utf8)
    guard !key.isEmpty, let claimed = claim(in: header) else { return false }
    return equalInConstantTime(claimed, Digest.hmac(.sha256, of: body, key: key).bytes)
  }
}
