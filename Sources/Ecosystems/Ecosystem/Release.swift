package import Versioning

/// A version of a dependency that could be chosen, judged by its ecosystem's rules.
package struct Release: Hashable, Sendable {
  /// As the lock would write it.
  package var version: String
  /// The version that `version` stands for at present, if that is a name that moves.
  package var exactVersion: String?
  /// Seconds since 1970, where the registry tells.
  package var published: Int64?
  /// By the ecosystem's rules; of npm also what is ahead of the tag `latest`.
  package var isPrerelease: Bool
  /// Yanked or deprecated: never proposed.
  package var isWithdrawn: Bool
  /// Why the project's toolchain cannot use the release, in words that follow the version: `needs
  /// Node >=22, but .nvmrc names 20.11.0`.
  ///
  /// Such a release is not proposed, and the reason is reported. Nil when nothing names the version
  /// of the runtime: nothing is held back because of an assumed one.
  package var heldBack: String?
  /// Inside the manifest's requirement as it stands.
  package var satisfiesRequirement: Bool
  /// How far from the current version; nil where it is not newer.
  package var step: Step?
  /// How far from the oldest copy, of what is newer than that and not than the current version.
  package var copyStep: Step?

  /// Describes a release.
  package init(
    version: String, published: Int64? = nil, isPrerelease: Bool = false,
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
  /// The version to compare with advisories.
  package var actualVersion: String { exactVersion ?? version }
}
