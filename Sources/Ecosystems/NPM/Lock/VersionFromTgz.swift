import Text
import JavaScript

/// The name and version in the address of a tarball, as Arborist's version-from-tgz.js finds them.
///
/// Locks of version 1 do not contain the version of a package that is fetched from a URL.
///
///     VersionFromTgz("https://registry.npmjs.org/@a/b/-/b-1.2.3.tgz", of: "b")  // @a/b 1.2.3
///     VersionFromTgz("https://example.org/files/b-1.2.3.tgz", of: "b")          // b 1.2.3
struct VersionFromTgz: Hashable {
  var name: String
  var version: Version

  /// Parses an address.
  ///
  /// - Parameters:
  ///   - url: the address; its last part has to end in `.tgz`.
  ///   - name: the name of the package's folder, for addresses other than a registry's.
  init?(_ url: String, of name: String) {
    let file = Paths.basename(url)
    guard file.hasSuffix(".tgz") else { return nil }
    let registry = Self.registryName(in: url, file)
    guard let found = registry ?? Self.split(name) else { return nil }
    let prefix = found.project + "-"
    guard file.hasPrefix(prefix),
      let version = Version(String(file.dropFirst(prefix.count).dropLast(4)))
    else { return nil }
    self.name = found.scope.hasPrefix("@") ? "\(found.scope)/\(found.project)" : found.project
    self.version = version
  }

  /// Returns the parts before the last `/-/` of a registry's address.
  private static func registryName(
    in url: String, _ file: String
  ) -> (scope: String, project: String)? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let rest = url[scheme.upperBound...]
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let path = rest[rest.index(after: slash)...].prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/-/", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[parts.count - 1] == file else { return nil }
    return split(String(parts[parts.count - 2]))
  }

  private static func split(_ path: String) -> (scope: String, project: String)? {
    let parts = path.replacing("%2f", with: "/").replacing("%2F", with: "/").slashParts(
      omittingEmptySubsequences: false)
    guard let project = parts.last else { return nil }
    return (parts.dropLast().last.map(String.init) ?? "", String(project))
  }
}
