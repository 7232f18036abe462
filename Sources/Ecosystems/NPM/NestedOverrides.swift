import JSON
package import JavaScript

extension NPMSources {
  /// Returns a sentence for each rule of `overrides` that excludes a version of a package.
  ///
  ///     "overrides": {"a": {"b": "1.0.0"}}   The override a > b replaces b with 1.0.0.
  func overrides(against name: String, _ version: String) -> [String] {
    guard let rules = files.root.root["overrides"] else { return [] }
    return sentences(rules, below: [], against: name, version)
  }

  private func sentences(
    _ rules: JSON.Node, below path: [String], against name: String, _ version: String
  ) -> [String] {
    rules.members.flatMap { rule -> [String] in
      // A dot is the rule for the package that the object is about.
      let own = rule.key == "." ? path : path + [rule.key]
      guard let range = rule.value.string else {
        return sentences(rule.value, below: own, against: name, version)
      }
      guard let last = own.last, Self.package(of: last) == name, let version = Version(version),
        !range.hasPrefix("$"), !PackageSpec(range).unaliased.admits(version)
      else { return [] }
      return ["The override \(own.joined(separator: " > ")) replaces \(name) with \(range)."]
    }
  }

  /// The rules of `overrides`, the deepest first.
  package var replacementRules: [ReplacementRule] {
    guard let rules = files.root.root["overrides"] else { return [] }
    return replacements(rules, below: []).sorted { $0.depth > $1.depth }.map(\.rule)
  }

  private func replacements(
    _ rules: JSON.Node, below path: [String]
  ) -> [(depth: Int, rule: ReplacementRule)] {
    rules.members.flatMap { member in
      let own = member.key == "." ? path : path + [member.key]
      guard let text = member.value.string else { return replacements(member.value, below: own) }
      guard let last = own.last, let range = replacement(text) else { return [] }
      let name = Self.package(of: last)
      let selector = last.dropFirst(name.count + 1)
      return [
        (
          own.count,
          ReplacementRule(
            name, selector: selector.isEmpty ? nil : String(selector),
            parent: own.dropLast().last.map(Self.package), isDeep: true, range: range)
        )
      ]
    }
  }

  /// Returns the range of a rule, in which `$name` is the root's own requirement.
  private func replacement(_ text: String) -> String? {
    guard text.hasPrefix("$") else { return text }
    let name = String(text.dropFirst())
    let sections = [
      "devDependencies", "optionalDependencies", "dependencies", "peerDependencies",
    ]
    return sections.lazy.compactMap { files.root.root[$0]?[name]?.string }.first
  }

  /// Returns the package of a key: `@a/b` of `@a/b@^1.0.0`.
  private static func package(of key: String) -> String {
    guard let cut = key.dropFirst().lastIndex(of: "@") else { return key }
    return String(key[..<cut])
  }
}
