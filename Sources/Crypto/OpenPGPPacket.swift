/// A packet of OpenPGP (RFC 4880, section 4).
struct OpenPGPPacket {
  /// The kinds of packets that matter for signing.
  enum Tag: Int {
    case signature = 2
    case secretKey = 5
    case secretSubkey = 7
    case userID = 13
  }

  /// Nil for other kinds.
  var tag: Tag?
  var body: [UInt8]

  static let unreadable = CryptoError(
    .unusableKey("it is not a secret key as gpg --armor --export-secret-keys writes it"))

  /// Reads all packets.
  static func all(in bytes: [UInt8]) throws(CryptoError) -> [OpenPGPPacket] {
    var reader = ByteReader(bytes, truncated: unreadable)
    var packets: [OpenPGPPacket] = []
    while !reader.isAtEnd { packets.append(try OpenPGPPacket(&reader)) }
    return packets
  }

  private init(_ reader: inout ByteReader) throws(CryptoError) {
    let head = Int(try reader.byte())
    guard head & 0x80 != 0 else { throw Self.unreadable }
    if head & 0x40 != 0 {
      tag = Tag(rawValue: head & 0x3F)
      body = try reader.take(try Self.length(&reader))
    } else {
      tag = Tag(rawValue: head >> 2 & 0x0F)
      guard head & 3 != 3 else { throw Self.unreadable }
      body = try reader.take(try reader.number(bytes: 1 << (head & 3)))
    }
  }

  /// Reads a length in the new format; parts of unknown number aren't read.
  static func length(_ reader: inout ByteReader) throws(CryptoError) -> Int {
    let first = Int(try reader.byte())
    switch first {
    case ..<192: return first
    case ..<224: return (first - 192) << 8 + Int(try reader.byte()) + 192
    case 255: return try reader.number(bytes: 4)
    default: throw unreadable
    }
  }

  /// Reads a length of a part of a signature, which has two bytes for every first byte below 255.
  static func partLength(_ reader: inout ByteReader) throws(CryptoError) -> Int {
    let first = Int(try reader.byte())
    switch first {
    case ..<192: return first
    case 255: return try reader.number(bytes: 4)
    default: return (first - 192) << 8 + Int(try reader.byte()) + 192
    }
  }

  /// Writes a packet in the new format.
  static func encode(_ tag: Tag, _ body: [UInt8]) -> [UInt8] {
    [UInt8(0xC0 | tag.rawValue), 255] + body.count.bigEndian(bytes: 4) + body
  }
}

/// What a key's own signature says about it.
struct OpenPGPCertification {
  enum Kind {
    /// It describes the primary key, for a user or directly.
    case primary
    /// It describes a subkey.
    case subkey
    case revocation
    case other
  }

  var kind = Kind.other
  var created = 0
  /// Seconds from the creation of the key; nil: it doesn't expire.
  var lifetime: Int?
  /// Whether the key may sign; nil if that isn't said.
  var maySign: Bool?
  /// Whether its user is the main one.
  var isMainUser = false
  /// The identifier of the key that made it.
  var issuer: [UInt8] = []

  /// Reads a signature of version 4; nil for other versions.
  init?(_ body: [UInt8]) throws(CryptoError) {
    var reader = ByteReader(body, truncated: OpenPGPPacket.unreadable)
    guard try reader.byte() == 4 else { return nil }
    switch try reader.byte() {
    case 0x10...0x13, 0x1F: kind = .primary
    case 0x18: kind = .subkey
    case 0x20, 0x28: kind = .revocation
    default: break
    }
    _ = try reader.take(2)
    try read(try reader.take(reader.number(bytes: 2)))
    try read(try reader.take(reader.number(bytes: 2)))
  }

  private mutating func read(_ parts: [UInt8]) throws(CryptoError) {
    var reader = ByteReader(parts, truncated: OpenPGPPacket.unreadable)
    while !reader.isAtEnd {
      var part = ByteReader(
        try reader.take(try OpenPGPPacket.partLength(&reader)), truncated: OpenPGPPacket.unreadable)
      switch try part.byte() & 0x7F {
      case 2: created = try part.number(bytes: 4)
      case 9:
        let seconds = try part.number(bytes: 4)
        lifetime = seconds == 0 ? nil : seconds
      case 16: issuer = part.takeAll()
      case 25: isMainUser = try part.byte() != 0
      case 27: maySign = (part.takeAll().first ?? 0) & 0x02 != 0
      default: break
      }
    }
  }
}
