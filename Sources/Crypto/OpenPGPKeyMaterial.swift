/// A key of an OpenPGP file: the primary one or a subkey, with or without its secret part.
struct OpenPGPKeyMaterial {
  /// Why a key can't sign.
  enum Obstacle {
    /// It has a passphrase.
    case protected
    /// The file has only its public part.
    case missingSecret
    /// Its algorithm or version isn't supported.
    case algorithm(String)
  }

  /// The numbers of the secret part.
  enum Secret {
    case ed25519(seed: [UInt8], publicKey: [UInt8])
    case rsa(RSAKeyParts)
    case none(Obstacle)
  }

  /// Seconds since 1970.
  var created = 0
  /// The number by which OpenPGP names the algorithm.
  var algorithm = 0
  /// 20 bytes.
  var fingerprint: [UInt8] = []
  var secret = Secret.none(.missingSecret)

  /// The last 8 bytes of the fingerprint.
  var identifier: [UInt8] { Array(fingerprint.suffix(8)) }

  private static let rsa = [1, 3]
  private static let edDSA = 22
  /// The curve of Ed25519 as GnuPG names it: 1.3.6.1.4.1.11591.15.1.
  private static let ed25519: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x0F, 0x01]

  /// Reads the packet of a secret key.
  init(_ body: [UInt8]) throws(CryptoError) {
    var reader = ByteReader(body, truncated: OpenPGPPacket.unreadable)
    let version = try reader.byte()
    guard version == 4 else {
      secret = .none(.algorithm("version \(version)"))
      return
    }
    created = try reader.number(bytes: 4)
    algorithm = try reader.number(bytes: 1)
    switch algorithm {
    case _ where Self.rsa.contains(algorithm):
      let (modulus, exponent) = (try reader.multiprecision(), try reader.multiprecision())
      setFingerprint(body, unread: reader.count)
      if try isReadable(&reader) { try readRSA(&reader, modulus, exponent) }
    case Self.edDSA:
      let curve = try reader.take(reader.number(bytes: 1))
      let point = try reader.multiprecision()
      setFingerprint(body, unread: reader.count)
      guard curve == Self.ed25519, point.first == 0x40 else {
        secret = .none(.algorithm("an unknown curve"))
        return
      }
      if try isReadable(&reader) {
        guard let seed = try reader.multiprecision().padded(to: 32) else {
          throw OpenPGPPacket.unreadable
        }
        secret = .ed25519(seed: seed, publicKey: Array(point.dropFirst()))
      }
    default: secret = .none(.algorithm("algorithm \(algorithm)"))
    }
  }

  /// Computes the fingerprint of what was read so far (RFC 4880, section 12.2).
  private mutating func setFingerprint(_ body: [UInt8], unread: Int) {
    let open = body.dropLast(unread)
    fingerprint = Digest(.sha1, of: [0x99] + open.count.bigEndian(bytes: 2) + open).bytes
  }

  /// Reads how the secret part is protected; returns false and says why if it can't be read.
  private mutating func isReadable(_ reader: inout ByteReader) throws(CryptoError) -> Bool {
    let usage = try reader.byte()
    guard usage != 0 else { return true }
    secret = .none(.protected)
    if usage >= 254 {
      _ = try reader.byte()
      // GnuPG's mark of a key whose secret part was left out.
      if try reader.byte() == 101 { secret = .none(.missingSecret) }
    }
    return false
  }

  private mutating func readRSA(
    _ reader: inout ByteReader, _ modulus: [UInt8], _ exponent: [UInt8]
  ) throws(CryptoError) {
    let privateExponent = try reader.multiprecision()
    let (first, second) = (try reader.multiprecision(), try reader.multiprecision())
    // The coefficient is the inverse of the first prime modulo the second: the other way round.
    secret = .rsa(
      RSAKeyParts(
        modulus: modulus, publicExponent: exponent, privateExponent: privateExponent,
        firstPrime: second, secondPrime: first, coefficient: try reader.multiprecision()))
  }
}
