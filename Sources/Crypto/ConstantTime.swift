internal import COpenSSL

/// Compares bytes in a time that does not depend on where they differ.
///
/// The lengths are not secret: bytes of different lengths compare as unequal immediately.
package func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return CRYPTO_memcmp(left, right, left.count) == 0
}
