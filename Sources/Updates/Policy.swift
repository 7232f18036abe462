package import Ecosystem

/// What an entry of the repository's file says about updates, ready to be asked.
package struct Policy: Sendable {
  /// Whether a dependency is to be updated at all.
  package var allows: @Sendable (Dependency) -> Bool
  /// The rule that keeps a release away; nil where none does.
  package var ignores: @Sendable (Dependency, Release) -> String?
  /// Seconds that a release must have been known before it is proposed.
  package var cooldown: @Sendable (Dependency, Release) -> Int64
  package var strategy: VersioningStrategy
  /// Open pull requests at a time; 0 turns version updates off.
  package var limit: Int

  /// Joins the answers.
  package init(
    allows: @escaping @Sendable (Dependency) -> Bool,
    ignores: @escaping @Sendable (Dependency, Release) -> String?,
    cooldown: @escaping @Sendable (Dependency, Release) -> Int64,
    strategy: VersioningStrategy = .auto, limit: Int = 5
  ) {
    self.allows = allows
    self.ignores = ignores
    self.cooldown = cooldown
    self.strategy = strategy
    self.limit = limit
  }

  /// Direct dependencies, every release at once: what a person who asks at a prompt expects.
  package static let open = Policy(
    allows: { $0.kind == .direct }, ignores: { _, _ in nil }, cooldown: { _, _ in 0 },
    limit: .max)
}
