package import Time
package import Versioning

/// A version of a dependency, evaluated by the rules of its ecosystem.
package struct Release: Hashable, Sendable {
  /// The version, as the lock would write it.
  package var version: String
  /// The version that `version` stands for at present, if that is a name that moves.
  package var exactVersion: String?
  /// The time of publication; nil if the registry doesn't report it.
  package var published: Timestamp?
  /// Whether it is a pre-release; in npm also a version above the tag `latest`.
  package var isPrerelease: Bool
  /// Whether it is yanked or deprecated, and therefore never proposed.
  package var isWithdrawn: Bool
  /// Why the authors advise against it, in their words; nil if they don't, or if the registry doesn't
  /// report that.
  package var deprecation: String?
  /// Why the project's toolchain cannot use the release, in words that follow the version: `needs
  /// Node >=22, but .nvmrc names 20.11.0`.
  ///
  /// Such a release is not proposed, and the reason is reported. Nil when nothing names the version
  /// of the runtime: nothing is held back because of an assumed one.
  package var heldBack: String?
  /// Why only an attempt shows whether the project can use the release, in words that follow the
  /// version: `gets a patch of Yarn's own, which the lock has to prove`; nil if nothing is open.
  package var untested: String?
  /// When the project's own minimum age for releases is over, after which its tool chooses the
  /// release; nil if the project has no such age, or makes an exception.
  package var matureAt: Timestamp?
  /// Whether it satisfies the manifest's requirement.
  package var satisfiesRequirement: Bool
  /// The step from the current version; nil if it isn't newer.
  package var step: Step?
  /// The step from the oldest copy, if it is newer than that copy but not than the current version.
  package var copyStep: Step?

  /// Creates a release.
  package init(
    version: String, published: Timestamp? = nil, isPrerelease: Bool = false,
    isWithdrawn: Bool = false, heldBack: String? = nil, satisfiesRequirement: Bool, step: Step?
  ) {
    self.version = version
    self.published = published
    self.isPrerelease = isPrerelease
    self.isWithdrawn = isWithdrawn
    self.heldBack = heldBack
    self.satisfiesRequirement = satisfiesRequirement
    self.step = step
  }
}

extension Release {
  /// Creates the release of a name that moves, such as a branch: the commit that it has at present.
  ///
  /// It counts as old, so that it has no cooldown: the tools choose no older commit.
  ///
  /// - Parameters:
  ///   - commit: the present commit.
  ///   - locked: the commit in the lock; nil: none, so that there is nothing to update.
  /// - Returns: a release with the step `patch` if the lock has another commit.
  package static func head(_ commit: String, locked: String?) -> Release {
    Release(
      version: commit, published: Timestamp(seconds: 0), satisfiesRequirement: true,
      step: locked == nil || locked == commit ? nil : .patch)
  }

  /// Whether the project's tool doesn't choose the release yet.
  package func isYoung(at now: Timestamp) -> Bool { matureAt.map { $0 > now } ?? false }

  /// The version to compare with advisories.
  package var actualVersion: String { exactVersion ?? version }
}
