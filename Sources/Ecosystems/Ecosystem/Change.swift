/// What reaching a goal does to a project: the files' new bytes and the versions that move.
package struct Change: Hashable, Sendable {
  /// Files whose bytes differ, sorted by path; empty when there is nothing to do.
  package var files: [FileChange]
  /// Every package whose locked version differs, the intended ones first.
  package var moves: [Move]
  /// Releases that fit the requirements and were left out, sorted by name and version.
  package var heldBack: [HeldBackRelease] = []

  /// Creates a change.
  package init(files: [FileChange], moves: [Move]) {
    self.files = files
    self.moves = moves
  }
}

/// A release that a resolution left out, although it fits the requirements.
package struct HeldBackRelease: Hashable, Sendable {
  /// The package, as in `Dependency.name`.
  package var name: String
  /// The version of the release.
  package var version: String
  /// The predicate of a sentence about the release: `has a manifest that cannot be read: …`.
  package var reason: String

  /// Creates a description of a release.
  package init(name: String, version: String, reason: String) {
    self.name = name
    self.version = version
    self.reason = reason
  }
}

/// A file before and after.
package struct FileChange: Hashable, Sendable {
  /// From the root of the tree.
  package var path: String
  /// Nil: the file is not there yet.
  package var before: [UInt8]?
  /// Nil: the file goes away.
  package var after: [UInt8]?

  /// Describes what becomes of a file.
  package init(path: String, before: [UInt8]?, after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }
}

/// A package whose locked version differs.
package struct Move: Hashable, Sendable {
  /// As `Dependency.name` has it, so that both find each other.
  package var name: String
  /// Nil: newly locked.
  package var from: String?
  /// Nil: no longer locked.
  package var to: String?
  /// Direct where the manifest names it after the change.
  package var kind: Dependency.Kind
  /// Development where nothing that runs needs it, as far as the ecosystem's files tell.
  package var group: Dependency.Group
  /// The manifest's requirement before and after, where it is edited.
  package var requirement: Edit?

  /// A requirement's old and new text.
  package struct Edit: Hashable, Sendable {
    /// As it stood in the manifest: `^1.2.0`, `~> 3.1`, `from: "1.2.0"`.
    package var before: String
    /// As it stands there afterwards, in the same style.
    package var after: String

    /// Pairs the texts.
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
