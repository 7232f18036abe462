package import Ecosystem
import JSON
import JavaScript
import Text

extension YarnSources {
  /// Returns a sentence for each rule of the root's `resolutions` that excludes a version.
  ///
  ///     "resolutions": {"a": "1.0.0"}    a@2.0.0 is excluded.
  func resolutions(against name: String, _ version: String) -> [String] {
    let version = Version(version)
    return (manifests[0].document.root["resolutions"]?.members ?? []).compactMap { rule in
      guard let range = rule.value.string, Self.name(inRule: rule.key) == name else {
        return nil
      }
      if let version, PackageSpec(range.withoutProtocol).unaliased.admits(version) { return nil }
      return "\(rule.value.location): resolutions replace \(name) with \(range)."
    }
  }

  /// Returns the range that `resolutions` replace a dependency's requirement with everywhere.
  ///
  /// Yarn 1 doesn't replace requirements of the project itself.
  package func replacement(for dependency: Dependency) -> String? {
    if dependency.kind == .direct, line == .classic { return nil }
    let rules = manifests[0].document.root["resolutions"]
    return (rules?[dependency.name] ?? rules?["**/" + dependency.name])?.string?.withoutProtocol
  }

  /// Returns the package that a rule replaces: the last name of `a/**/b` or `a/@scope/b@npm:^1.0.0`.
  private static func name(inRule key: String) -> String {
    var path = key[...]
    if let mark = path.lastIndex(of: "@"), mark != path.startIndex,
      path[path.index(before: mark)] != "/"
    {
      path = path[..<mark]
    }
    let parts = path.slashParts()
    let isScoped = parts.count > 1 && parts[parts.count - 2].hasPrefix("@")
    return parts.suffix(isScoped ? 2 : 1).joined(separator: "/")
  }
}
