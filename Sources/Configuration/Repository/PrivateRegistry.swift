import Logging
package import Text
import YAML

/// A registry that a repository's file names.
///
/// Its credentials stand in Dependabot's store of secrets, which martlet cannot see: the operator's
/// file has them, by the registry's URL.
package struct PrivateRegistry: FilePart, Sendable {
  /// Its key in `registries`, by which entries name it.
  package var name = ""
  /// What is wrong with it, for which entries that name it are not used.
  package var fault: Finding?
  /// Such as `npm-registry`, `rubygems-server` or `git`.
  package var type = ""
  /// Nil only for types that martlet has no use for.
  package var url: String?
  /// Whether it is to stand in for the public registry, which a mirror of the operator's does.
  package var replacesBase = false
  /// Where it stands.
  package var location = Location(file: "", line: 1, column: 1)

  /// Starts without a name.
  package init() {}

  /// Whether one of martlet's ecosystems can use it.
  var isServed: Bool { served.contains(type) }
}

extension PrivateRegistry {
  /// Whether a registry of the operator's file is meant for it: its URL lies below that one's.
  func isKnown(to operators: [RegistryCredential]) -> Bool {
    guard let url else { return false }
    let own = Self.normal(url)
    return operators.contains { own.hasPrefix(Self.normal($0.url)) }
  }

  /// Whether a registry of the operator's file is meant, or a part of it, or what it is a part of.
  func concerns(_ registry: RegistryCredential) -> Bool {
    let isOfItsKind = registry.kind == nil || type.isEmpty || registry.kind?.rawValue == type
    guard let url, isOfItsKind else { return false }
    let (own, other) = (Self.normal(url), Self.normal(registry.url))
    return own.hasPrefix(other) || other.hasPrefix(own)
  }

  /// The URL with small letters in scheme and host and a slash at its end; `https` where it has no
  /// scheme, as Dependabot reads it.
  private static func normal(_ url: String) -> String {
    let whole = url.contains("://") ? url : "https://" + url
    let steps = whole.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let head = steps.prefix(3).joined(separator: "/").lowercased()
    let path = steps.count > 3 ? String(steps[3]) : ""
    return path.isEmpty || path.hasSuffix("/") ? "\(head)/\(path)" : "\(head)/\(path)/"
  }
}

/// The types that martlet's ecosystems can use.
private let served = ["git", "npm-registry", "rubygems-server"]

/// The types of other ecosystems.
private let others = [
  "cargo-registry", "composer-repository", "docker-registry", "goproxy-server", "helm-registry",
  "hex-organization", "hex-repository", "maven-repository", "nuget-feed", "pub-repository",
  "python-index", "terraform-registry",
]

extension Shape where Value == PrivateRegistry {
  static var privateRegistry: Shape {
    let types = Dictionary((served + others).map { ($0, $0) }) { first, _ in first }
    return section(
      PrivateRegistry(),
      [
        Key("type", \.type, .word(types), required: true),
        Key("url", \.url, .string),
        Key("replaces-base", \.replacesBase, .bool),
      ] + credentials
    ).checked(judge).located
  }

  /// Lets the registry know where it stands.
  private var located: Shape {
    Shape(type: type) { node, decoding in
      var registry = decode(node, &decoding)
      registry?.location = node.location
      return registry
    }
  }

  private static var credentials: [Key<PrivateRegistry>] {
    let names = [
      "username", "password", "key", "token", "auth-key", "organization", "repo", "registry",
      "scope", "public-key-fingerprint", "tenant-id", "client-id", "jfrog-oidc-provider-name",
      "identity-mapping-name", "audience", "aws-region", "account-id", "role-name", "domain",
      "domain-owner",
    ]
    return names.map { name in
      Key(name, type: .string) { node, _, decoding in
        _ = Shape<Secret>.secret.decode(node, &decoding)
        decoding.note(
          "'\(name)' is not read: the operator's file has the credential, by the URL", at: node)
      }
    }
  }
}

private func judge(_ registry: PrivateRegistry, _ node: Node, _ decoding: inout Decoding) {
  if others.contains(registry.type) {
    decoding.note("martlet has no use for a '\(registry.type)'", at: node)
  } else if registry.url == nil {
    decoding.error("the key 'url' is missing", at: node)
  }
  if registry.replacesBase, let place = node["replaces-base"] {
    decoding.note(
      "'replaces-base' has no effect: a mirror of the operator's file does it, or the project's own "
        + "settings (.npmrc, Gemfile)", at: place)
  }
}
