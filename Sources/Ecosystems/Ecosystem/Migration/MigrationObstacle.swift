/// A reason why a dependency can't be moved.
///
///     MigrationObstacle(.scripts, "has script phases: Generate")
package struct MigrationObstacle: Hashable, Sendable {
  /// The kinds, whose names are part of `--json`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The repository has no manifest of the destination at the locked version.
    case noManifest = "no-manifest"
    /// The destination doesn't find the locked version by a tag.
    case noVersionTag = "no-version-tag"
    /// The manifest needs newer tools than those that locks are written for.
    case toolsTooNew = "tools-too-new"
    /// The destination's package supports only newer versions of a platform.
    case platformTooLow = "platform-too-low"
    /// Resources that the destination's package doesn't declare.
    case resources
    /// Built binaries that the destination's package doesn't declare.
    case binaries = "vendored-binaries"
    /// Script phases of the build.
    case scripts = "script-phases"
    /// A command that prepares the sources.
    case preparation = "prepare-command"
    /// A subspec or framework without a product of that name.
    case noProduct = "no-matching-product"
    /// A product whose module has another name than the one that sources import.
    case otherModule = "other-module"
    /// Sources that are downloaded, but not from a git repository.
    case notGit = "not-git"
    /// A folder of the repository.
    case localFolder = "local-folder"
    /// It is used in some build configurations only.
    case configurations
    /// No target of an Xcode project is known to use it.
    case noTarget = "no-target"
    /// The requirement can't be expressed.
    case requirement
    /// The manifest's line is built by code and can't be removed exactly.
    case computedLine = "computed-line"
    /// Another dependency of the same repository has another version.
    case otherVersion = "other-version"
    /// A dependency that stays needs it.
    case neededBy = "needed-by"
    /// Its package contains a dependency that stays.
    case brings
  }

  /// Decides what a program does about it.
  package var kind: Kind
  /// The predicate of a sentence about the dependency: `has a prepare_command`.
  package var message: String

  /// Creates an obstacle.
  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
