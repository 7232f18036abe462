/// A package that a change takes from an origin which neither the project nor its registries name.
package struct ForeignSource: Hashable, Codable, Sendable {
  /// As the lock names it.
  package var package: String
  /// In the format of `SourceOrigin`: `https://evil.example:8443`.
  package var origin: String

  /// Names a package and its origin.
  package init(package: String, origin: String) {
    self.package = package
    self.origin = origin
  }
}
