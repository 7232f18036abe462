package import Ecosystem

/// The address of a package for people: its page at npmjs.com, or another registry's document.
package struct PackagePage {
  private static let npmjs = "https://www.npmjs.com/package/"

  /// The registry's URL without a slash at its end.
  package var registry: String
  /// The registry's name of the package.
  package var name: String

  /// Parses an address that `url(of:_:)` returned; nil for any other address.
  package init?(_ url: String) {
    if url.hasPrefix(Self.npmjs) {
      registry = Settings.defaultRegistry
      name = String(url.dropFirst(Self.npmjs.count))
    } else {
      guard url.hasPrefix("http"), let slash = url.lastIndex(of: "/") else { return nil }
      registry = String(url[..<slash])
      name = String(url[url.index(after: slash)...]).replacing("%2f", with: "/")
    }
    if PackageName(name) == nil { return nil }
  }

  /// Returns the address of a dependency; nil if it does not come from a registry.
  package static func url(of dependency: Dependency, _ settings: Settings) -> String? {
    guard dependency.problem == nil else { return nil }
    let name = dependency.registryName ?? dependency.name
    guard let package = PackageName(name), let base = try? settings.registry(for: package) else {
      return nil
    }
    return base == Settings.defaultRegistry ? npmjs + name : "\(base)/\(package.escaped)"
  }
}
