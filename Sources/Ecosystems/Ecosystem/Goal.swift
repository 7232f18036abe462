package import Versioning

/// What a person or a plan wants of a project's lock.
package enum Goal: Hashable, Sendable {
  /// Moves the named dependencies alone.
  case update([Target], UpdateOptions)
  /// Refreshes the whole lock inside the requirements.
  case updateAll(UpdateOptions)
  /// Makes the lock fit the manifest, keeping what still fits.
  case lock(LockOptions)

  /// A dependency to move, and where to.
  package struct Target: Hashable, Sendable {
    /// As `Dependency.name` has it.
    package var name: String
    /// The version wanted, or nil for the newest inside the requirement.
    ///
    /// A version outside the requirement makes the requirement be edited.
    package var version: String?

    /// Names a dependency and maybe a version.
    package init(name: String, version: String? = nil) {
      self.name = name
      self.version = version
    }
  }
}

/// How an update may go about it.
package struct UpdateOptions: Hashable, Sendable {
  /// Unlocks the named dependencies' own locked dependencies too.
  package var withDependencies = false
  /// The largest step preferred; nil: any.
  package var level: Step?
  /// Makes `level` a bound instead of a preference.
  package var strict = false
  /// What becomes of the requirements; `versioning-strategy` of a repository's file.
  package var strategy = VersioningStrategy.auto
  /// Whether `auto` raises also a requirement that lets the version in, as pull requests to projects
  /// with a lock do; each ecosystem says which of its requirements that concerns.
  package var raises = false
  /// npm: packages of which every copy moves, as a fix has to, and by name those locked versions that
  /// stay where they can, as nothing is wrong with them.
  package var staying: [String: Set<String>] = [:]

  /// Starts from the defaults: the named alone, any step.
  package init() {}
}

/// How a lock may be made.
package struct LockOptions: Hashable, Sendable {
  /// Ignores the lock that stands there.
  package var fresh = false
  /// Bundler: platforms to add.
  package var platforms: [String] = []
  /// Bundler: adds the section of checksums.
  package var checksums = false

  /// Starts from the defaults: keep what fits.
  package init() {}
}

/// What happens to a manifest's requirement, in the words of `dependabot.yml`.
package enum VersioningStrategy: String, CaseIterable, Hashable, Sendable {
  /// Each ecosystem's own: SwiftPM's is `increaseIfNecessary`, npm and Bundler widen what is published
  /// and raise the rest.
  case auto
  /// Raises the requirement to the new version, even where it lets that in.
  case increase
  /// Raises it only where it excludes the new version.
  case increaseIfNecessary = "increase-if-necessary"
  /// Leaves it: a version that it excludes cannot be had.
  case lockfileOnly = "lockfile-only"
  /// Lets the new version in beside the old ones: `^1.0` becomes `^1.0 || ^2.0`.
  case widen
}
