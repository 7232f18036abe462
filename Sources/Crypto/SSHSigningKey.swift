/// A private key in OpenSSH's format that signs as `ssh-keygen -Y sign` does.
///
///     let key = try SSHSigningKey(text)
///     let signature = try key.signature(of: commit)  // -----BEGIN SSH SIGNATURE-----
///
/// The formats are in OpenSSH's `PROTOCOL.key` and `PROTOCOL.sshsig`.
package struct SSHSigningKey: Sendable {
  /// The public key, with its type first.
  private let publicKey: [UInt8]
  private let key: NativeKey
  private let kind: Kind

  private enum Kind {
    case ed25519, rsa
    case ecdsa(type: String, NativeKey.Hash)
  }

  /// Reads a key without a passphrase.
  ///
  /// - Throws: `CryptoError`, `.unusableKey` for other formats and types, and with a passphrase.
  package init(_ text: String) throws(CryptoError) {
    guard let bytes = try Self.content(of: text) else { throw Self.unreadable }
    var reader = ByteReader(bytes, truncated: Self.unreadable)
    let magic = Array("openssh-key-v1\0".utf8)
    guard try reader.take(magic.count) == magic else { throw Self.unreadable }
    let cipher = try reader.string()
    _ = try (reader.string(), reader.string())
    guard cipher == Array("none".utf8) else {
      throw CryptoError(
        .unusableKey(
          "the SSH key has a passphrase; make a copy without one: ssh-keygen -p -N '' -f FILE"))
    }
    guard try reader.number(bytes: 4) == 1 else { throw Self.unreadable }
    publicKey = try reader.string()
    var secret = ByteReader(try reader.string(), truncated: Self.unreadable)
    guard try secret.take(4) == secret.take(4) else { throw Self.unreadable }
    let open: [UInt8]
    (kind, key, open) = try Self.read(&secret)
    // Another public key would make every signature invalid.
    guard open == publicKey else { throw Self.unreadable }
  }

  /// Signs a message with SHA-512 for a purpose, which is `git` for commits.
  package func signature(
    of message: [UInt8], namespace: String = "git"
  ) throws(CryptoError) -> String {
    let magic = Array("SSHSIG".utf8)
    let (purpose, hash) = (Self.string(namespace), Self.string("sha512"))
    let signed =
      magic + purpose + Self.string("") + hash + Self.string(Digest(.sha512, of: message).bytes)
    let blob =
      magic + 1.bigEndian(bytes: 4) + Self.string(publicKey) + purpose + Self.string("") + hash
      + Self.string(try sign(signed))
    let lines = Base64.encode(blob).lines(of: 70).joined(separator: "\n")
    return "-----BEGIN SSH SIGNATURE-----\n\(lines)\n-----END SSH SIGNATURE-----\n"
  }

  private func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    switch kind {
    case .ed25519:
      return Self.string("ssh-ed25519")
        + Self.string(try key.signature(of: message, hash: .none))
    case .rsa:
      return Self.string("rsa-sha2-512")
        + Self.string(try key.signature(of: message, hash: .sha512))
    case .ecdsa(let type, let hash):
      let (first, second) = try DER.signatureNumbers(key.signature(of: message, hash: hash))
      return Self.string(type) + Self.string(Self.string(first) + Self.string(second))
    }
  }

  /// Reads the secret part of a key.
  ///
  /// - Returns: the kind, the key, and the public key that belongs to it.
  private static func read(
    _ reader: inout ByteReader
  ) throws(CryptoError) -> (Kind, NativeKey, [UInt8]) {
    let type = String(decoding: try reader.string(), as: UTF8.self)
    switch type {
    case "ssh-ed25519":
      let (open, both) = (try reader.string(), try reader.string())
      let key = try NativeKey.ed25519(seed: Array(both.prefix(32)), publicKey: open)
      return (.ed25519, key, string(type) + string(open))
    case "ssh-rsa":
      let (key, open) = try rsa(&reader)
      return (.rsa, key, string(type) + open)
    case "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521":
      let (name, point, secret) = (try reader.string(), try reader.string(), try reader.string())
      let curve = Curve(type)
      return (
        .ecdsa(type: type, curve.hash), try curve.key(secret: secret, point: point),
        string(type) + string(name) + string(point)
      )
    default:
      throw CryptoError(
        .unusableKey(
          "an SSH key of the type '\(type.prefix(40))' can't sign here; use ed25519, ECDSA or RSA"))
    }
  }

  private static func rsa(
    _ reader: inout ByteReader
  ) throws(CryptoError) -> (NativeKey, [UInt8]) {
    let (modulus, open) = (try reader.string(), try reader.string())
    let (secret, coefficient) = (try reader.string(), try reader.string())
    let (first, second) = (try reader.string(), try reader.string())
    let key = try RSAKeyParts(
      modulus: modulus, publicExponent: open, privateExponent: secret, firstPrime: first,
      secondPrime: second, coefficient: coefficient
    ).key()
    return (key, string(open) + string(modulus))
  }

  private static func string(_ text: String) -> [UInt8] { string(Array(text.utf8)) }

  private static func string(_ bytes: [UInt8]) -> [UInt8] {
    bytes.count.bigEndian(bytes: 4) + bytes
  }

  private static let unreadable = CryptoError(
    .unusableKey("it is not a private key in OpenSSH's format"))

  /// Returns the binary content; nil if it is damaged.
  private static func content(of text: String) throws(CryptoError) -> [UInt8]? {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
    guard let first = lines.firstIndex(of: "-----BEGINOPENSSHPRIVATEKEY-----"),
      let last = lines[first...].firstIndex(of: "-----ENDOPENSSHPRIVATEKEY-----")
    else {
      guard lines.contains(where: { $0.hasSuffix("PRIVATEKEY-----") }) else { return nil }
      throw CryptoError(
        .unusableKey(
          "the SSH key is not in OpenSSH's format; convert it: ssh-keygen -p -N '' -f FILE"))
    }
    return Base64.decode(lines[(first + 1)..<last].joined())
  }
}

/// A curve of ECDSA keys.
private struct Curve {
  let hash: NativeKey.Hash
  private let identifier: [UInt8]
  private let size: Int

  init(_ type: String) {
    switch type {
    case "ecdsa-sha2-nistp256":
      (hash, size) = (.sha256, 32)
      identifier = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    case "ecdsa-sha2-nistp384":
      (hash, size, identifier) = (.sha384, 48, [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22])
    default: (hash, size, identifier) = (.sha512, 66, [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23])
    }
  }

  /// Creates the key (`ECPrivateKey` of RFC 5915).
  func key(secret: [UInt8], point: [UInt8]) throws(CryptoError) -> NativeKey {
    guard let secret = secret.padded(to: size) else { throw CryptoError(.unreadableKey) }
    let der = DER.sequence([
      DER.integer([1]), DER.octets(secret), DER.context(0, identifier),
      DER.context(1, DER.bits(point)),
    ])
    return try NativeKey(privateKey: der, label: "EC PRIVATE KEY")
  }
}

extension NativeKey {
  /// Creates an Ed25519 key (RFC 8410), which must belong to the public key.
  static func ed25519(seed: [UInt8], publicKey: [UInt8]) throws(CryptoError) -> NativeKey {
    let algorithm: [UInt8] = [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70]
    let der = DER.sequence([DER.integer([0]), algorithm, DER.octets(DER.octets(seed))])
    let key = try NativeKey(privateKey: der)
    guard key.rawPublicKey == publicKey else { throw CryptoError(.unreadableKey) }
    return key
  }
}
