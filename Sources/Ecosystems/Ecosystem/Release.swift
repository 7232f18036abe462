package import Versioning

/// A version of a dependency that could be chosen, judged by its ecosystem's rules.
package struct Release: Hashable, Sendable {
  /// As the lock would write it.
  package var version: String
  /// Seconds since 1970, where the registry tells.
  package var published: Int64?
  /// By the ecosystem's rules; of npm also what is ahead of the tag `latest`.
  package var isPrerelease: Bool
  /// Yanked, deprecated or unfit for the toolchain: never proposed.
  package var isWithdrawn: Bool
  /// Inside the manifest's requirement as it stands.
  package var satisfiesRequirement: Bool
  /// How far from the current version; nil where it is not newer.
  package var step: Step?
  /// How far from the oldest copy, of what is newer than that and not than the current version.
  package var copyStep: Step?

  /// Describes a release.
  package init(
    version: String, published: Int64? = nil, isPrerelease: Bool = false,
    isWithdrawn: Bool = false, satisfiesRequirement: Bool, step: Step?
  ) {
    self.version = version
    self.published = published
    self.isPrerelease = isPrerelease
    self.isWithdrawn = isWithdrawn
    self.satisfiesRequirement = satisfiesRequirement
    self.step = step
  }
}
