internal import COpenSSL

/// A key of OpenSSL that was read from DER.
final class NativeKey: Sendable {
  /// The hash function of a signature.
  enum Hash {
    /// Nothing: Ed25519 hashes by itself.
    case none
    case sha256, sha384, sha512

    fileprivate var method: OpaquePointer? {
      switch self {
      case .none: nil
      case .sha256: EVP_sha256()
      case .sha384: EVP_sha384()
      case .sha512: EVP_sha512()
      }
    }
  }

  // OpenSSL only reads a key while it is used, so threads may share it.
  private nonisolated(unsafe) let key: OpaquePointer

  /// Reads a private key; the label is the one of PEM, such as `EC PRIVATE KEY`.
  init(privateKey der: [UInt8], label: String = "PRIVATE KEY") throws(CryptoError) {
    key = try Self.read(der, label) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
  }

  /// Reads a public key with its algorithm (`SubjectPublicKeyInfo` of X.509).
  init(publicKey der: [UInt8]) throws(CryptoError) {
    key = try Self.read(der, "PUBLIC KEY") { PEM_read_bio_PUBKEY($0, nil, nil, nil) }
  }

  deinit { EVP_PKEY_free(key) }

  /// The length of the modulus or of the curve.
  var bits: Int { Int(EVP_PKEY_get_bits(key)) }

  /// The public key of an Ed25519 key.
  var rawPublicKey: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    var length = bytes.count
    guard EVP_PKEY_get_raw_public_key(key, &bytes, &length) == 1 else { return [] }
    return Array(bytes.prefix(length))
  }

  /// Signs: RSA with PKCS#1 v1.5, an elliptic curve with ECDSA in DER, or Ed25519.
  func signature(of message: [UInt8], hash: Hash) throws(CryptoError) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, hash.method, nil, key) == 1
    else { throw .latest(.signing) }
    var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
    var length = signature.count
    guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { throw .latest(.signing) }
    return Array(signature.prefix(length))
  }

  /// Whether a signature is right, in the forms that `signature` returns.
  func isSignature(_ signature: [UInt8], of message: [UInt8], hash: Hash) -> Bool {
    let context = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    guard EVP_DigestVerifyInit(context, nil, hash.method, nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  private static func read(
    _ der: [UInt8], _ label: String, _ parse: (OpaquePointer) -> OpaquePointer?
  ) throws(CryptoError) -> OpaquePointer {
    let lines = Base64.encode(der).lines(of: 64).joined(separator: "\n")
    let pem = Array("-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n".utf8)
    guard let length = Int32(exactly: pem.count), let buffer = BIO_new_mem_buf(pem, length)
    else { throw .latest(.unreadableKey) }
    defer { BIO_free(buffer) }
    guard let key = parse(buffer) else { throw .latest(.unreadableKey) }
    return key
  }
}

extension String {
  /// The text in lines of a length; ASCII only.
  func lines(of length: Int) -> [String] {
    let bytes = Array(utf8)
    return stride(from: 0, to: bytes.count, by: length).map { start in
      String(decoding: bytes[start..<min(start + length, bytes.count)], as: UTF8.self)
    }
  }
}
