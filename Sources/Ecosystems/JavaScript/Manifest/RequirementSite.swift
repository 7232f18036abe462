package import Ecosystem
package import JSON
package import Text

/// A place in a manifest, or in a file beside it, that states a requirement.
package struct RequirementSite: Sendable {
  /// What a place is for.
  package enum Kind: Hashable, Sendable {
    /// A section of a manifest.
    case section
    /// A rule that replaces the requirements of other packages.
    case rule
    /// A rule for the whole workspace, in a file that has nothing else.
    case workspaceRule
    /// An entry of a catalog, which manifests refer to.
    case catalog
  }

  /// The file's path from the root of the tree.
  package var path: String
  /// One of `ManifestDependency.sections`, or the key of the rules in the file, such as `overrides`.
  package var section: String
  /// What the place is for.
  package var kind: Kind
  /// The requirement.
  package var text: String
  /// Where the requirement is written.
  package var location: Location?
  /// The bytes of the requirement with its quotes.
  package var bytes: Swift.Range<Int>
  private let spell: @Sendable (String) -> String

  /// Creates a site with a text of a JSON file.
  package init(path: String, section: String, node: JSON.Node, kind: Kind? = nil) {
    self.path = path
    self.section = section
    self.kind = kind ?? (ManifestDependency.sections.contains(section) ? .section : .rule)
    text = node.string ?? ""
    location = node.location
    bytes = node.range
    spell = { Value.string($0).text(.compact) }
  }

  /// Creates a site with a scalar of a YAML file.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - section: the part of the file.
  ///   - text: the requirement.
  ///   - bytes: the scalar with its quotes, which a new requirement gets too.
  ///   - kind: what the place is for.
  ///   - plain: writes a requirement in place of a scalar without quotes.
  package init(
    in source: SourceText, section: String, text: String, bytes: Swift.Range<Int>, kind: Kind,
    plain: @escaping @Sendable (String) -> String = { $0 }
  ) {
    path = source.file
    self.section = section
    self.kind = kind
    self.text = text
    self.bytes = bytes
    location = source.location(at: bytes.lowerBound)
    spell =
      switch source.bytes[bytes].first {
      case UInt8(ascii: "\""): { Value.string($0).text(.compact) }
      case UInt8(ascii: "'"): { "'\($0)'" }
      default: plain
      }
  }

  /// Whether it replaces the requirements of other packages.
  package var isRule: Bool { kind == .rule || kind == .workspaceRule }

  /// Whether the requirement is asked of those who install the package.
  package var isPeer: Bool { section == "peerDependencies" }

  /// Whether a widened requirement may keep the old version beside the new one.
  ///
  /// A rule has one version for all; only npm's `overrides` are ranges like any other.
  var isWidenable: Bool { !isRule || section == "overrides" }

  /// The requirement without `npm:`, which Yarn allows before a range.
  package var range: String { text.withoutProtocol }

  /// Returns the text of the file for a new requirement.
  func spelled(_ requirement: String) -> String { spell(requirement) }
}

extension RequirementSite {
  /// The problem that the requirement excludes a version and must not be edited.
  func excludes(_ version: String) -> Problem {
    Problem(
      .unsolvable, "excludes \(version), and the versioning strategy forbids manifest changes",
      subject: text, at: location)
  }

  /// The problem that a range for peers excludes a version.
  func forbids(_ version: String) -> Problem {
    Problem(
      .unsolvable,
      "excludes \(version), and a range of peerDependencies is a promise to those who install the "
        + "package, which only 'versioning-strategy: widen' extends",
      subject: text, at: location)
  }

  /// The problem that `RequirementStyle` cannot express the new requirement.
  var isNotEditable: Problem {
    Problem(
      .refused, "is a requirement whose style martlet cannot keep", subject: text, at: location)
  }
}

/// A new requirement at a place in a file.
package struct ManifestEdit: Hashable, Sendable {
  /// The file's path from the root of the tree.
  package var path: String
  /// The package.
  package var name: String
  /// The bytes of the old requirement with its quotes.
  package var range: Swift.Range<Int>
  /// The old requirement.
  package var before: String
  /// The new requirement.
  package var after: String
  /// The new bytes.
  package var replacement: String

  /// Creates an edit of a site.
  package init(_ site: RequirementSite, name: String, after: String) {
    path = site.path
    self.name = name
    range = site.bytes
    before = site.text
    self.after = after
    replacement = site.spelled(after)
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

extension [ManifestEdit] {
  /// Returns a file with those of the edits that belong to it.
  ///
  /// - Throws: `Problem` if edits overlap.
  func applied(to source: SourceText) throws(Problem) -> SourceText {
    try source.edited(
      by: filter { $0.path == source.file }.map { edit in
        Replacement(file: source.file, range: edit.range, text: edit.replacement)
      })
  }
}

extension String {
  /// A range of a registry without `npm:`, which newer locks of Yarn put before it.
  package var withoutProtocol: String {
    guard hasPrefix("npm:"), !utf8.dropFirst(5).contains(UInt8(ascii: "@")) else { return self }
    return String(Substring(utf8.dropFirst(4)))
  }
}
