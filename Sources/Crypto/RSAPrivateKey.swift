internal import COpenSSL

/// An RSA key for signatures, such as the private key of a GitHub App.
///
///     let key = try RSAPrivateKey(pem: secret.reveal())
///     let signature = try key.signature(of: Array("header.claims".utf8))
package final class RSAPrivateKey: Sendable {
  // OpenSSL only reads a key while it signs, so threads may share it.
  private nonisolated(unsafe) let key: OpaquePointer

  /// Parses PKCS#1 (`BEGIN RSA PRIVATE KEY`) or PKCS#8 (`BEGIN PRIVATE KEY`).
  ///
  /// An encrypted key is refused because there is no way to enter its password.
  package init(pem: String) throws(CryptoError) {
    let read = Self.read(Array(pem.utf8))
    guard let read else { throw .latest(.unreadableKey) }
    key = read
    // From here on, `deinit` frees the key, even if this initializer throws.
    guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA else { throw CryptoError(.notRSA) }
    let bits = Int(EVP_PKEY_get_bits(key))
    guard bits >= 2048 else { throw CryptoError(.shortKey(bits: bits)) }
  }

  deinit {
    EVP_PKEY_free(key)
  }

  /// Signs a message with RS256: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 section 3.3).
  package func signature(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1
    else { throw .latest(.signing) }
    var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
    var length = signature.count
    guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { throw .latest(.signing) }
    return Array(signature.prefix(length))
  }

  private static func read(_ pem: [UInt8]) -> OpaquePointer? {
    guard let length = Int32(exactly: pem.count), let buffer = BIO_new_mem_buf(pem, length)
    else { return nil }
    defer { BIO_free(buffer) }
    // Without a callback OpenSSL would ask for a password on the terminal.
    return PEM_read_bio_PrivateKey(buffer, nil, { _, _, _, _ in -1 }, nil)
  }
}
