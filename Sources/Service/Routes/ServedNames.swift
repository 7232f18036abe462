import Addresses
import HTTPServer

/// The names under which browsers may reach the pages.
///
/// A web page can change the address of its own name to that of this service ("DNS rebinding"), and
/// then read what the service answers. Such a request has the name of the web page in `Host`.
///
///     let names = ServedNames(listen: "0.0.0.0", publicURLs: ["https://martlet.acme.dev"])
///     names.includes("martlet.acme.dev")  // true
///     names.includes("evil.example:8080")  // false
package struct ServedNames: Hashable, Sendable {
  /// The names in lowercase.
  private let names: Set<String>
  /// The public URLs' schemes, hosts and ports, as in `Origin`.
  private let origins: Set<String>

  /// Creates the names of a service.
  ///
  /// - Parameters:
  ///   - listen: the host of the address that the service listens on.
  ///   - publicURLs: the addresses under which people reach it; with a proxy in front, the proxy's.
  package init(listen: String = "127.0.0.1", publicURLs: [String] = []) {
    let origins = publicURLs.compactMap(Self.origin)
    self.origins = Set(origins)
    let hosts = origins.compactMap { origin in
      origin.firstRange(of: "://").flatMap { Self.host(origin[$0.upperBound...]) }
    }
    names = Set(hosts + ["localhost", listen.lowercased()])
  }

  /// Returns whether a value of `Host` is a name of the service, or an address.
  ///
  /// An address can't be rebound. The port isn't compared, because proxies and published ports of
  /// containers change it.
  package func includes(_ host: String) -> Bool {
    guard let name = Self.host(host.lowercased()[...]) else { return false }
    return names.contains(name) || addressBytes(name) != nil
  }

  /// Returns whether a value of `Origin` is a page of the service itself.
  ///
  /// - Parameters:
  ///   - origin: such as `https://martlet.acme.dev`, or `null`.
  ///   - host: the value of `Host`, whose pages have the same origin.
  /// - Returns: false for `null` and for other sites.
  package func includes(origin: String, at host: String) -> Bool {
    guard let origin = Self.origin(origin), includes(host) else { return false }
    return origins.contains(origin) || origin == "http://\(host.lowercased())"
      || origin == "https://\(host.lowercased())"
  }

  /// `scheme://host:port` in lowercase, without a path; nil for other texts.
  private static func origin(_ url: String) -> String? {
    let url = url.lowercased()
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let rest = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return rest.isEmpty || rest.contains("@") ? nil : String(url[..<scheme.upperBound] + rest)
  }

  /// A host without its port, and an IPv6 address without brackets; nil for anything else.
  private static func host(_ text: Substring) -> String? {
    let isBracketed = text.first == "["
    let name = isBracketed ? text.dropFirst().prefix { $0 != "]" } : text.prefix { $0 != ":" }
    let rest = text[name.endIndex...].dropFirst(isBracketed ? 1 : 0)
    let isPort = rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber)
    return rest.isEmpty || isPort ? String(name) : nil
  }
}
