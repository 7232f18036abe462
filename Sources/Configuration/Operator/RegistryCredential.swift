package import Logging
import YAML

/// Who martlet is at a private registry or git server.
package struct RegistryCredential: Hashable, Sendable {
  /// What a registry asks for.
  package enum Credential: Hashable, Sendable {
    /// Sent as `Bearer`; to RubyGems and git as one half of a user and password.
    case token(Secret)
    /// Sent as `Basic` authentication.
    case password(user: String, Secret)
  }

  /// What a registry serves.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// npm's packuments.
    case npm = "npm-registry"
    /// The compact index of gems.
    case rubygems = "rubygems-server"
    /// Repositories over HTTP.
    case git
  }

  /// A prefix of the URLs that the credential is sent to; ends in a slash.
  package var url = ""
  /// Nil: the registry is named so that it may stand on a private address, or have scopes.
  package var credential: Credential?
  /// npm's scopes, each with its `@`, that are looked up here.
  package var scopes: [String] = []
  /// Nil: whatever asks for a URL below.
  package var kind: Kind?
  /// Packages of its own, which are on no public host; sources of advisories are not told of them.
  package var privatePackages: [NamePattern] = []
  /// The repositories that the credential serves; empty: all.
  package var repositories: [RepositoryPattern] = []

  /// Starts without a place.
  package init() {}
}

/// A registry as its keys are read, before they are judged together.
private struct RegistryKeys {
  var registry = RegistryCredential()
  var token: Secret?
  var username: String?
  var password: Secret?
}

extension Shape where Value == RegistryCredential {
  static var registryCredential: Shape {
    Shape<RegistryKeys>.section(
      RegistryKeys(),
      [
        Key("url", \.registry.url, .url, required: true),
        Key("type", \.registry.kind, .word),
        Key("token", \.token, .token),
        Key("username", \.username, .string("a user's name")),
        Key("password", \.password, .secret),
        Key("scopes", \.registry.scopes, .list(of: .scope)),
        Key("private-packages", \.registry.privatePackages, .list(of: .namePattern)),
        Key("repositories", \.registry.repositories, .list(of: .repository)),
      ]
    ).checked(agree).map(registry)
  }
}

extension Shape where Value == String {
  fileprivate static var scope: Shape {
    .parsed("an npm scope such as \"@acme\"") { text in
      text.hasPrefix("@") && text.utf8.count > 1 && !text.contains("/") ? text : nil
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

private func agree(_ keys: RegistryKeys, _ node: Node, _ decoding: inout Decoding) {
  if let token = node["token"], node["username"] != nil || node["password"] != nil {
    decoding.error("'token' excludes 'username' and 'password'", at: token)
  }
  if (node["username"] == nil) != (node["password"] == nil) {
    decoding.error("'username' and 'password' go together", at: node)
  }
  if let scopes = node["scopes"], let kind = keys.registry.kind, kind != .npm {
    decoding.error("'scopes' are for the type 'npm-registry' alone", at: scopes)
  }
  if let place = node["repositories"] {
    if place.elements?.isEmpty == true {
      decoding.error("expected at least one repository", at: place)
    } else if node["token"] == nil, node["password"] == nil {
      decoding.note("'repositories' has no effect without a credential", at: place)
    }
  }
  if let packages = node["private-packages"], keys.registry.kind == .git {
    decoding.error("'private-packages' are for registries of npm and RubyGems", at: packages)
  }
  if keys.registry.url.hasPrefix("http://"), node["token"] != nil || node["password"] != nil,
    let url = node["url"]
  {
    decoding.warn("the credential goes over the wire in the clear", at: url)
  }
}
