import Ecosystem

/// Where a package is shown: npm's own pages, or the registry's document.
struct Page {
  private static let npmjs = "https://www.npmjs.com/package/"

  var registry: String
  var name: String

  /// Takes an address apart again; nil for what is none of a registry's.
  init?(_ url: String) {
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

  /// The address that shows a dependency; nil for what comes from no registry.
  static func url(of dependency: Dependency, _ settings: Settings) -> String? {
    guard dependency.problem == nil else { return nil }
    let name = dependency.registryName ?? dependency.name
    guard let package = PackageName(name), let base = try? settings.registry(for: package) else {
      return nil
    }
    return base == Settings.defaultRegistry ? npmjs + name : "\(base)/\(package.escaped)"
  }
}
