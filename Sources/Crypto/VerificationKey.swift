/// A public key that checks signatures of JSON Web Tokens.
package struct VerificationKey: Sendable {
  /// The algorithms by their names in tokens (RFC 7518, section 3.1).
  package enum Algorithm: String, Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA with P-256 and SHA-256.
    case es256 = "ES256"
  }

  /// The only algorithm that the key is used with.
  package let algorithm: Algorithm
  private let key: NativeKey

  /// Creates a key for RS256 from its big-endian numbers; one below 2048 bits is refused.
  package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
    // rsaEncryption, 1.2.840.113549.1.1.1, without parameters.
    let identifier: [UInt8] = [
      0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
    guard modulus.count <= 2048, exponent.count <= 8 else { throw CryptoError(.unreadableKey) }
    let numbers = DER.sequence([DER.integer(modulus), DER.integer(exponent)])
    key = try NativeKey(publicKey: DER.sequence([identifier, DER.bits(numbers)]))
    algorithm = .rs256
    guard key.bits >= 2048 else { throw CryptoError(.shortKey(bits: key.bits)) }
  }

  /// Creates a key for ES256 from a point of P-256; a point that isn't on the curve is refused.
  package init(x: [UInt8], y: [UInt8]) throws(CryptoError) {
    // id-ecPublicKey, 1.2.840.10045.2.1, of prime256v1, 1.2.840.10045.3.1.7.
    let identifier: [UInt8] = [
      0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
      0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
    ]
    guard let left = x.padded(to: 32), let right = y.padded(to: 32) else {
      throw CryptoError(.unreadableKey)
    }
    let point = DER.bits([0x04] + left + right)
    key = try NativeKey(publicKey: DER.sequence([identifier, point]))
    algorithm = .es256
  }

  /// Whether a signature, in the form that tokens have, is right.
  package func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch algorithm {
    case .rs256: return key.isSignature(signature, of: message, hash: .sha256)
    case .es256:
      guard signature.count == 64 else { return false }
      let numbers = DER.sequence([
        DER.integer(Array(signature.prefix(32))), DER.integer(Array(signature.suffix(32))),
      ])
      return key.isSignature(numbers, of: message, hash: .sha256)
    }
  }
}
