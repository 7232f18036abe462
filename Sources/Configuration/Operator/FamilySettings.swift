import Text
package import Ecosystem
import YAML

/// A family of packages that the operator adds to the built-in ones.
package struct FamilySettings: Hashable, Sendable {
  /// The ecosystems whose packages belong to it; nil without the required key.
  package var ecosystem: EcosystemSelection?
  /// The family.
  package var family = PackageFamily("", [], "")

  /// Creates an entry without content.
  package init() {}

  /// Whether an ecosystem has the family.
  package func concerns(_ id: EcosystemID) -> Bool { ecosystem?.ids.contains(id) ?? false }
}

extension Shape where Value == FamilySettings {
  static func family(_ ecosystems: EcosystemCatalog) -> Shape {
    section(
      FamilySettings(),
      [
        Key("name", \.family.name, .string("a name"), required: true),
        Key("package-ecosystem", \.ecosystem, .ecosystem(ecosystems), required: true),
        Key("patterns", \.family.patterns, .listOrOne(of: .string("a name")), required: true),
        Key("repository", \.family.repository, .string("host/owner/name"), required: true),
      ]
    ).checked { settings, node, decoding in
      let (name, repository) = (settings.family.name, settings.family.repository)
      if let value = node["name"], !isPlain(name) {
        decoding.error(
          "a family's name is one line of at most 100 characters without '`', '<' and '>'",
          at: value)
      }
      let parts = repository.slashParts(omittingEmptySubsequences: false)
      if let value = node["repository"], parts.count != 3 || parts.contains(where: \.isEmpty) {
        decoding.error(
          "expected the host, the owner and the name of a repository, such as "
            + "forge.example.com/acme/web", at: value)
      }
    }
  }
}
