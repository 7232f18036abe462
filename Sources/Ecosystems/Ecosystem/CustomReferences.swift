/// References that a configuration describes by a regular expression: an element of `custom`.
package struct CustomReferences: Hashable, Sendable {
  /// Where the versions are listed.
  package enum Source: String, CaseIterable, Hashable, Sendable {
    case npm, rubygems, docker, swift
    case githubTags = "github-tags"
    case githubReleases = "github-releases"
  }

  /// How versions are compared.
  package enum Versioning: String, CaseIterable, Hashable, Sendable {
    /// Three numbers and a label.
    case semver
    /// Any number of numbers and a label.
    case loose
    /// As RubyGems compares them.
    case ruby
    /// As tags of images: only those of the same form.
    case docker
  }

  /// The regular expression, with the named groups `name`, `current`, `source` and `digest`.
  package var pattern: String
  /// The name, if the text has none.
  package var name: String?
  /// The source, unless a group of the expression names it.
  package var source: Source?
  /// Nil: that of the source.
  package var versioning: Versioning?

  /// Creates a description.
  package init(
    pattern: String, name: String? = nil, source: Source? = nil, versioning: Versioning? = nil
  ) {
    self.pattern = pattern
    self.name = name
    self.source = source
    self.versioning = versioning
  }
}

/// References with the files that have them.
package struct CustomFiles: Sendable {
  /// Whether a path from the root of the tree is one of the files.
  package var isFile: @Sendable (_ path: String) -> Bool
  /// What to find in them.
  package var references: CustomReferences

  /// Combines files with a description.
  package init(_ references: CustomReferences, isFile: @escaping @Sendable (String) -> Bool) {
    self.references = references
    self.isFile = isFile
  }
}

/// An ecosystem whose files only the configuration knows.
package protocol CustomEcosystem: PackageEcosystem {
  /// Returns the ecosystem for an entry.
  ///
  /// - Parameters:
  ///   - files: in the order of the entry.
  ///   - directory: the entry's directory, which is that of its one project.
  /// - Returns: an ecosystem with these files only.
  func reading(_ files: [CustomFiles], in directory: String) -> any PackageEcosystem
}
