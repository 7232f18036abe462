private import Addresses
package import Logging
import Text

/// The proxies for requests, and the hosts that are reached without one.
///
///     let proxies = Proxies(https: Secret("http://proxy.acme.dev:3128"), exceptions: [".acme.dev"])
package struct Proxies: Hashable, Sendable {
  /// The URL of the proxy for `http` URLs; it can contain a user and password.
  package var http: Secret?
  /// The URL of the proxy for `https` URLs, through which connections are tunneled.
  package var https: Secret?
  /// Hosts, domains, addresses, networks such as `10.0.0.0/8`, or `*` for all hosts.
  ///
  /// `acme.dev` and `.acme.dev` include all hosts below the domain, as in curl; a port restricts an
  /// exception to it.
  package var exceptions: [String]

  /// Creates a value; by default requests use no proxy.
  package init(http: Secret? = nil, https: Secret? = nil, exceptions: [String] = []) {
    self.http = http
    self.https = https
    self.exceptions = exceptions
  }

  /// Returns the URL of the proxy for an origin, or nil.
  package func proxy(for origin: Origin) -> Secret? {
    guard let proxy = origin.scheme == "https" ? https : http else { return nil }
    return exceptions.contains { Self.covers($0, origin) } ? nil : proxy
  }

  private static func covers(_ exception: String, _ origin: Origin) -> Bool {
    let text = exception.lowercased()
    if text == "*" { return true }
    if let range = AddressRange(text) {
      return addressBytes(origin.bareHost).map(range.contains) ?? false
    }
    if let address = addressBytes(text.filter { $0 != "[" && $0 != "]" }) {
      return addressBytes(origin.bareHost) == address
    }
    let parts = text.split(separator: ":", maxSplits: 1)
    guard let first = parts.first,
      parts.count == 1 || parts[1].number(in: 0...65_535) == origin.port
    else {
      return false
    }
    let domain = first.drop { $0 == "*" }.drop { $0 == "." }
    return origin.bareHost == domain || origin.bareHost.hasSuffix(".\(domain)")
  }

  /// The scheme, host and port of a proxy's URL, without its user and password.
  static func shown(_ proxy: Secret) -> String {
    let url = proxy.reveal()
    guard let scheme = url.firstRange(of: "://") else { return "the proxy" }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    return "\(url[..<scheme.upperBound])\(host ?? authority)"
  }
}
