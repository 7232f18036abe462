/// The result of reaching a goal: the new bytes of files and the versions that move.
package struct Change: Hashable, Codable, Sendable {
  /// Files whose bytes differ, sorted by path; empty when there is nothing to do.
  package var files: [FileChange]
  /// Every package whose locked version differs, the intended ones first.
  package var moves: [Move]
  /// Every edited requirement, in the order of the files; empty if the ecosystem reports edits only in
  /// `moves`.
  package var requirements: [RequirementEdit] = []
  /// Releases that fit the requirements and were left out, sorted by name and version.
  package var heldBack: [HeldBackRelease] = []
  /// What a reviewer should see first that the files don't show.
  package var warnings: [Warning] = []

  /// Creates a change.
  package init(files: [FileChange], moves: [Move]) {
    self.files = files
    self.moves = moves
  }

  /// The warnings about peers that aren't released for each other.
  ///
  /// They are known from the resolution, unlike others, for which `PackageEcosystem.warnings` reads both
  /// locks.
  package var peerWarnings: [Warning] { files.isEmpty ? [] : warnings.filter(\.isOfPeers) }
}

/// A release that a resolution left out, although it fits the requirements.
package struct HeldBackRelease: Hashable, Codable, Sendable {
  /// The package, as in `Dependency.name`.
  package var name: String
  /// The version of the release.
  package var version: String
  /// The predicate of a sentence about the release: `has a manifest that cannot be read: …`.
  package var reason: String
  /// The identifiers of the advisories that affect the locked version, but not this release.
  package var fixes: [String] = []

  /// Creates a description of a release.
  package init(name: String, version: String, reason: String) {
    self.name = name
    self.version = version
    self.reason = reason
  }
}

/// A file before and after.
package struct FileChange: Hashable, Codable, Sendable {
  /// From the root of the tree.
  package var path: String
  /// Nil if the file doesn't exist yet.
  package var before: [UInt8]?
  /// Nil if the file is removed.
  package var after: [UInt8]?

  /// Describes the change of a file.
  package init(path: String, before: [UInt8]?, after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }
}

/// A package whose locked version differs.
package struct Move: Hashable, Codable, Sendable {
  /// The name, as in `Dependency.name`.
  package var name: String
  /// Nil: newly locked.
  package var from: String?
  /// Nil: no longer locked.
  package var to: String?
  /// Direct if the manifest names it after the change.
  package var kind: Dependency.Kind
  /// Development if only tests and builds need it, according to the ecosystem's files.
  package var group: Dependency.Group
  /// The manifest's requirement before and after; nil if it isn't edited.
  package var requirement: Edit?

  /// A requirement's old and new text.
  package struct Edit: Hashable, Codable, Sendable {
    /// The text in the manifest: `^1.2.0`, `~> 3.1`, `from: "1.2.0"`.
    package var before: String
    /// The new text, in the same style.
    package var after: String

    /// Creates a pair.
    package init(before: String, after: String) {
      self.before = before
      self.after = after
    }
  }

  /// Describes a move.
  package init(
    name: String, from: String?, to: String?, kind: Dependency.Kind,
    group: Dependency.Group = .production, requirement: Edit? = nil
  ) {
    self.name = name
    self.from = from
    self.to = to
    self.kind = kind
    self.group = group
    self.requirement = requirement
  }
}
