import Logging
import YAML

/// A registry that a repository's file names.
///
/// Its credentials stand in Dependabot's store of secrets, which martlet cannot see: the operator's
/// file has them, by the registry's URL.
package struct PrivateRegistry: Hashable, Sendable {
  /// Its key in `registries`, by which entries name it.
  package var name = ""
  /// Such as `npm-registry`, `rubygems-server` or `git`.
  package var type = ""
  /// Nil only for types that martlet has no use for.
  package var url: String?
  /// Whether it stands in for the public registry.
  package var replacesBase = false

  /// Starts without a name.
  package init() {}
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
    ).checked { registry, node, decoding in
      if others.contains(registry.type) {
        decoding.note("martlet has no use for a '\(registry.type)'", at: node)
      } else if registry.url == nil {
        decoding.error("the key 'url' is missing", at: node)
      }
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
        if ["password", "key", "token"].contains(name) {
          decoding.note("credentials are read from the operator's file, by the URL", at: node)
        }
      }
    }
  }
}
