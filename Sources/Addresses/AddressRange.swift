import Libc

/// A network of IPv4 or IPv6 addresses, such as `10.0.0.0/8` or `fd00::/8` (RFC 4632, RFC 4291).
package struct AddressRange: Hashable, Sendable {
  /// The first address: 4 or 16 bytes.
  private let first: [UInt8]
  /// The number of leading bits that all addresses share.
  private let bits: Int

  /// Parses an address, a slash and the number of leading bits.
  ///
  /// Returns nil for any other text, and for an address with further bits, such as `10.0.0.1/8`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = addressBytes(String(parts[0])),
      parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let bits = Int(parts[1]),
      bits <= first.count * 8
    else { return nil }
    self.first = first
    self.bits = bits
    guard first.indices.allSatisfy({ first[$0] & ~mask(at: $0) == 0 }) else { return nil }
  }

  /// Creates a network from the first bytes of its addresses; missing bytes are zero.
  init(_ prefix: [UInt8], _ bits: Int, length: Int) {
    first = prefix + Array(repeating: 0, count: length - prefix.count)
    self.bits = bits
  }

  /// Returns whether the network contains an address.
  ///
  /// - Parameter address: 4 or 16 bytes; an IPv4 address can be mapped to an IPv6 address (RFC 4291
  ///   section 2.5.5.2).
  /// - Returns: whether all leading bits are the same.
  package func contains(_ address: [UInt8]) -> Bool {
    let isMapped = first.count == 4 && address.starts(with: Self.mapped) && address.count == 16
    let address = isMapped ? Array(address[12...]) : address
    guard address.count == first.count else { return false }
    return first.indices.allSatisfy { address[$0] & mask(at: $0) == first[$0] }
  }

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  /// Returns the bits of a byte that are part of the prefix.
  private func mask(at index: Int) -> UInt8 {
    let left = min(max(bits - 8 * index, 0), 8)
    return UInt8(truncatingIfNeeded: 0xFF00 >> left)
  }
}

/// Parses an IPv4 address of four numbers or an IPv6 address; returns nil for anything else.
package func addressBytes(_ text: String) -> [UInt8]? {
  var four = in_addr()
  if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
  var six = in6_addr()
  if inet_pton(AF_INET6, text, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
  return nil
}
