/// Addresses that are not globally reachable.
///
/// The tables are IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890 and later). A
/// repository's file must not direct a request to such an address, for example of a metadata
/// service. HTTP and git use the same tables.
package enum PrivateAddress {
  /// Returns whether an address is private: 4 or 16 bytes; any other length counts as private.
  package static func contains(_ address: [UInt8]) -> Bool {
    switch address.count {
    case 4: ranges4.contains { $0.contains(address) }
    case 16: embedded(in: address).map(contains) ?? isPrivate6(address)
    default: true
    }
  }

  private static let ranges4 = [
    four([0], 8), four([10], 8), four([100, 64], 10), four([127], 8), four([169, 254], 16),
    four([172, 16], 12), four([192, 0, 0], 24), four([192, 0, 2], 24),
    four([192, 88, 99], 24), four([192, 168], 16), four([198, 18], 15),
    four([198, 51, 100], 24), four([203, 0, 113], 24), four([224], 4), four([240], 4),
  ]

  private static func four(_ prefix: [UInt8], _ bits: Int) -> AddressRange {
    AddressRange(prefix, bits, length: 4)
  }

  private static func six(_ prefix: [UInt8], _ bits: Int) -> AddressRange {
    AddressRange(prefix, bits, length: 16)
  }

  /// IANA allocates 2000::/3 only; nothing outside is globally reachable.
  private static let global6 = six([0x20], 3)

  private static let ranges6 = [
    // Teredo, benchmarks, ORCHID and their neighbours; documentation (old and new).
    six([0x20, 0x01, 0x00], 23), six([0x20, 0x01, 0x0d, 0xb8], 32), six([0x3f, 0xff], 20),
  ]

  private static func isPrivate6(_ address: [UInt8]) -> Bool {
    !global6.contains(address) || ranges6.contains { $0.contains(address) }
  }

  /// The IPv4 address inside an IPv6 one: mapped, compatible, NAT64 (RFC 6052) and 6to4.
  private static func embedded(in address: [UInt8]) -> [UInt8]? {
    let mapped = six([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96)
    let compatible = six([], 96)
    let translated = six([0x00, 0x64, 0xff, 0x9b], 96)
    if [mapped, compatible, translated].contains(where: { $0.contains(address) }) {
      return Array(address[12..<16])
    }
    return six([0x20, 0x02], 16).contains(address) ? Array(address[2..<6]) : nil
  }
}
