/// Tells addresses of the open Internet from those that only mean something nearby.
///
/// The tables are IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890 and later); what is
/// not globally reachable counts as private, so that a repository's file cannot lead a request to
/// a metadata service or a neighbour.
enum PrivateAddress {
  /// Judges the four bytes of an IPv4 address or the sixteen of an IPv6 one; others are private.
  static func contains(_ address: [UInt8]) -> Bool {
    switch address.count {
    case 4: ranges4.contains { $0.contains(address) }
    case 16: embedded(in: address).map(contains) ?? isPrivate6(address)
    default: true
    }
  }

  /// Leading bits that a group of addresses shares.
  private struct Range {
    var prefix: [UInt8]
    var bits: Int

    init(_ prefix: [UInt8], _ bits: Int) {
      self.prefix = prefix
      self.bits = bits
    }

    func contains(_ address: [UInt8]) -> Bool {
      (0..<bits).allSatisfy { bit in
        let mask: UInt8 = 0x80 >> UInt8(bit % 8)
        let wanted = bit / 8 < prefix.count ? prefix[bit / 8] : 0
        return address[bit / 8] & mask == wanted & mask
      }
    }
  }

  private static let ranges4 = [
    Range([0], 8), Range([10], 8), Range([100, 64], 10), Range([127], 8), Range([169, 254], 16),
    Range([172, 16], 12), Range([192, 0, 0], 24), Range([192, 0, 2], 24),
    Range([192, 88, 99], 24), Range([192, 168], 16), Range([198, 18], 15),
    Range([198, 51, 100], 24), Range([203, 0, 113], 24), Range([224], 4), Range([240], 4),
  ]

  /// IANA gives out 2000::/3 alone; what lies outside reaches nobody in public.
  private static let global6 = Range([0x20], 3)

  private static let ranges6 = [
    // Teredo, benchmarks, ORCHID and their neighbours; documentation (old and new).
    Range([0x20, 0x01, 0x00], 23), Range([0x20, 0x01, 0x0d, 0xb8], 32), Range([0x3f, 0xff], 20),
  ]

  private static func isPrivate6(_ address: [UInt8]) -> Bool {
    !global6.contains(address) || ranges6.contains { $0.contains(address) }
  }

  /// The IPv4 address that is reached in the end: mapped, compatible, NAT64 (RFC 6052) and 6to4.
  private static func embedded(in address: [UInt8]) -> [UInt8]? {
    let mapped = Range([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96)
    let compatible = Range([], 96)
    let translated = Range([0x00, 0x64, 0xff, 0x9b], 96)
    if [mapped, compatible, translated].contains(where: { $0.contains(address) }) {
      return Array(address[12..<16])
    }
    return Range([0x20, 0x02], 16).contains(address) ? Array(address[2..<6]) : nil
  }
}
