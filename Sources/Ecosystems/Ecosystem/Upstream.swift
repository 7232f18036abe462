/// Where a package is developed, as its registry tells it: what release notes are looked for by.
package struct Upstream: Hashable, Sendable {
  /// Addresses that may lead to its repository, the best first, in any spelling.
  package var addresses: [String]
  /// The package's folder in its repository, where the registry names it.
  package var directory: String?
  /// The changelog's own address, where the registry names it.
  package var changelog: String?

  /// Gathers what a registry tells.
  package init(addresses: [String], directory: String? = nil, changelog: String? = nil) {
    self.addresses = addresses
    self.directory = directory
    self.changelog = changelog
  }
}

extension PackageEcosystem {
  /// Takes the dependency's source for its repository, as ecosystems without registries do.
  package func upstream(of dependency: Dependency) async -> Upstream {
    Upstream(addresses: [dependency.source].compactMap(\.self))
  }
}
