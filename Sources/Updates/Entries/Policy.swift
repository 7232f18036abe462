package import Configuration
package import Ecosystem

/// What an entry of the repository's file says about updates, ready to be asked.
package struct Policy: Sendable {
  /// The rule that leaves a dependency out altogether; nil where it is to be updated.
  package var leavesOut: @Sendable (Dependency) -> String?
  /// The rule that keeps a release away; nil where none does.
  package var ignores: @Sendable (Dependency, Release) -> String?
  /// Seconds that a release must have been known before it is proposed.
  package var cooldown: @Sendable (Dependency, Release) -> Int64
  /// What becomes of the manifest's requirement.
  package var strategy: VersioningStrategy
  /// Open pull requests at a time; 0 turns version updates off.
  package var limit: Int
  /// Whether a pull request is built anew when its base moves.
  package var rebase: UpdateEntry.RebaseStrategy

  /// What counts for security updates; nil: the entry makes none.
  package var fixes: FixPolicy?

  /// Joins the answers.
  package init(
    leavesOut: @escaping @Sendable (Dependency) -> String?,
    ignores: @escaping @Sendable (Dependency, Release) -> String?,
    cooldown: @escaping @Sendable (Dependency, Release) -> Int64,
    strategy: VersioningStrategy = .auto, limit: Int = 5,
    rebase: UpdateEntry.RebaseStrategy = .auto, fixes: FixPolicy? = .open
  ) {
    self.leavesOut = leavesOut
    self.ignores = ignores
    self.cooldown = cooldown
    self.strategy = strategy
    self.limit = limit
    self.rebase = rebase
    self.fixes = fixes
  }

  /// Direct dependencies, every release at once: what a person who asks at a prompt expects.
  package static let open = Policy(
    leavesOut: { $0.kind == .direct ? nil : onlyDirect }, ignores: { _, _ in nil },
    cooldown: { _, _ in 0 }, limit: .max)

  /// The rule where a file has no `allow`.
  package static let onlyDirect = "the default of 'allow', which is direct dependencies alone"
}
