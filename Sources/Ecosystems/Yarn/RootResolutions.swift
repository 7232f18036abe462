import Text
import Ecosystem
import JSON
import JavaScript

extension YarnSources {
  /// Returns a sentence for each rule of the root's `resolutions` that excludes a version.
  ///
  ///     "resolutions": {"a": "1.0.0"}    a@2.0.0 is excluded.
  func resolutions(against target: Goal.Target) -> [String] {
    let version = target.version.flatMap { Version($0) }
    return (manifests[0].document.root["resolutions"]?.members ?? []).compactMap { rule in
      guard let range = rule.value.string, Self.name(inRule: rule.key) == target.name else {
        return nil
      }
      if let version, PackageSpec(range.withoutProtocol).unaliased.admits(version) { return nil }
      return "\(rule.value.location): resolutions replace \(target.name) with \(range)."
    }
  }

  /// Returns a dependency with the requirement that `resolutions` replace its own with everywhere.
  ///
  /// Yarn 1 doesn't replace requirements of the project itself.
  func resolved(_ dependency: Dependency) -> Dependency {
    let isDirect = dependency.kind == .direct
    if isDirect, case .classic = line { return dependency }
    let rules = manifests[0].document.root["resolutions"]
    guard let range = (rules?[dependency.name] ?? rules?["**/" + dependency.name])?.string,
      Range(range.withoutProtocol) != nil
    else { return dependency }
    var result = dependency
    result.requirement = isDirect ? range.withoutProtocol : ""
    result.bounds = [range.withoutProtocol]
    return result
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
