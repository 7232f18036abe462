internal import COpenSSL

/// The numbers of an RSA key, as SSH and OpenPGP store them.
struct RSAKeyParts {
  var modulus: [UInt8]
  var publicExponent: [UInt8]
  var privateExponent: [UInt8]
  /// The first prime, for which `coefficient` is an inverse of the second.
  var firstPrime: [UInt8]
  var secondPrime: [UInt8]
  /// The inverse of the second prime modulo the first.
  var coefficient: [UInt8]

  /// Creates the key, whose exponents modulo the primes are computed.
  func key() throws(CryptoError) -> NativeKey {
    let der = DER.sequence([
      DER.integer([0]), DER.integer(modulus), DER.integer(publicExponent),
      DER.integer(privateExponent), DER.integer(firstPrime), DER.integer(secondPrime),
      DER.integer(try Self.exponent(privateExponent, of: firstPrime)),
      DER.integer(try Self.exponent(privateExponent, of: secondPrime)),
      DER.integer(coefficient),
    ])
    let key = try NativeKey(privateKey: der, label: "RSA PRIVATE KEY")
    guard key.bits >= 2048 else { throw CryptoError(.shortKey(bits: key.bits)) }
    return key
  }

  /// Returns the private exponent modulo a prime less one.
  private static func exponent(
    _ exponent: [UInt8], of prime: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    let (dividend, divisor) = (number(exponent), number(prime))
    let (remainder, context) = (BN_new(), BN_CTX_new())
    defer {
      for number in [dividend, divisor, remainder] { BN_clear_free(number) }
      BN_CTX_free(context)
    }
    guard BN_sub_word(divisor, 1) == 1, BN_num_bits(divisor) > 0,
      BN_div(nil, remainder, dividend, divisor, context) == 1
    else { throw .latest(.unreadableKey) }
    var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(remainder) + 7) / 8)
    // An empty array has no address to write to.
    if !bytes.isEmpty { BN_bn2bin(remainder, &bytes) }
    return bytes
  }

  private static func number(_ bytes: [UInt8]) -> OpaquePointer? {
    BN_bin2bn(bytes, Int32(clamping: bytes.count), nil)
  }
}
