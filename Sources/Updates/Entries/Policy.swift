package import Configuration
package import Ecosystem
package import Versioning

/// The rules of an entry for version updates.
package struct Policy: Sendable {
  /// Returns the rule that excludes a dependency; nil if it may be updated.
  package var excludes: @Sendable (Dependency) -> String?
  /// Returns the rule that ignores a release; nil if there is none.
  package var ignores: @Sendable (Dependency, Release) -> String?
  /// Returns the seconds between the publication of a release and its proposal.
  package var cooldown: @Sendable (Dependency, Release) -> Duration
  /// Whether releases of unknown age count from when they were first seen, even those that were there
  /// at the first look; otherwise these count as old.
  package var delaysUnknownAges = false
  /// How the requirement in the manifest changes.
  package var strategy: VersioningStrategy
  /// The limit of open pull requests; 0 turns version updates off.
  package var limit: Int
  /// Further limits of the entry.
  package var limits = OpenLimits()
  /// The limits of the repository, for all entries together.
  package var repositoryLimits = OpenLimits()
  /// The number of updates that a group needs before it gets a pull request.
  package var minimumGroupSize = 1
  /// The steps whose updates get pull requests of their own.
  package var separate: Set<Step> = []
  /// What happens to deprecated and withdrawn dependencies.
  package var replace = ReplaceMode.off
  /// Which majors may be proposed.
  package var majors = MajorSteps.newest
  /// Whether a pull request is rebuilt when its base moves.
  package var rebase: UpdateEntry.RebaseStrategy

  /// Returns whether a release may only be proposed after a person has approved it.
  package var needsApproval: @Sendable (Dependency, Release) -> Bool = { _, _ in false }
  /// Whether a person has approved a release.
  package var isApproved: @Sendable (Dependency, Release) -> Bool = { _, _ in false }
  /// Whether a person has asked for a release now.
  package var isAsked: @Sendable (Dependency, Release) -> Bool = { _, _ in false }
  /// Whether an open pull request proposes a release, so that the file's cooldown doesn't apply again.
  package var isProposed: @Sendable (Dependency, Release) -> Bool = { _, _ in false }
  /// The operator's minimum of the cooldown, which no request shortens.
  package var minimumCooldown = Duration.zero
  /// The operator's maximum of `limit`, which no request exceeds; nil: none.
  package var limitMaximum: Int?
  /// Whether names that can move are replaced by fixed ones: tags of actions by commits.
  package var pins = false
  /// The rules for security updates; nil if the entry has none.
  package var fixes: FixPolicy?

  /// Creates a policy.
  package init(
    excludes: @escaping @Sendable (Dependency) -> String?,
    ignores: @escaping @Sendable (Dependency, Release) -> String?,
    cooldown: @escaping @Sendable (Dependency, Release) -> Duration,
    strategy: VersioningStrategy = .auto, limit: Int = 5,
    rebase: UpdateEntry.RebaseStrategy = .auto, fixes: FixPolicy? = .open
  ) {
    self.excludes = excludes
    self.ignores = ignores
    self.cooldown = cooldown
    self.strategy = strategy
    self.limit = limit
    self.rebase = rebase
    self.fixes = fixes
  }

  /// Direct dependencies and all releases, without cooldown: the default of the command line.
  package static let open = Policy(
    excludes: { $0.kind == .direct ? nil : onlyDirect }, ignores: { _, _ in nil },
    cooldown: { _, _ in .zero }, limit: .max)

  /// The rule that excludes indirect dependencies if a file has no `allow`.
  package static let onlyDirect = "the default of 'allow' (direct dependencies only)"

  /// The rule that excludes a dependency that no rule of `allow` matches.
  package static let notAllowed = "'allow' (no rule matches this dependency)"
}
