/// What is known of where a package comes from, as its registry and its lock tell it.
package struct PackageSource: Hashable, Sendable {
  /// The dependency's name: `@babel/core`, `rails`, `swift-nio`.
  package var name: String
  /// Addresses that may lead to its repository, the best first; any spelling.
  package var addresses: [String]
  /// The package's folder in its repository, where the registry says so.
  package var directory: String?
  /// The changelog's own address, where the registry says so.
  package var changelog: String?

  /// Gathers what a registry says; nothing is looked up.
  package init(
    name: String, addresses: [String], directory: String? = nil, changelog: String? = nil
  ) {
    self.name = name
    self.addresses = addresses
    self.directory = directory
    self.changelog = changelog
  }
}
