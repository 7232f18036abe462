/// The origin of a package, as given by its registry and its lock file.
package struct PackageSource: Hashable, Sendable {
  /// The dependency's name: `@babel/core`, `rails`, `swift-nio`.
  package var name: String
  /// Possible addresses of its repository in any format, the best first.
  package var addresses: [String]
  /// The package's folder in its repository, if the registry has it.
  package var directory: String?
  /// The address of the changelog, if the registry has it.
  package var changelog: String?

  /// Creates a package source.
  package init(
    name: String, addresses: [String], directory: String? = nil, changelog: String? = nil
  ) {
    self.name = name
    self.addresses = addresses
    self.directory = directory
    self.changelog = changelog
  }
}
