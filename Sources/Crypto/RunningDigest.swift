internal import COpenSSL

/// An incremental digest.
///
///     var digest = RunningDigest(.sha1)
///     for chunk in chunks { digest.update(chunk) }
///     let identifier = digest.finish().hexadecimal
package struct RunningDigest: ~Copyable {
  private let context: OpaquePointer?

  /// Creates a digest of no bytes.
  package init(_ algorithm: Digest.Algorithm) {
    context = EVP_MD_CTX_new()
    // These calls fail only when memory is exhausted, which ends a Swift program anyway.
    let started = EVP_DigestInit_ex(context, algorithm.method, nil)
    precondition(started == 1, "OpenSSL cannot start a digest")
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Adds bytes to the digest.
  package mutating func update(_ bytes: [UInt8]) {
    let status = EVP_DigestUpdate(context, bytes, bytes.count)
    precondition(status == 1, "OpenSSL cannot continue a digest")
  }

  /// Returns the digest of all bytes added.
  package consuming func finish() -> Digest {
    var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    let finished = EVP_DigestFinal_ex(context, &bytes, &length)
    precondition(finished == 1, "OpenSSL cannot finish a digest")
    return Digest(bytes: Array(bytes.prefix(Int(length))))
  }
}
