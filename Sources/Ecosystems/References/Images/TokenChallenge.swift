import Text

/// A `WWW-Authenticate: Bearer realm="…",service="…"` of a registry.
struct TokenChallenge: Hashable, Sendable {
  /// The address of the server that gives tokens.
  var realm: String
  /// The name of the registry for that server.
  var service: String?

  /// Parses the value of the header; nil for another scheme, or without an https address.
  ///
  /// Registries on loopback use http.
  init?(_ value: String) {
    guard value.lowercased().hasPrefix("bearer ") else { return nil }
    var parameters: [String: String] = [:]
    var rest = value.dropFirst("bearer ".count)
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].drop { $0 == " " || $0 == "," }.lowercased()
      rest = rest[rest.index(after: equals)...]
      let isQuoted = rest.first == "\""
      if isQuoted { rest = rest.dropFirst() }
      let content = rest.prefix { isQuoted ? $0 != "\"" : $0 != "," }
      parameters[name] = String(content)
      rest = rest[content.endIndex...].dropFirst()
    }
    guard let realm = parameters["realm"],
      realm.hasPrefix("https://") || realm.hasPrefix("http://")
    else { return nil }
    self.realm = realm
    service = parameters["service"]
  }

  /// The address of a token for a scope.
  func url(scope: String) -> String {
    var query = ["scope=\(PercentEncoding.component.encode(scope))"]
    if let service { query.insert("service=\(PercentEncoding.component.encode(service))", at: 0) }
    return realm + (realm.contains("?") ? "&" : "?") + query.joined(separator: "&")
  }
}
