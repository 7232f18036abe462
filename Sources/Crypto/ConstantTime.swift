internal import COpenSSL

/// Compares without telling by its duration where the first difference stands.
///
/// The lengths are no secret: bytes of different lengths differ at once.
package func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return CRYPTO_memcmp(left, right, left.count) == 0
}
