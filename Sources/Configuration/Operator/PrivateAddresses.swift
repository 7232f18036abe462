package import Addresses
import YAML

/// The allowed private and link-local addresses: the key `network.allow-private`.
package struct PrivateAddresses: Hashable, Sendable {
  /// In lowercase; IPv6 addresses have no brackets.
  package var hosts: [String] = []
  /// Networks whose addresses are allowed for any host name.
  package var networks: [AddressRange] = []

  /// Allows no private address.
  package init() {}
}

/// One entry of the list.
private enum Entry {
  case host(String)
  case network(AddressRange)

  init?(_ text: String) {
    if let network = AddressRange(text) {
      self = .network(network)
    } else if let host = hostName(text) {
      self = .host(host)
    } else {
      return nil
    }
  }
}

/// The section `network`.
private struct Network {
  var allowed: [Entry] = []
}

extension Shape where Value == PrivateAddresses {
  static var network: Shape {
    let entry = Shape<Entry>.parsed(
      "a host, an address such as 127.0.0.1 or a network such as 10.0.0.0/8, "
        + "and no port or pattern", Entry.init)
    let section = Shape<Network>.section(
      Network(), [Key("allow-private", \.allowed, .list(of: entry))])
    return section.map { network in
      var result = PrivateAddresses()
      for entry in network.allowed {
        switch entry {
        case .host(let host): result.hosts.append(host)
        case .network(let range): result.networks.append(range)
        }
      }
      return result
    }
  }
}

/// Normalizes a host: lowercase, and an IPv6 address without brackets.
///
/// - Returns: nil for an invalid host, such as `10.0.0.256`.
private func hostName(_ text: String) -> String? {
  let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
  let host = isBracketed ? String(text.dropFirst().dropLast()) : text
  let isRight =
    isBracketed || host.contains(":") ? addressBytes(host)?.count == 16 : isName(host)
  return isRight ? host.lowercased() : nil
}

/// Whether a text is a name, or an IPv4 address of four numbers.
private func isName(_ text: String) -> Bool {
  let labels = text.split(separator: ".", omittingEmptySubsequences: false)
  let areLabels = labels.allSatisfy { label in
    !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
  guard areLabels, let last = labels.last else { return false }
  return !last.allSatisfy(\.isNumber) || addressBytes(text)?.count == 4
}
