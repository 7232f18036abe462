package import Ecosystem
import Logging
package import Text
import YAML

/// A registry in a repository's file.
///
/// Its credentials are in Dependabot's store of secrets, which martlet can't read. The operator's
/// file contains them, by the registry's URL.
package struct PrivateRegistry: FilePart, Sendable {
  /// The key in `registries`, which entries refer to.
  package var name = ""
  /// The first mistake; entries that use the registry are then not used.
  package var fault: Finding?
  /// The type as in the file.
  package var type = ""
  /// The protocol; nil if no ecosystem uses the type.
  package var kind: RegistryKind?
  /// Nil only for types that no ecosystem uses.
  package var url: String?
  /// Whether it should replace the public registry; martlet's operators use a mirror instead.
  package var replacesBase = false
  /// The location of the entry.
  package var location = Location(file: "", line: 1, column: 1)

  /// Creates a registry without a name.
  package init() {}

  /// Whether an ecosystem can use it.
  var isServed: Bool { kind != nil }
}

extension PrivateRegistry {
  /// Whether the operator's file has a registry whose URL is a prefix of this one's.
  func isKnown(to operators: [RegistryCredential]) -> Bool {
    guard let url else { return false }
    let own = Self.normal(url)
    return operators.contains { own.hasPrefix(Self.normal($0.url)) }
  }

  /// Whether a registry of the operator's file overlaps with it: one URL is a prefix of the other.
  func concerns(_ registry: RegistryCredential) -> Bool {
    let isOfItsKind = registry.kind == nil || type.isEmpty || registry.kind?.type == type
    guard let url, isOfItsKind else { return false }
    let (own, other) = (Self.normal(url), Self.normal(registry.url))
    return own.hasPrefix(other) || other.hasPrefix(own)
  }

  /// Returns the URL with scheme and host in lowercase and a slash at its end.
  ///
  /// Without a scheme it is `https`, as in Dependabot.
  private static func normal(_ url: String) -> String {
    let whole = url.contains("://") ? url : "https://" + url
    let steps = whole.slashParts(maxSplits: 3, omittingEmptySubsequences: false)
    let head = steps.prefix(3).joined(separator: "/").lowercased()
    let path = steps.count > 3 ? String(steps[3]) : ""
    return path.isEmpty || path.hasSuffix("/") ? "\(head)/\(path)" : "\(head)/\(path)/"
  }
}

/// Dependabot's types, apart from those of martlet's first ecosystems.
private let dependabotTypes = [
  "cargo-registry", "composer-repository", "goproxy-server", "helm-registry",
  "hex-organization", "hex-repository", "maven-repository", "nuget-feed", "pub-repository",
  "python-index", "terraform-registry",
]

extension Shape where Value == PrivateRegistry {
  static func privateRegistry(_ ecosystems: EcosystemCatalog) -> Shape {
    let kinds = ecosystems.registries
    let types = Dictionary((kinds.map(\.type) + dependabotTypes).map { ($0, $0) }) { $1 }
    return section(
      PrivateRegistry(),
      [
        Key("type", \.type, .word(types), required: true),
        Key("url", \.url, .string),
        Key("replaces-base", \.replacesBase, .bool),
      ] + credentials
    ).map { registry in
      var registry = registry
      registry.kind = kinds.first { $0.type == registry.type }
      return registry
    }.checked { registry, node, decoding in
      checkRegistry(registry, node, ecosystems, &decoding)
    }.located
  }

  /// Stores the location in the registry.
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

private func checkRegistry(
  _ registry: PrivateRegistry, _ node: Node, _ ecosystems: EcosystemCatalog,
  _ decoding: inout Decoding
) {
  if !registry.isServed, !registry.type.isEmpty {
    decoding.note("martlet has no use for a '\(registry.type)'", at: node)
  } else if registry.url == nil {
    decoding.error("the key 'url' is missing", at: node)
  }
  if registry.replacesBase, let value = node["replaces-base"] {
    let files = ecosystems.descriptions.flatMap(\.registrySettings).sorted()
    decoding.note(
      "'replaces-base' has no effect: a mirror of the operator's file does it, or the project's own "
        + "settings (\(files.joined(separator: ", ")))", at: value)
  }
}
