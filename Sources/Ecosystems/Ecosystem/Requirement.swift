package import Text

/// A place in a project's files that asks for a package.
///
///     packages/a/package.json, devDependencies: "react": "^16.0.0", locked at 16.14.0
package struct Requirement: Hashable, Codable, Sendable {
  /// The path of the manifest that asks, from the root of the tree.
  ///
  /// If the manifest refers to a catalog, this is still the manifest.
  package var manifest: String
  /// The part of the manifest: `dependencies`, `devDependencies`.
  package var section: String
  /// The text: `^1.2.0`; that of the catalog if the manifest refers to one.
  package var text: String
  /// The locked version that it resolves to; nil without a lock.
  package var locked: String?
  /// Where the text is written; nil if it isn't known.
  package var location: Location?

  /// Creates a requirement.
  package init(
    manifest: String, section: String, text: String, locked: String? = nil,
    location: Location? = nil
  ) {
    self.manifest = manifest
    self.section = section
    self.text = text
    self.locked = locked
    self.location = location
  }
}

/// A requirement that a change edits.
package struct RequirementEdit: Hashable, Codable, Sendable {
  /// The package, as in `Dependency.name`.
  package var name: String
  /// The path of the edited file from the root of the tree.
  package var file: String
  /// The old text.
  package var before: String
  /// The new text, in the same style.
  package var after: String

  /// Creates an edit.
  package init(name: String, file: String, before: String, after: String) {
    self.name = name
    self.file = file
    self.before = before
    self.after = after
  }
}
