/// OpenPGP's text form of binary data (RFC 4880, section 6).
enum OpenPGPArmor {
  /// Returns the packets in a block; nil without a block, or if it is damaged.
  static func decode(_ text: String, label: String) -> [UInt8]? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0.filter { !$0.isWhitespace }) }
    let name = label.filter { $0 != " " }
    guard let first = lines.firstIndex(of: "-----BEGIN\(name)-----"),
      let last = lines[first...].firstIndex(of: "-----END\(name)-----"),
      // Headers such as `Comment:` end at an empty line.
      let start = lines[first..<last].firstIndex(of: "")
    else { return nil }
    var body = Array(lines[(start + 1)..<last])
    let sum = body.last.flatMap { $0.hasPrefix("=") ? Base64.decode(String($0.dropFirst())) : nil }
    if body.last?.hasPrefix("=") == true { body.removeLast() }
    guard let bytes = Base64.decode(body.joined()), sum.map({ $0 == checksum(bytes) }) ?? true
    else { return nil }
    return bytes
  }

  /// Writes a block with its checksum.
  static func encode(_ bytes: [UInt8], label: String) -> String {
    let lines = Base64.encode(bytes).lines(of: 64) + ["=" + Base64.encode(checksum(bytes))]
    return "-----BEGIN \(label)-----\n\n\(lines.joined(separator: "\n"))\n-----END \(label)-----\n"
  }

  /// The CRC-24 of RFC 4880, section 6.1.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var sum = 0xB704CE
    for byte in bytes {
      sum ^= Int(byte) << 16
      for _ in 0..<8 {
        sum <<= 1
        if sum & 0x100_0000 != 0 { sum ^= 0x186_4CFB }
      }
    }
    return sum.bigEndian(bytes: 3)
  }
}
