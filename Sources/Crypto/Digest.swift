internal import COpenSSL

/// The fingerprint of some bytes, of the length that its algorithm has.
///
///     Digest(.sha256, of: "abc").hexadecimal  // "ba7816bf…"
///     "sha512-" + Digest(.sha512, of: tarball).base64  // an npm integrity
package struct Digest: Hashable, Sendable {
  /// The hash functions of FIPS 180-4 that package tools use.
  package enum Algorithm: String, CaseIterable, Sendable {
    case sha1, sha256, sha512
  }

  /// 20 of SHA-1, 32 of SHA-256, 64 of SHA-512.
  package let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Hashes bytes that are at hand in one piece.
  package init(_ algorithm: Algorithm, of bytes: [UInt8]) {
    var digest = RunningDigest(algorithm)
    digest.update(bytes)
    self = digest.finish()
  }

  /// Hashes the UTF-8 of a text.
  package init(_ algorithm: Algorithm, of text: String) {
    self.init(algorithm, of: Array(text.utf8))
  }

  /// Authenticates a message with a shared key (RFC 2104).
  ///
  /// Compare the result of an untrusted side by `equalInConstantTime`.
  package static func hmac(_ algorithm: Algorithm, of message: [UInt8], key: [UInt8]) -> Digest {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    // An empty array may have no address, and OpenSSL takes a null key for "the key before".
    let padded = key.isEmpty ? [0] : key
    let made = HMAC(
      algorithm.method, padded, Int32(key.count), message, message.count, &code, &length)
    precondition(made != nil, "OpenSSL has no memory for a HMAC")
    return Digest(bytes: Array(code.prefix(Int(length))))
  }

  /// Lowercase, two digits for each byte.
  package var hexadecimal: String { bytes.hexadecimal }

  /// The standard alphabet with padding, as `integrity` fields have it.
  package var base64: String { Base64.encode(bytes) }
}

extension Digest.Algorithm {
  var method: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha512: EVP_sha512()
    }
  }
}
