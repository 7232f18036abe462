internal import COpenSSL

/// A digest of bytes that arrive piece by piece.
///
///     var digest = RunningDigest(.sha1)
///     for chunk in chunks { digest.update(chunk) }
///     let identifier = digest.finish().hexadecimal
package struct RunningDigest: ~Copyable {
  private let context: OpaquePointer?

  /// Starts with no bytes seen.
  package init(_ algorithm: Digest.Algorithm) {
    context = EVP_MD_CTX_new()
    // These calls fail for want of memory alone, where Swift itself stops as well.
    let started = EVP_DigestInit_ex(context, algorithm.method, nil)
    precondition(started == 1, "OpenSSL has no memory for a digest")
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Takes the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    let taken = EVP_DigestUpdate(context, bytes, bytes.count)
    precondition(taken == 1, "OpenSSL cannot continue a digest")
  }

  /// Answers with the digest of everything seen.
  package consuming func finish() -> Digest {
    var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    let finished = EVP_DigestFinal_ex(context, &bytes, &length)
    precondition(finished == 1, "OpenSSL cannot finish a digest")
    return Digest(bytes: Array(bytes.prefix(Int(length))))
  }
}
