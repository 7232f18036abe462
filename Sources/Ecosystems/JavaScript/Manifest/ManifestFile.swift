package import Ecosystem
package import JSON
import Text

/// A `package.json` with its path from the root of the tree.
package struct ManifestFile: Sendable {
  /// The path from the root of the tree.
  package var path: String
  /// The parsed file.
  package var document: Document

  /// Creates a manifest from a parsed file.
  package init(path: String, document: Document) {
    self.path = path
    self.document = document
  }

  /// Creates the manifest of a project or of one of its members.
  ///
  /// - Throws: a refusal with its location for a section that isn't an object, or a requirement that
  ///   isn't a text, which package managers reject.
  package init(checking path: String, _ document: Document) throws(Problem) {
    self.init(path: path, document: document)
    for section in ManifestDependency.sections {
      guard let node = document.root[section], node.isTruthy else { continue }
      guard node.kind == .object else {
        throw Problem(.refused, "is not an object", subject: section, at: node.location)
      }
      for member in node.members
      where member.value.kind != .string && !member.key.hasPrefix("//") {
        throw Problem(
          .refused, "has a requirement that is not a text", subject: member.key,
          at: member.value.location)
      }
    }
  }

  /// The dependencies of all sections.
  package var dependencies: [ManifestDependency] { ManifestDependency.all(in: document) }

  /// Returns the places that state a requirement for a package: the sections, and the rules that
  /// replace requirements of all packages.
  ///
  /// - Parameters:
  ///   - name: the package.
  ///   - rules: the parts of the manifest with such rules: `overrides`, `pnpm.overrides`.
  /// - Returns: the places, in the order of the sections.
  package func requirements(for name: String, rules: [String] = []) -> [RequirementSite] {
    let stated = ManifestDependency.sections.compactMap { section in
      document.root[section]?[name].flatMap { site(section, $0) }
    }
    return stated + self.rules(for: name, in: rules)
  }

  /// Returns the rules for a package in parts of the manifest: `overrides`, `pnpm.overrides`.
  package func rules(for name: String, in parts: [String]) -> [RequirementSite] {
    parts.flatMap { section in
      members(of: section).filter { $0.key == name || $0.key == "**/" + name }
        .compactMap { site(section, $0.value) }
    }
  }

  /// Returns the rules for some requirements of a package: below a dependent, or of certain ranges.
  ///
  ///     {"overrides": {"kett": {"mini": "1.0.0"}}, "resolutions": {"kett/mini": "1.0.0"}}
  package func narrowRules(for name: String, in parts: [String]) -> [RequirementSite] {
    parts.flatMap { section in
      rules(of: section).filter { RuleKey($0.path).isNarrow(name) }
        .compactMap { site(section, $0.value) }
    }
  }

  /// The texts of a part with rules, each with the keys that lead to it.
  private func rules(of section: String) -> [(path: [String], value: JSON.Node)] {
    var result: [(path: [String], value: JSON.Node)] = []
    var open = members(of: section).reversed().map { (path: [$0.key], value: $0.value) }
    while let (path, value) = open.popLast() {
      if value.kind == .string {
        result.append((path, value))
      } else {
        open += value.members.reversed().map { (path + [$0.key], $0.value) }
      }
    }
    return result
  }

  private func site(_ section: String, _ node: JSON.Node) -> RequirementSite? {
    guard node.kind == .string else { return nil }
    return RequirementSite(path: path, section: section, node: node)
  }

  /// The members of a part of the manifest, which is below other parts if its name has dots.
  private func members(of section: String) -> [(key: String, value: JSON.Node)] {
    var node: JSON.Node? = document.root
    for part in section.split(separator: ".") { node = node?[String(part)] }
    return (node?.members ?? []).map { ($0.key, $0.value) }
  }

  /// Replaces requirements and verifies by parsing that nothing else changed.
  ///
  /// - Parameter edits: those of other files are ignored.
  /// - Returns: the edited manifest.
  /// - Throws: `Problem` if edits overlap, or if the result does not contain the new requirements.
  package func applying(_ edits: [ManifestEdit]) throws(Problem) -> ManifestFile {
    let own = edits.filter { $0.path == path }
    if own.isEmpty { return self }
    let source = try own.applied(to: document.source)
    let edited = ManifestFile(path: path, document: try Manifest.document(source))
    let expected = requirementTexts.map { text in
      own.first { $0.range == text.range }?.after ?? text.text
    }
    guard edited.requirementTexts.map(\.text) == expected else {
      throw Problem(.failed, "does not contain the new requirements after the edit", subject: path)
    }
    return edited
  }

  /// The texts of all sections and rules, in order.
  private var requirementTexts: [(text: String, range: Swift.Range<Int>)] {
    let rules = ["overrides", "resolutions", "pnpm.overrides"]
    let values =
      ManifestDependency.sections.flatMap { members(of: $0).map(\.value) }
      + rules.flatMap { self.rules(of: $0).map(\.value) }
    return values.compactMap { value in value.string.map { ($0, value.range) } }
  }
}
