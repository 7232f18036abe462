package import Versioning

/// A change of a project's lock file that a person or a plan requests.
package enum Goal: Hashable, Sendable {
  /// Updates the named dependencies only.
  case update([Target], UpdateOptions)
  /// Updates the whole lock file within the requirements.
  case updateAll(UpdateOptions)
  /// Adapts the lock file to the manifest and keeps the versions that still fit.
  case lock(LockOptions)

  /// A dependency to update.
  package struct Target: Hashable, Sendable {
    /// The name as in `Dependency.name`.
    package var name: String
    /// The version; nil for the newest one within the requirement.
    ///
    /// The requirement is edited if it excludes the version.
    package var version: String?
    /// The requirements to move; nil for all of the name.
    ///
    /// Other requirements of the name keep their text and, if possible, their locked versions.
    package var requirements: [Requirement]?
    /// The package that replaces the dependency; `version` is one of its versions.
    ///
    /// Set only if `OpenProject.successor` says that the project can be edited.
    package var successor: String?

    /// Creates a target.
    package init(
      name: String, version: String? = nil, requirements: [Requirement]? = nil,
      successor: String? = nil
    ) {
      self.name = name
      self.version = version
      self.requirements = requirements
      self.successor = successor
    }
  }
}

/// The options of an update.
package struct UpdateOptions: Hashable, Sendable {
  /// Whether the dependencies of the named dependencies may be updated too.
  package var withDependencies = false
  /// The largest preferred step; nil: any.
  package var level: Step?
  /// Whether `level` is a limit instead of a preference.
  package var strict = false
  /// How requirements are edited: `versioning-strategy` in a repository's file.
  package var strategy = VersioningStrategy.auto
  /// Whether `auto` also raises requirements that allow the version, as in pull requests for projects
  /// with a lock file; each ecosystem decides for which requirements.
  package var raises = false
  /// Whether names that can move are replaced by fixed ones: tags of actions by commits.
  package var pins = false
  /// Packages that are updated in all their copies, as a security fix requires, with the locked
  /// versions that stay if possible because they aren't affected.
  package var staying: [String: Set<String>] = [:]

  /// Creates the defaults: the named dependencies only, any step.
  package init() {}
}

/// The options of `martlet lock`.
package struct LockOptions: Hashable, Sendable {
  /// Whether the present lock file is ignored.
  package var fresh = false
  /// The platforms to add (`LockOption.platforms`).
  package var platforms: [String] = []
  /// Whether checksums are added (`LockOption.checksums`).
  package var checksums = false

  /// Creates the defaults: versions that fit are kept.
  package init() {}
}

/// How a manifest's requirement is edited, as named in `dependabot.yml`.
package enum VersioningStrategy: String, CaseIterable, Hashable, Sendable {
  /// The ecosystem's own strategy, such as `increaseIfNecessary`, or `widen` for published packages
  /// and `increase` for others.
  case auto
  /// Raises the requirement to the new version, even if it already allows it.
  case increase
  /// Raises the requirement only if it excludes the new version.
  case increaseIfNecessary = "increase-if-necessary"
  /// Never edits the requirement, so that versions it excludes aren't available.
  case lockfileOnly = "lockfile-only"
  /// Adds the new version to the old ones: `^1.0` becomes `^1.0 || ^2.0`.
  case widen
}
