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

  /// The dependencies of all sections.
  package var dependencies: [ManifestDependency] { ManifestDependency.all(in: document) }

  /// Returns the places that state a requirement for a package: the sections, and the rules that
  /// replace requirements of all packages.
  ///
  /// - Parameters:
  ///   - name: the package.
  ///   - rules: the parts of the manifest with such rules: `overrides`, `pnpm.overrides`.
  /// - Returns: the places, in the order of the sections.
  package func requirements(for name: String, rules: [String]) -> [RequirementSite] {
    let stated = ManifestDependency.sections.compactMap { section in
      document.root[section]?[name].map { (section, $0) }
    }
    let replacing = rules.flatMap { section in
      members(of: section).filter { $0.key == name || $0.key == "**/" + name }
        .map { (section, $0.value) }
    }
    return (stated + replacing).compactMap { section, node in
      guard node.kind == .string else { return nil }
      return RequirementSite(path: path, section: section, node: node)
    }
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
    let replacements = own.map { edit in
      Replacement(file: path, range: edit.range, text: Value.string(edit.after).text(.compact))
    }
    let source: SourceText
    do throws(ReplacementError) {
      source = try document.source.applying(replacements)
    } catch {
      throw Problem(.failed, "has two edits in one place", subject: path)
    }
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
    return (ManifestDependency.sections + rules).flatMap { section in
      members(of: section).compactMap { member in
        member.value.string.map { ($0, member.value.range) }
      }
    }
  }
}

/// A place in a manifest that states a requirement.
package struct RequirementSite {
  /// The manifest's path from the root of the tree.
  package var path: String
  /// One of `ManifestDependency.sections`, or where the manifest has rules, such as `overrides`.
  package var section: String
  /// The requirement, a text.
  package var node: JSON.Node

  /// Creates a site.
  package init(path: String, section: String, node: JSON.Node) {
    self.path = path
    self.section = section
    self.node = node
  }

  /// Whether it replaces the requirements of other packages.
  package var isRule: Bool { !ManifestDependency.sections.contains(section) }

  /// Whether the requirement is asked of those who install the package.
  package var isPeer: Bool { section == "peerDependencies" }

  /// The requirement.
  package var text: String { node.string ?? "" }

  /// The requirement without `npm:`, which Yarn allows before a range.
  package var range: String {
    guard text.hasPrefix("npm:"), !text.dropFirst(5).contains("@") else { return text }
    return String(text.dropFirst(4))
  }

  /// The problem that the requirement excludes a version and must not be edited.
  package func excludes(_ version: String) -> Problem {
    Problem(
      .unsolvable, "excludes \(version), and the versioning strategy forbids manifest changes",
      subject: text, at: node.location)
  }

  /// The problem that a range for peers excludes a version.
  package func forbids(_ version: String) -> Problem {
    Problem(
      .unsolvable,
      "excludes \(version), and a range of peerDependencies is a promise to those who install the "
        + "package, which only 'versioning-strategy: widen' extends",
      subject: text, at: node.location)
  }

  /// The problem that `RequirementStyle` cannot express the new requirement.
  package var isNotEditable: Problem {
    Problem(
      .refused, "is a requirement whose style martlet cannot keep", subject: text,
      at: node.location)
  }
}

/// A new requirement at a place in a manifest.
package struct ManifestEdit: Hashable, Sendable {
  /// The manifest's path from the root of the tree.
  package var path: String
  /// The dependency as the manifest names it.
  package var name: String
  /// The bytes of the old requirement with its quotes.
  package var range: Swift.Range<Int>
  /// The old requirement.
  package var before: String
  /// The new requirement.
  package var after: String

  /// Creates an edit of a site.
  package init(_ site: RequirementSite, name: String, after: String) {
    path = site.path
    self.name = name
    range = site.node.range
    before = site.text
    self.after = after
  }

  /// The edit as a change reports it.
  package var reported: RequirementEdit {
    RequirementEdit(name: name, file: path, before: before, after: after)
  }

  /// Whether the new requirement allows a version; true for a requirement that is not a range.
  package func admits(_ version: Version) -> Bool {
    RequirementStyle(after)?.admits(version) ?? true
  }
}
