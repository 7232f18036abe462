/// A secret key that GnuPG exported, for signatures as `gpg --detach-sign --armor` makes them.
///
///     let key = try OpenPGPSigningKey(text, at: now)
///     let signature = try key.signature(of: commit, at: now)  // -----BEGIN PGP SIGNATURE-----
///
/// Keys are of version 4 with Ed25519 or RSA, and without a passphrase. Of several keys that may sign
/// the newest subkey does, as in GnuPG.
package struct OpenPGPSigningKey: Sendable {
  /// `Name (comment) <email>` of the main user; nil if the file has no user.
  package let userID: String?
  private let key: NativeKey
  private let isRSA: Bool
  private let algorithm: Int
  private let fingerprint: [UInt8]
  private let created: Int

  /// Reads a key.
  ///
  /// - Parameters:
  ///   - text: the export.
  ///   - seconds: the time at which the key must be valid, since 1970.
  /// - Throws: `CryptoError`, `.unusableKey` with the reason if no key of the file can sign.
  package init(_ text: String, at seconds: Int64) throws(CryptoError) {
    guard let bytes = OpenPGPArmor.decode(text, label: "PGP PRIVATE KEY BLOCK") else {
      throw OpenPGPPacket.unreadable
    }
    let file = try OpenPGPKeyFile(OpenPGPPacket.all(in: bytes))
    userID = file.userID
    let chosen = try file.signingKey(at: Int(seconds))
    (algorithm, fingerprint) = (chosen.algorithm, chosen.fingerprint)
    created = chosen.created
    switch chosen.secret {
    case .ed25519(let seed, let open):
      (key, isRSA) = (try .ed25519(seed: seed, publicKey: open), false)
    case .rsa(let parts): (key, isRSA) = (try parts.key(), true)
    case .none: throw OpenPGPPacket.unreadable
    }
  }

  /// Signs a message with SHA-512 (RFC 4880, section 5.2).
  ///
  /// - Parameters:
  ///   - message: the bytes as they are.
  ///   - seconds: the time of the signature since 1970.
  /// - Returns: the armored signature.
  /// - Throws: `CryptoError`.
  package func signature(
    of message: [UInt8], at seconds: Int64
  ) throws(CryptoError) -> String {
    let time = max(Int(seconds), created)
    let parts = Self.part(33, [4] + fingerprint) + Self.part(2, time.bigEndian(bytes: 4))
    // Version 4, of a document, this algorithm, SHA-512.
    let head = [4, 0, UInt8(algorithm), 10] + parts.count.bigEndian(bytes: 2) + parts
    let signed = message + head + [4, 0xFF] + head.count.bigEndian(bytes: 4)
    let digest = Digest(.sha512, of: signed).bytes
    let issuer = Self.part(16, Array(fingerprint.suffix(8)))
    let body =
      head + issuer.count.bigEndian(bytes: 2) + issuer + Array(digest.prefix(2))
      + (try numbers(of: signed, digest))
    return OpenPGPArmor.encode(
      OpenPGPPacket.encode(.signature, body), label: "PGP SIGNATURE")
  }

  private func numbers(
    of message: [UInt8], _ digest: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    if isRSA { return Self.number(try key.signature(of: message, hash: .sha512)) }
    // EdDSA of OpenPGP signs the digest.
    let both = try key.signature(of: digest, hash: .none)
    return Self.number(Array(both.prefix(32))) + Self.number(Array(both.suffix(32)))
  }

  private static func part(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
    [UInt8(content.count + 1), kind] + content
  }

  private static func number(_ bytes: [UInt8]) -> [UInt8] {
    let short = bytes.withoutLeadingZeros
    let bits = short.count * 8 - (short.first?.leadingZeroBitCount ?? 0)
    return bits.bigEndian(bytes: 2) + short
  }
}

/// The keys of a file and what they say about themselves.
private struct OpenPGPKeyFile {
  private struct Entry {
    var key: OpenPGPKeyMaterial
    var certification: OpenPGPCertification?
    var isRevoked = false

    func isExpired(at seconds: Int) -> Bool {
      certification?.lifetime.map { key.created + $0 <= seconds } ?? false
    }

    mutating func add(_ found: OpenPGPCertification) {
      if found.kind == .revocation { isRevoked = true }
      guard [.primary, .subkey].contains(found.kind) else { return }
      if found.created >= certification?.created ?? 0 { certification = found }
    }
  }

  private(set) var userID: String?
  private var entries: [Entry] = []

  init(_ packets: [OpenPGPPacket]) throws(CryptoError) {
    guard packets.first?.tag == .secretKey else { throw OpenPGPPacket.unreadable }
    var user: String?
    for packet in packets {
      switch packet.tag {
      case .secretKey:
        guard entries.isEmpty else {
          throw CryptoError(.unusableKey("the file has several OpenPGP keys; export one of them"))
        }
        entries.append(Entry(key: try OpenPGPKeyMaterial(packet.body)))
      case .secretSubkey: entries.append(Entry(key: try OpenPGPKeyMaterial(packet.body)))
      case .userID:
        user = String(decoding: packet.body, as: UTF8.self)
        userID = userID ?? user
      case .signature:
        guard let found = try OpenPGPCertification(packet.body),
          // Others may have certified the key, too.
          found.issuer.isEmpty || found.issuer == entries[0].key.identifier
        else { continue }
        if found.isMainUser, entries.count == 1 { userID = user ?? userID }
        entries[entries.count - 1].add(found)
      case nil: break
      }
    }
  }

  /// Returns the key that signs.
  func signingKey(at seconds: Int) throws(CryptoError) -> OpenPGPKeyMaterial {
    let subkeys = entries.dropFirst().filter { $0.certification?.maySign == true }
      .sorted { $0.key.created > $1.key.created }
    let primary = entries.prefix(1).filter { $0.certification?.maySign != false }
    var reason = "no key of the file may sign"
    for entry in subkeys + primary {
      guard let obstacle = obstacle(to: entry, at: seconds) else {
        return entry.key
      }
      reason = obstacle
    }
    throw CryptoError(.unusableKey(reason))
  }

  private func obstacle(to entry: Entry, at seconds: Int) -> String? {
    if entry.isRevoked { return "the OpenPGP key is revoked" }
    if entry.isExpired(at: seconds) { return "the OpenPGP key has expired" }
    guard case .none(let obstacle) = entry.key.secret else { return nil }
    switch obstacle {
    case .protected:
      return "the OpenPGP key has a passphrase; remove it from a copy (gpg --edit-key NAME passwd) "
        + "and export that"
    case .missingSecret: return "the file lacks the secret part of the OpenPGP key that signs"
    case .algorithm(let name):
      return "an OpenPGP key of \(name) can't sign here; use Ed25519 or RSA"
    }
  }
}
