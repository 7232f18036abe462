/// A package that a change takes from a host which no registry of the project names.
package struct ForeignSource: Hashable, Sendable {
  /// As the lock names it.
  package var package: String
  /// In lowercase, without a port.
  package var host: String

  /// Names a package and its host.
  package init(package: String, host: String) {
    self.package = package
    self.host = host
  }
}
