package import Ecosystem
package import Logging
import YAML

/// The credential for a private registry or git server.
package struct RegistryCredential: Hashable, Sendable {
  /// A credential, as registries accept it.
  package enum Credential: Hashable, Sendable {
    /// Sent as the kind of registry requires.
    case token(Secret)
    /// Sent as basic authentication.
    case password(user: String, Secret)
  }

  /// The prefix of the URLs that the credential is sent to, ending in a slash.
  package var url = ""
  /// Nil if the entry only allows a private address or assigns scopes.
  package var credential: Credential?
  /// The name scopes that are looked up here, such as `@acme`.
  package var scopes: [String] = []
  /// The repositories for whose packages without a scope this registry is asked, unless their own files
  /// name one.
  package var defaultFor: [RepositoryPattern] = []
  /// The protocol; nil if the credential is for all requests below the URL.
  package var kind: RegistryKind?
  /// Packages that are on no public host; their names are never sent to a source of advisories.
  package var privatePackages: [NamePattern] = []
  /// The path of a client certificate in PEM; nil: none is presented.
  package var certificate: String?
  /// The path of the certificate's private key in PEM.
  package var certificateKey: String?
  /// The URL below which a server of tokens gets the credential, besides the registry's own host; nil:
  /// none.
  package var tokenURL: String?
  /// The repositories that may use the credential and the certificate; empty: all.
  package var repositories: [RepositoryPattern] = []

  /// Creates an entry without a URL.
  package init() {}

  /// Whether it has anything that only some repositories may use.
  package var isSecret: Bool { credential != nil || certificate != nil }

  /// Removes the credential and the certificate.
  package mutating func close() {
    credential = nil
    certificate = nil
    certificateKey = nil
  }
}

/// The keys of an entry, before they are combined.
private struct RegistryKeys {
  var registry = RegistryCredential()
  var token: Secret?
  var username: String?
  var password: Secret?
}

extension Shape where Value == RegistryCredential {
  static func registryCredential(_ ecosystems: EcosystemCatalog) -> Shape {
    let kinds = ecosystems.registries
    return Shape<RegistryKeys>.section(
      RegistryKeys(),
      [
        Key("url", \.registry.url, .url, required: true),
        Key("type", \.registry.kind, .word(kinds)),
        Key("token", \.token, .token),
        Key("username", \.username, .string("a user's name")),
        Key("password", \.password, .secret),
        Key("client-certificate", \.registry.certificate, .string("a file")),
        Key("client-key", \.registry.certificateKey, .string("a file")),
        Key("token-url", \.registry.tokenURL, .url),
        Key("scopes", \.registry.scopes, .list(of: .scope(kinds))),
        Key("default-for", \.registry.defaultFor, .list(of: .repository)),
        Key("private-packages", \.registry.privatePackages, .list(of: .namePattern)),
        Key("repositories", \.registry.repositories, .list(of: .repository)),
      ]
    ).checked { keys, node, decoding in
      checkRegistry(keys, node, kinds, &decoding)
    }.map(registry)
  }
}

extension Shape where Value == RegistryKind {
  static func word(_ kinds: [RegistryKind]) -> Shape {
    word(Dictionary(kinds.map { ($0.type, $0) }) { first, _ in first })
  }
}

extension Shape where Value == String {
  fileprivate static func scope(_ kinds: [RegistryKind]) -> Shape {
    let scopes = kinds.compactMap(\.scope)
    return .parsed(scopes.map(\.expectation).joined(separator: " or ")) { text in
      scopes.contains { $0.accepts(text) } ? text : nil
    }
  }
}

private func registry(_ keys: RegistryKeys) -> RegistryCredential {
  var registry = keys.registry
  if !registry.url.hasSuffix("/") { registry.url += "/" }
  if let token = keys.token {
    registry.credential = .token(token)
  } else if let user = keys.username, let password = keys.password {
    registry.credential = .password(user: user, password)
  }
  return registry
}

private func checkRegistry(
  _ keys: RegistryKeys, _ node: Node, _ kinds: [RegistryKind], _ decoding: inout Decoding
) {
  if let token = node["token"], node["username"] != nil || node["password"] != nil {
    decoding.error("'token' excludes 'username' and 'password'", at: token)
  }
  if (node["username"] == nil) != (node["password"] == nil) {
    decoding.error("'username' and 'password' go together", at: node)
  }
  if (node["client-certificate"] == nil) != (node["client-key"] == nil) {
    decoding.error("'client-certificate' and 'client-key' go together", at: node)
  }
  for name in ["scopes", "default-for"] {
    guard let value = node[name], let kind = keys.registry.kind, kind.scope == nil else { continue }
    let types = kinds.filter { $0.scope != nil }.map { "'\($0.type)'" }
    let verb = name == "scopes" ? "are" : "is"
    decoding.error(
      "'\(name)' \(verb) for the type \(types.joined(separator: ", ")) alone", at: value)
  }
  if let value = node["repositories"] {
    if value.elements?.isEmpty == true {
      decoding.error("expected at least one repository", at: value)
    } else if node["token"] == nil, node["password"] == nil, node["client-key"] == nil {
      decoding.note("'repositories' has no effect without a credential", at: value)
    }
  }
  if let value = node["token-url"], node["token"] == nil, node["password"] == nil {
    decoding.note("'token-url' has no effect without a credential", at: value)
  }
  if let packages = node["private-packages"], let kind = keys.registry.kind,
    kind.displayName == nil
  {
    let names = kinds.compactMap(\.displayName).sorted()
    decoding.error(
      "'private-packages' are for registries of \(names.joined(separator: " and "))", at: packages)
  }
  if keys.registry.url.hasPrefix("http://"), node["token"] != nil || node["password"] != nil,
    let url = node["url"]
  {
    decoding.warn("the credential goes over the wire in the clear", at: url)
  }
}
