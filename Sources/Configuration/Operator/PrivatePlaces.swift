package import Addresses
import YAML

/// What may be spoken to on private and link-local addresses: the key `network.allow-private`.
package struct PrivatePlaces: Hashable, Sendable {
  /// In small letters, IPv6 addresses without brackets.
  package var hosts: [String] = []
  /// All addresses of these, whatever they are called.
  package var networks: [AddressRange] = []

  /// Starts with nothing.
  package init() {}
}

/// One entry of the list.
private enum Place {
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

/// The section `network` as it is read.
private struct Network {
  var allowed: [Place] = []
}

extension Shape where Value == PrivatePlaces {
  static var network: Shape {
    let place = Shape<Place>.parsed(
      "a host, an address such as 127.0.0.1 or a network such as 10.0.0.0/8, "
        + "and no port or pattern", Place.init)
    let section = Shape<Network>.section(
      Network(), [Key("allow-private", \.allowed, .list(of: place))])
    return section.map { network in
      var places = PrivatePlaces()
      for place in network.allowed {
        switch place {
        case .host(let host): places.hosts.append(host)
        case .network(let range): places.networks.append(range)
        }
      }
      return places
    }
  }
}

/// Reads a host as requests name it: in small letters, an IPv6 address without its brackets.
///
/// - Returns: nil for what can be no host of a URL, such as `10.0.0.256`.
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
