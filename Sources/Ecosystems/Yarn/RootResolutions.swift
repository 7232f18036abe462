package import Ecosystem
import JSON
package import JavaScript
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

  /// The rules of the root's `resolutions`; those for one parent come first.
  package var replacementRules: [ReplacementRule] {
    let rules = manifests[0].document.root["resolutions"]?.members ?? []
    let all = rules.compactMap { rule in
      rule.value.string.map { Self.replacement(rule.key, $0.withoutProtocol) }
    }
    return all.filter { $0.parent != nil } + all.filter { $0.parent == nil }
  }

  /// Describes `a/b`, `**/b`, `a/**/@s/b`, or `a@npm:1.0.0/b@npm:^1.0.0`.
  private static func replacement(_ key: String, _ range: String) -> ReplacementRule {
    let (path, selector) = split(key)
    let name = name(inRule: key)
    let above = path.dropLast(name.utf8.count).dropLast()
    let parts = above.slashParts().filter { $0 != "**" }
    let parent = parts.isEmpty ? nil : self.name(inRule: parts.joined(separator: "/"))
    return ReplacementRule(
      name, selector: selector?.withoutProtocol,
      parent: parent.flatMap { $0.contains("*") ? nil : $0 }, isDeep: above.hasSuffix("**"),
      range: range)
  }

  /// Returns the package that a rule replaces: the last name of `a/**/b` or `a/@scope/b@npm:^1.0.0`.
  private static func name(inRule key: String) -> String {
    let parts = split(key).path.slashParts()
    let isScoped = parts.count > 1 && parts[parts.count - 2].hasPrefix("@")
    return parts.suffix(isScoped ? 2 : 1).joined(separator: "/")
  }

  /// Splits the range of the last name off.
  private static func split(_ key: String) -> (path: Substring, selector: String?) {
    let path = key[...]
    guard let mark = path.lastIndex(of: "@"), mark != path.startIndex,
      path[path.index(before: mark)] != "/"
    else { return (path, nil) }
    return (path[..<mark], String(path[path.index(after: mark)...]))
  }
}
