internal import COpenSSL

/// A hash of bytes.
///
///     Digest(.sha256, of: "abc").hexadecimal  // "ba7816bf…"
///     "sha512-" + Digest(.sha512, of: tarball).base64  // an npm integrity
package struct Digest: Hashable, Sendable {
  /// The hash functions that package managers use: those of FIPS 180-4, and MD5 (RFC 1321) for names
  /// of files.
  package enum Algorithm: String, CaseIterable, Sendable {
    case md5, sha1, sha256, sha512
  }

  /// The hash: 16 bytes for MD5, 20 for SHA-1, 32 for SHA-256, 64 for SHA-512.
  package let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Hashes an array of bytes.
  package init(_ algorithm: Algorithm, of bytes: [UInt8]) {
    var digest = RunningDigest(algorithm)
    digest.update(bytes)
    self = digest.finish()
  }

  /// Hashes the UTF-8 bytes of a text.
  package init(_ algorithm: Algorithm, of text: String) {
    self.init(algorithm, of: Array(text.utf8))
  }

  /// Returns the HMAC of a message with a shared key (RFC 2104).
  ///
  /// Compare it with untrusted input by `equalInConstantTime`.
  package static func hmac(_ algorithm: Algorithm, of message: [UInt8], key: [UInt8]) -> Digest {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    // An empty array can have a null address, and OpenSSL reads a null key as "the previous key".
    let padded = key.isEmpty ? [0] : key
    let result = HMAC(
      algorithm.method, padded, Int32(key.count), message, message.count, &code, &length)
    precondition(result != nil, "OpenSSL cannot compute a HMAC")
    return Digest(bytes: Array(code.prefix(Int(length))))
  }

  /// The hash in lowercase hexadecimal.
  package var hexadecimal: String { bytes.hexadecimal }

  /// The hash in standard Base64 with padding, as in `integrity` fields.
  package var base64: String { Base64.encode(bytes) }
}

extension Digest.Algorithm {
  var method: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha512: EVP_sha512()
    }
  }
}
