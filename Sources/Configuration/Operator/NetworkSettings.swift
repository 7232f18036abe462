import Text
package import Logging
import YAML

/// The proxies for requests, from the key `proxy` or the environment.
package struct ProxySettings: Hashable, Sendable {
  /// The URL of the proxy for `http` URLs; it can contain a user and password.
  package var http: Secret?
  /// The URL of the proxy for `https` URLs.
  package var https: Secret?
  /// Hosts, domains, addresses and networks that are reached without a proxy.
  package var noProxy: [String] = []

  /// Creates settings without proxies.
  package init() {}
}

/// An environment variable with an invalid proxy URL.
package struct ProxyVariableError: Error, Hashable, Sendable {
  /// The name of the variable.
  package var name: String

  /// Names a variable.
  package init(name: String) {
    self.name = name
  }
}

extension ProxySettings {
  /// Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`; names in lowercase take precedence, as in curl.
  ///
  /// - Parameter environment: returns the value of a variable, or nil.
  /// - Throws: `ProxyVariableError` for an invalid URL, without its text, which can contain a password.
  package init(
    environment: (_ name: String) -> String?
  ) throws(ProxyVariableError) {
    func value(_ name: String) -> (name: String, text: String)? {
      for name in [name.lowercased(), name] {
        if let text = environment(name), !text.isEmpty { return (name, text) }
      }
      return nil
    }
    func proxy(_ name: String) throws(ProxyVariableError) -> Secret? {
      guard let (name, text) = value(name) else { return nil }
      guard let url = normalizedProxy(text) else { throw ProxyVariableError(name: name) }
      return Secret(url)
    }
    http = try proxy("HTTP_PROXY")
    https = try proxy("HTTPS_PROXY")
    noProxy = exceptions(value("NO_PROXY")?.text ?? "")
  }

  /// The URLs and the passwords in them, which are masked in every output.
  package var secrets: [Secret] {
    [http, https].compactMap(\.self).flatMap { proxy in
      let authority = proxy.reveal().slashParts(maxSplits: 1).last ?? ""
      guard let at = authority.lastIndex(of: "@") else { return [Secret]() }
      let user = authority[..<at].drop { $0 == "/" }
      let password = user.firstIndex(of: ":").map { user[user.index(after: $0)...] } ?? user
      return [proxy, Secret(String(password))]
    }
  }
}

/// Returns a proxy's URL with a scheme and a port; nil if it is invalid.
///
/// Without a port, curl would use 1080, unlike other tools.
private func normalizedProxy(_ text: String) -> String? {
  let url = text.contains("://") ? text : "http://\(text)"
  let scheme = url.prefix { $0 != ":" }.lowercased()
  guard scheme == "http" || scheme == "https", url.utf8.count <= 2048,
    url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
  else { return nil }
  let authority = url.dropFirst(scheme.utf8.count + 3).prefix { !"/?#".contains($0) }
  let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
  guard !host.isEmpty, host.first != ":" else { return nil }
  let hasPort = host.hasSuffix("]") ? false : host.contains(":")
  return "\(scheme)://\(authority)" + (hasPort ? "" : scheme == "https" ? ":443" : ":80")
}

private func exceptions(_ text: String) -> [String] {
  text.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
}

extension Shape where Value == ProxySettings {
  static var proxy: Shape {
    section(
      ProxySettings(),
      [
        Key("http", \.http, .proxyURL), Key("https", \.https, .proxyURL),
        Key("no-proxy", \.noProxy, .list(of: .string("a host, a domain or a network"))),
      ])
  }
}

extension Shape where Value == Secret {
  /// The URL of a proxy, which can contain a password.
  fileprivate static var proxyURL: Shape {
    let what = "a URL such as http://proxy.example:3128"
    return Shape(type: .string) { node, decoding in
      guard let text = decoding.scalar(node, expecting: what, hidden: true) else { return nil }
      if text.isOpen { return Secret(text.text) }
      guard let url = normalizedProxy(text.text) else {
        decoding.expected(what, node, hidden: true)
        return nil
      }
      return Secret(url)
    }
  }
}

/// The key `tls`.
package struct TLSSettings: Hashable, Sendable {
  /// A PEM file of certificate authorities; nil: `SSL_CERT_FILE`, or the system's.
  package var authorities: String?

  /// Creates settings that trust the system's authorities.
  package init() {}
}

extension Shape where Value == TLSSettings {
  static var tls: Shape {
    section(TLSSettings(), [Key("ca-file", \.authorities, .string("a file"))])
  }
}
